"""Boards and positions as command-line arguments: one with a comma is a board."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from math import isfinite
from typing import Any

import click

from noughts.core.position import Position
from noughts.core.quoting import quoted
from noughts.core.rules import TICTACTOE, Rules, how_to_write

DEFAULT = str(TICTACTOE)


class Seconds(click.FloatRange):
    """A time, from 0 on and up to `most`, if that is given."""

    def __init__(self, most: float | None = None) -> None:
        super().__init__(min=0, max=most)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Click takes `nan` and `inf` for numbers, but neither is a time."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{quoted(value)} is not a time; give seconds, such as 10 or 0.5", param, ctx)
        return number


def _parsed(_: click.Context, __: click.Parameter, text: str | None) -> Rules | None:
    return None if text is None else Rules.parse(text)


def board_argument(limit: str = "", default: str | None = DEFAULT) -> Callable[[Any], Any]:
    """The argument BOARD; the command's help begins with how to write it.

    `limit` says which boards the command takes: "of up to 25 cells".
    """
    about = f"BOARD{limit and f', {limit},'} is {how_to_write()}.  [default: {DEFAULT}]"

    def decorated(command: Any) -> Any:
        command.__doc__ = f"{about}\n\n{cleandoc(command.__doc__ or '')}"
        argument = click.argument("board", callback=_parsed, default=default, required=False)
        return argument(command)

    return decorated


def board_option(default: str | None = DEFAULT) -> Callable[[Any], Any]:
    """The option --board, and how to write it; None if it is not given and has no default."""
    return click.option(
        "--board",
        callback=_parsed,
        metavar="BOARD",
        default=default,
        help=f"{how_to_write()}.  [default: {DEFAULT}]",
    )


def boards_option() -> Callable[[Any], Any]:
    """The option --board, which may be given for each of several boards; a tuple of them."""
    return click.option(
        "--board",
        callback=lambda _, __, texts: tuple(map(Rules.parse, texts)),
        metavar="BOARD",
        multiple=True,
        default=[DEFAULT],
        help=f"{how_to_write()}.  [default: {DEFAULT}]",
    )


def boards_apart(arguments: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arguments that are boards, and the other arguments."""
    boards = [text for text in arguments if "," in text]
    return boards, [text for text in arguments if text not in boards]


def board_and_position(arguments: tuple[str, ...]) -> Position:
    """The position that `[BOARD] [POSITION]` means, in either order."""
    # No position has a digit, so 3x3x3 is a board that lacks its k, and is refused as a board.
    boards = [text for text in arguments if "," in text or text[:1].isdigit()]
    positions = [text for text in arguments if text not in boards]
    if len(boards) > 1 or len(positions) > 1:
        raise click.UsageError(
            f"{quoted(' '.join(arguments))}: give at most one board and one position"
        )
    rules = Rules.parse(boards[0]) if boards else TICTACTOE
    return Position.parse(positions[0], rules) if positions else Position(rules=rules)
