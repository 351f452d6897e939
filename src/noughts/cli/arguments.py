"""Boards and positions as command-line arguments: one with a comma is a board."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from math import isfinite
from typing import Any

import click

from noughts.core.clock import USUAL_SECONDS, TimeLimits
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


def time_options(whose: str, limited: str) -> Callable[[Any], Any]:
    """The options --move-time and --game-time; `limits_of` makes limits of them.

    `limited` are the players that have a limit for a move also where none is given.
    """

    def decorated(command: Any) -> Any:
        for flag, about in (
            ("--game-time", f"The time for all moves of a game, {whose}."),
            (
                "--move-time",
                f"The time for a move, {whose}. Who takes longer has lost.  [default: "
                f"{USUAL_SECONDS:g} for {limited}; else no limit]",
            ),
        ):
            command = click.option(flag, type=Seconds(), metavar="SECONDS", help=about)(command)
        return command

    return decorated


def limits_of(move_time: float | None, game_time: float | None) -> TimeLimits:
    """The limits that the options give. Raises `PlayerError` for a time of 0."""
    limits = TimeLimits(move_time, game_time)
    limits.check()
    return limits


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


def board_option(default: str | None = DEFAULT, otherwise: str = DEFAULT) -> Callable[[Any], Any]:
    """The option --board, and how to write it; None if it is not given and has no default.

    `otherwise` says, for people, which board the command then takes.
    """
    return click.option(
        "--board",
        callback=_parsed,
        metavar="BOARD",
        default=default,
        help=f"{how_to_write()}.  [default: {otherwise}]",
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
