"""Boards and positions as arguments: text with a comma, or the name of a module, is a board."""

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
# How a move begins: with a cell, or with a column where stones fall. No row has a digit, and one
# without a free cell has only the letters of the marks.
CELL = re.compile("[a-z]+[0-9]", re.IGNORECASE)
COLUMN = re.compile(r"(?![xo]+\b)[a-z]+(?!\S)", re.IGNORECASE)
GIVEN = "noughts.board"  # the MODULE:NAME that was given, in what a context knows


class Seconds(click.FloatRange):
    """A time from 0 to `most`, if `most` is given."""

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

    `limited` are the players that have a limit for a move even if none is given.
    """

    def decorated(command: Any) -> Any:
        for flag, about in (
            ("--game-time", f"The time for all moves of a game, {whose}."),
            (
                "--move-time",
                f"The time for a move, {whose}. A player that takes longer loses.  [default: "
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


def from_module(
    text: str, what: str, refuse: type[NoughtsError], makes: Callable[[Any], bool]
) -> Any:
    """The object MODULE:NAME of a module, or what it `makes` when it is called.

    The module is the user's own, named on their own command line. Raises `refuse` for a module that
    cannot be imported or has no such name, and for any error of the call.
    """
    module, _, name = text.partition(":")
    sys.path.insert(0, "")  # as `python -m` finds it: in the folder that one is in
    try:
        found = getattr(import_module(module), name)
        return found() if makes(found) else found
    except Exception as error:  # whatever the module does
        raise refuse(f"{quoted(text)} is not {what}: {shortened(str(error))}") from error
    finally:
        sys.path.remove("")


def _is_of_module(text: str) -> bool:
    return re.fullmatch(r"[^\W\d][\w.]*:[^\W\d]\w*", text) is not None


def _module_in(text: str) -> str:
    """The module of this folder that a text names, without the NAME of its Rules."""
    stem = text.removesuffix(".py")
    return stem if stem.isidentifier() and os.path.isfile(f"{stem}.py") else ""


def board_of(text: str) -> Rules:
    """The board that an argument means: a text, or the MODULE:NAME of Rules or of their maker.

    Raises `RulesError` for anything else, and for a game without a text.
    """
    if module := _module_in(text):
        raise RulesError(f"{module}.py is a module; write {module}:NAME, the name of its Rules")
    if not _is_of_module(text):
        return Rules.parse(text)
    rules = from_module(text, "a board", RulesError, callable)
    # Where processes that get the board look for the module: last, so that it hides no other.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if not isinstance(rules, Rules):
        raise RulesError(
            f"{quoted(text)} is {quoted(rules)}; Rules, or a function that makes them, are needed"
        )
    str(rules)  # which says what has to be registered
    return rules


def _parsed(ctx: click.Context, _: click.Parameter, text: str | None) -> Rules | None:
    if text is not None and _is_of_module(text):
        ctx.meta[GIVEN] = text
    return None if text is None else board_of(text)


def as_given(rules: Rules) -> str:
    """The text that means this command's board again, even if a module registers a word."""
    return str(click.get_current_context().meta.get(GIVEN, rules))


def board_argument(limit: str = "", default: str | None = DEFAULT) -> Callable[[Any], Any]:
    """The argument BOARD; the command's help begins with how to write it.

    `limit` says which boards the command takes: "of up to 25 cells".
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
    """The option --board, and how to write it; None if it is not given and has no default.

    `otherwise` says, for people, which board the command then takes.
    """
    return click.option(
        "--board",
        callback=_parsed,
        metavar="BOARD",
        default=default,
        help=f"{HOW_TO_WRITE}.  [default: {otherwise}]",
    )


def boards_option() -> Callable[[Any], Any]:
    """The option --board, which may be given for each of several boards; a tuple of them."""
    return click.option(
        "--board",
        callback=lambda _, __, texts: tuple(map(board_of, texts)),
        metavar="BOARD",
        multiple=True,
        default=[DEFAULT],
        help=f"{HOW_TO_WRITE}.  [default: {DEFAULT}]",
    )


def boards_apart(arguments: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arguments that are boards, and the other arguments."""
    boards = [
        text for text in arguments if is_of_rules(text) or _is_of_module(text) or _module_in(text)
    ]
    return boards, [text for text in arguments if text not in boards]


def board_and_position(arguments: tuple[str, ...]) -> Position:
    """The position that `[BOARD] [POSITION]` means, in either order."""
    # No position has a digit, so 3x3x3 is a board that lacks its k, and is refused as a board.
    boards = [each for each in arguments if each[:1].isdigit() or boards_apart((each,))[0]]
    positions = moves_joined([text for text in arguments if text not in boards])
    if len(boards) > 1 or len(positions) > 1:
        raise click.UsageError(
            f"{quoted(' '.join(arguments))}: give at most one board and one position"
        )
    rules = board_of(boards[0]) if boards else TICTACTOE
    return position_in(positions[0], rules) if positions else Position(rules=rules)


def moves_joined(texts: list[str]) -> list[str]:
    """The same texts; moves in several of them are one text."""
    moves = all(CELL.match(text) or COLUMN.match(text) for text in texts)
    return [" ".join(texts)] if texts and moves else texts


def position_in(text: str, rules: Rules) -> Position:
    """The position that a text means: its rows, or the moves that lead to it.

    >>> position_in("b2 a1", TICTACTOE) == position_in("O../.X./...", TICTACTOE)
    True
    """
    if CELL.match(text) or (rules.answers.where.by_column and COLUMN.match(text)):
        return Game.parse(f"{rules}: {text}").position
    return Position.parse(text, rules)
