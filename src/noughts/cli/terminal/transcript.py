"""A match as a transcript: lines printed one after the other, to a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from noughts.cli.terminal.session import played
from noughts.cli.text.board import board
from noughts.cli.text.colours_and_widths import fitted
from noughts.cli.text.hints import legend
from noughts.cli.text.sparse_board import is_sparse
from noughts.core.match import Match
from noughts.core.rules import TICTACTOE, Rules
from noughts.players import Judgement


class Transcript:
    """The view that prints a match."""

    in_place = False
    about: tuple[str, ...] = ()

    def __init__(self, read: Callable[[str], str]) -> None:
        """`read` shows a prompt and returns what is typed, or raises `EOFError`."""
        self.ask = read

    def begin(self, match: Match) -> None:
        """Print the rules, except for 3,3,3."""
        if match.game.rules != TICTACTOE:
            click.echo(played(match.game.rules))

    def numbers(self, rules: Rules) -> bool:
        """Whether cells have space for their numbers."""
        return not is_sparse(rules)

    def board(self, match: Match, hints: Sequence[Judgement] = ()) -> None:
        """Print the board and, below it, the result or the meaning of the hints."""
        game = match.game
        sparse = not self.numbers(game.rules)
        # On a small board, one finds the last stone without parentheses.
        marked = not hints and (sparse or len(game.rules.geometry.layers()) > 1)
        last = game.moves[-1] % game.rules.cells if game.moves and marked else None
        click.echo("\n" + board(game.position, hints, last) + "\n")
        for line in legend(hints, sparse):
            self.say(line)
        if match.is_over:
            click.secho(fitted(match.status), bold=True)
            self.say(f"Score: {match.score}.")

    def say(self, text: str) -> None:
        """Print a sentence."""
        click.echo(fitted(text))

    def refuse(self, text: str) -> None:
        """Print a sentence in red."""
        click.secho(fitted(text), fg="red")

    def page(self, lines: Sequence[str]) -> None:
        """Print the lines. Long lines are wrapped between words."""
        for line in lines:
            click.echo(fitted(line))

    def wait(self, text: str) -> None:
        """Print nothing, since the result is printed once it is known."""
