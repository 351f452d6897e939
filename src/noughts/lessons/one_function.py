"""Lesson 6: one function, on numbers, arrays, unknowns and slices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from noughts.core import bits
from noughts.core.message_text import quoted
from noughts.core.rules import TICTACTOE, Rules
from noughts.expressions.slices import Slices
from noughts.lessons.bits import BOARDS
from noughts.lessons.exercise_kinds import Exercise, cells, function, how_many, stones_shown, whole
from noughts.lessons.game import every_board

FOUR = Rules(4, 4, 4)
HALF_BOARD = FOUR.cells // 2


def on_their_side(boards: Iterable[int]) -> list[int]:
    """The slices of the boards: for each cell, a number with one bit for each board."""
    turned = [0] * TICTACTOE.cells
    for game, stones in enumerate(boards):
        for cell in bits.cells_of(stones):
            turned[cell] |= 1 << game
    return turned


def expression(
    right: Callable[..., int],
    cases: Callable[[], Iterable[tuple[int, ...]]],
    shown: Callable[..., str],
) -> Exercise:
    """An exercise whose answer is a bit expression, which must also work on slices.

    A `Slices` object always counts as true, equals only itself, and has no order. So a function
    that compares its arguments, or tests them in an `if`, gives a wrong result or raises an error.
    """
    of_numbers = function(right, cases, shown)

    def exercise(answer: Any) -> str:
        if hint := of_numbers(answer):
            return hint
        every = [*cases()]
        slices = [Slices(on_their_side(each), len(every)) for each in zip(*every, strict=True)]
        try:
            given = answer(*slices)
        except Exception as error:  # a student's function may raise anything
            return f"Right for numbers. For slices it raises {type(error).__name__}: {error}"
        if not isinstance(given, Slices):
            return f"Right for numbers. For slices it gives {quoted(given)}, which is not slices."
        for game, case in enumerate(every):
            if given[game] != right(*case):
                return f"Right for numbers. In slices it gives {given[game]} for {shown(*case)}"
        return ""

    return exercise


def choices() -> Iterator[tuple[int, int, int]]:
    """Masks, each with two boards to choose from."""
    return product(BOARDS[::37], BOARDS[::41], BOARDS[::43])


def chosen(mask: int, a: int, b: int) -> int:
    """The bits of `a` where `mask` is set, and the bits of `b` elsewhere."""
    return a & mask | b & ~mask


def row_ends(stones: int) -> int:
    """The cells whose row has stones in both other cells."""
    found = 0
    for line in TICTACTOE.lines[: TICTACTOE.rows]:  # the rows come first
        for cell in bits.cells_of(line):
            if line & ~stones & ~(1 << cell) == 0:
                found |= 1 << cell
    return found


def batches() -> Iterator[tuple[list[int]]]:
    """Lists of boards: none, one, a few and all."""
    return (([*boards],) for boards in ((), (300,), BOARDS[::100], BOARDS))


def every_board_of(count: int) -> Slices:
    """All boards of `count` cells as slices: the board of game g is the number g.

    In binary, the slice of cell 0 therefore ends in 10101010, and the slice of cell 1 in 11001100.
    """
    games = 1 << count
    everyone = (1 << games) - 1
    runs = [1 << cell for cell in range(count)]  # of zeros and of ones, in turn
    return Slices([everyone // ((1 << run) + 1) << run for run in runs], games)


def with_a_line() -> int:
    """The number of 4x4 boards that contain a line of four."""
    return int(bits.line_starts(every_board_of(FOUR.cells), FOUR).any()).bit_count()


def drawn(answer: object) -> str:
    """The exercise that asks for eight X's on a full 4x4 board on which nobody has a line."""
    x = whole(answer)
    if x is None or not 0 <= x <= FOUR.board:
        return f"The answer is a number from 0 to {FOUR.board}; {quoted(answer)} is not."
    if x.bit_count() != HALF_BOARD:
        return f"X has {x.bit_count()} stones there, not {HALF_BOARD}."
    for name, stones in (("X", x), ("O", FOUR.board ^ x)):
        for line in FOUR.lines:
            if (stones & line) == line:
                return f"There {name} has a line, on {cells(line)}."
    return ""


EXERCISES: tuple[Exercise, ...] = (
    expression(chosen, choices, lambda *case: ", ".join(f"{each:#011b}" for each in case)),
    expression(lambda stones: int(stones != 0), every_board, stones_shown),
    expression(row_ends, every_board, stones_shown),
    function(on_their_side, batches),
    how_many(with_a_line),
    drawn,
)
