"""Lesson 2: a game in 30 lines."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.core.bits import cells_of
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.lessons.bits import BOARDS, positions
from noughts.lessons.exercise_kinds import Exercise, cells, function, position_shown, stones_shown


def masks(answer: object) -> str:
    """The exercise that asks for the eight lines, in any order."""
    if not isinstance(answer, list) or not all(isinstance(each, int) for each in answer):
        return f"The answer is a list of numbers; {quoted(answer)} is not."
    for each in answer:
        if each not in TICTACTOE.lines:
            what = f"is {cells(each)}" if each in BOARDS[1:] else "is not on the board"
            return f"{each} {what}: that is not a line."
    missing = len(set(TICTACTOE.lines) - set(answer))
    return f"All of these are lines; {missing} more are missing." if missing else ""


def has_line(stones: int) -> bool:
    """Whether the stones hold a line."""
    return any(stones & line == line for line in TICTACTOE.lines)


def every_board() -> Iterator[tuple[int]]:
    """Every set of stones."""
    return ((stones,) for stones in BOARDS)


def result(x: int, o: int) -> str:
    """The result of a game: "X", "O" or "draw", or "" while the game goes on."""
    outcome = Position(x, o).outcome
    return "" if outcome is None else str(outcome)[0] if outcome.winner else "draw"


def free(x: int, o: int) -> list[int]:
    """The empty cells."""
    return [*cells_of(TICTACTOE.board ^ (x | o))]


EXERCISES: tuple[Exercise, ...] = (
    masks,
    function(has_line, every_board, stones_shown),
    function(free, positions, position_shown),
    function(result, positions, position_shown),
)
