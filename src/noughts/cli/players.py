"""The players in the help of the commands that take their names."""

from __future__ import annotations

import click

from noughts.players.registry import NAMES


class CommandWithPlayers(click.Command):
    """A command whose help ends with the players that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the players, as their registry lists them."""
        with formatter.section("Players"):
            formatter.write_dl(list(NAMES.items()))
        super().format_epilog(ctx, formatter)
