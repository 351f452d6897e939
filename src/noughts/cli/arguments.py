"""Boards, positions and times as arguments. A board is text for `Rules.parse`, or MODULE:NAME."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc
from math import isfinite
from typing import Any

import click

from noughts.core.clock import USUAL_SECONDS, TimeLimits
from noughts.core.game import Game
from noughts.core.message_text import quoted, shortened
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules
from noughts.core.rules_text import how_to_write, is_of_rules
from noughts.errors import NoughtsError, RulesError

DEFAULT = str(TICTACTOE)
HOW_TO_WRITE = f"{how_to_write()}; or MODULE:NAME for Rules in a module of your own"
# A move begins with a cell or, if stones fall, with a column. A row of a position has no digit, and
# a row without a free cell has only the letters of the marks.
CELL = "(?i)[a-z]+[0-9]"
COLUMN = r"(?i)(?![xo]+\b)[a-z]+(?!\S)"
GIVEN = "noughts.board"  # the key for the given MODULE:NAME in the `meta` of a Click context


class Seconds(click.FloatRange):
    """The type of an option for a time in seconds: at least 0, and at most `most`, if given."""

    def __init__(self, most: float | None = None) -> None:
        super().__init__(min=0, max=most)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Click accepts `nan` and `inf` as numbers, but neither is a time."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{quoted(value)} is not a time; give seconds, such as 10 or 0.5", param, ctx)
        return number


def time_options(whose: str, limited: str) -> Callable[[Any], Any]:
    """The options --move-time and --game-time, which `limits_of` turns into limits.

    `limited` names the players that have a time limit for a move even if no option gives a limit.
    """

    def decorated(command: Any) -> Any:
        for flag, about in (
            ("--game-time", f"The time limit for all moves of a game, {whose}."),
            (
                "--move-time",
                f"The time limit for a move, {whose}. A player that takes longer loses.  [default: "
                f"{USUAL_SECONDS:g} for {limited}; else no limit]",
            ),
        ):
            command = click.option(flag, type=Seconds(), metavar="SECONDS", help=about)(command)
        return command

    return decorated


def limits_of(move_time: float | None, game_time: float | None) -> TimeLimits:
    """The limits that the two options give. Raises `PlayerError` for a time of 0."""
    limits = TimeLimits(move_time, game_time)
    limits.check()
    return limits


def from_module(
    text: str, what: str, refuse: type[NoughtsError], makes: Callable[[Any], bool]
) -> Any:
    """The object MODULE:NAME or, if `makes(object)` is true, the result of calling the object.

    The module is the user's own, named on the user's own command line. Raises an error of the
    class `refuse` if the module cannot be imported or has no object NAME, or if the call raises an
    error.
    """
    module, _, name = text.partition(":")
    sys.path.insert(0, "")  # look in the current folder first, as `python -m` does
    try:
        found = getattr(import_module(module), name)
        return found() if makes(found) else found
    except Exception as error:  # any error that the module raises
        raise refuse(f"{quoted(text)} is not {what}: {shortened(str(error))}") from error
    finally:
        sys.path.remove("")


def _is_of_module(text: str) -> bool:
    return re.fullmatch(r"[^\W\d][\w.]*:[^\W\d]\w*", text) is not None


def _module_in(text: str) -> str:
    """The module in the current folder that a text without :NAME names, or an empty string."""
    stem = text.removesuffix(".py")
    return stem if stem.isidentifier() and os.path.isfile(f"{stem}.py") else ""


def board_of(text: str) -> Rules:
    """The board that an argument means: a board as text, or MODULE:NAME of Rules or of a function.

    The function must return Rules. Raises `RulesError` for an argument that means anything else,
    and for Rules that cannot be written as text.
    """
    if module := _module_in(text):
        raise RulesError(f"{module}.py is a module; write {module}:NAME, the name of its Rules")
    if not _is_of_module(text):
        return Rules.parse(text)
    rules = from_module(text, "a board", RulesError, callable)
    # Processes that get the board look for the module here: last, so that it hides no other module.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if not isinstance(rules, Rules):
        raise RulesError(
            f"{quoted(text)} is {quoted(rules)}; Rules, or a function that makes them, are needed"
        )
    str(rules)  # raises an error that says what has to be registered
    return rules


def _parsed(ctx: click.Context, _: click.Parameter, text: str | None) -> Rules | None:
    if text is not None and _is_of_module(text):
        ctx.meta[GIVEN] = text
    return None if text is None else board_of(text)


def as_given(rules: Rules) -> str:
    """The argument that names a board for another command: its text, or the given MODULE:NAME."""
    return str(click.get_current_context().meta.get(GIVEN, rules))


def board_argument(limit: str = "", default: str | None = DEFAULT) -> Callable[[Any], Any]:
    """The argument BOARD. The command's help begins with the ways to write a board.

    `limit` says which boards the command accepts, such as "of up to 25 cells".
    """
    about = f"BOARD{limit and f', {limit},'} is {HOW_TO_WRITE}.  [default: {DEFAULT}]"

    def decorated(command: Any) -> Any:
        command.__doc__ = f"{about}\n\n{cleandoc(command.__doc__ or '')}"
        argument = click.argument(
            "board", metavar="[BOARD]", callback=_parsed, default=default, required=False
        )
        return argument(command)

    return decorated


def board_option(default: str | None = DEFAULT, otherwise: str = DEFAULT) -> Callable[[Any], Any]:
    """The option --board, with `default` as its default. Its help says how to write a board.

    The help names `otherwise` as the board that the command uses without the option.
    """
    return click.option(
        "--board",
        callback=_parsed,
        metavar="BOARD",
        default=default,
        help=f"{HOW_TO_WRITE}.  [default: {otherwise}]",
    )


def boards_option() -> Callable[[Any], Any]:
    """The option --board, which may be given several times. Its value is a tuple of boards."""
    return click.option(
        "--board",
        callback=lambda _, __, texts: tuple(map(board_of, texts)),
        metavar="BOARD",
        multiple=True,
        default=[DEFAULT],
        help=f"{HOW_TO_WRITE}.  [default: {DEFAULT}]",
    )


def boards_apart(arguments: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arguments that mean boards, and the other arguments."""
    boards = [
        text for text in arguments if is_of_rules(text) or _is_of_module(text) or _module_in(text)
    ]
    return boards, [text for text in arguments if text not in boards]


def board_and_position(arguments: tuple[str, ...]) -> Position:
    """The position that `[BOARD] [POSITION]` means, in either order."""
    # No position begins with a digit, so 3x3x3 is a board that lacks its k. It is refused as such.
    boards = [each for each in arguments if each[:1].isdigit() or boards_apart((each,))[0]]
    positions = moves_joined([text for text in arguments if text not in boards])
    if len(boards) > 1 or len(positions) > 1:
        raise click.UsageError(
            f"{quoted(' '.join(arguments))}: give at most one board and one position"
        )
    rules = board_of(boards[0]) if boards else TICTACTOE
    return position_in(positions[0], rules) if positions else Position(rules=rules)


def moves_joined(texts: list[str]) -> list[str]:
    """The texts; if all of them are moves, they are joined into one text."""
    moves = all(re.match(CELL, text) or re.match(COLUMN, text) for text in texts)
    return [" ".join(texts)] if texts and moves else texts


def position_in(text: str, rules: Rules) -> Position:
    """The position that a text gives, either as its rows or as the moves that lead to it.

    >>> position_in("b2 a1", TICTACTOE) == position_in("O../.X./...", TICTACTOE)
    True
    """
    if re.match(CELL, text) or (rules.answers.where.by_column and re.match(COLUMN, text)):
        return Game.parse(f"{rules}: {text}").position
    return Position.parse(text, rules)
