"""`noughts emit`: the rules of a board in another language."""

from __future__ import annotations

from typing import TextIO

import click

from noughts.cli.arguments import board_option
from noughts.core.rules import Rules
from noughts.emit import LANGUAGES, module
from noughts.emit import language as written_in
from noughts.emit.module import HOLDINGS


class LanguageCommand(click.Command):
    """Its help lists the languages that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - Click calls it so
        """What each of them becomes."""
        with formatter.section("Languages"):
            formatter.write_dl([(name, kind.about) for name, kind in LANGUAGES.items()])


@click.command(cls=LanguageCommand)
@click.argument("language")
@board_option()
@click.option(
    "--bits",
    "holding",
    type=click.Choice(list(HOLDINGS)),
    default="pair",
    show_default=True,
    help="A bitboard a player, or one int with two bits a cell.",
)
@click.option("-o", "--output", type=click.File("w", lazy=True), default="-", metavar="FILE")
def emit(language: str, board: Rules, holding: str, output: TextIO) -> None:
    """Write the rules of a board as a module in another language.

    It is made from the functions that run here, recorded once: legal cells, lines, turn, and the
    position as one number and back.
    """
    source = written_in(language).write(module(board, holding))
    output.write(source)  # which opens FILE: not before there is something to write
