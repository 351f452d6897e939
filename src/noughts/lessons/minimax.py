"""Lesson 4: minimax."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from noughts.core.cell_names import cell_name
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.lessons.bits import positions
from noughts.lessons.exercise_kinds import Exercise, function, how_many, position_shown

BY_HAND = Position.parse("XO./OOX/X..")
# A student's function gets boards with at most this many empty cells, since it may visit every
# position that follows.
MOST_EMPTY = 5


def by_hand(answer: object) -> str:
    """The exercise that asks for the value of each move in a position, for the player who moves."""
    moves = BY_HAND.legal_moves
    if not isinstance(answer, list) or len(answer) != len(moves):
        return f"The answer is a list of {len(moves)} numbers; {quoted(answer)} is not."
    for cell, said in zip(moves, answer, strict=True):
        if said != -BY_HAND.play(cell).value:  # for the player who made the move
            return f"{said!r} is not right for {cell_name(cell, TICTACTOE)}. What will O answer?"
    return ""


def late(most_empty: int = MOST_EMPTY) -> Iterator[tuple[int, int]]:
    """Positions near the end of the game."""
    return ((x, o) for x, o in positions() if (x | o).bit_count() >= TICTACTOE.cells - most_empty)


def nearly_over() -> Iterator[tuple[int, int]]:
    """Positions nearer the end than those of `late`, for functions that visit boards repeatedly."""
    return late(MOST_EMPTY - 1)


def unfinished() -> Iterator[tuple[int, int]]:
    """The positions from `late` in which the game goes on."""
    return ((x, o) for x, o in late() if Position(x, o).outcome is None)


@cache
def paths(position: Position) -> int:
    """The number of boards that minimax visits from a position, including this position."""
    return 1 + sum(paths(position.play(cell)) for cell in position.legal_moves)


EXERCISES: tuple[Exercise, ...] = (
    by_hand,
    function(lambda x, o: Position(x, o).value, late, position_shown),
    function(lambda x, o: Position(x, o).best_moves(), unfinished, position_shown),
    how_many(lambda: paths(Position()), " Count every call, the first too."),
)
