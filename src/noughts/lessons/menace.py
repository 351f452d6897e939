"""Lesson 7: a machine of matchboxes that learns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import isclose

from noughts.core import symmetry
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, X
from noughts.lessons.exercise_kinds import Exercise, function, how_many, position_shown
from noughts.lessons.minimax import nearly_over
from noughts.solver.tables.table import table

FIRST = [0, 1, 4] * 4  # the first box: a corner, an edge and the middle
BOXES: tuple[list[int], ...] = (FIRST, [0], [4, 4], [1, 1, 2, 3, 3, 3], [])


def chance_after_a_win(answer: object) -> str:
    """The exercise on the chance of a first move in the middle after winning a game begun there."""
    after = learned(FIRST, 4, 1)
    right = (after.count(4), len(after))
    if not isinstance(answer, tuple) or len(answer) != len(right):
        return f"The answer is a pair of numbers, as in (4, 12); {quoted(answer)} is not."
    for said, number, of in zip(answer, right, ("of the middle", "in all"), strict=True):
        if said != number:
            return f"Not {quoted(said)} beads {of}. How many are put in after a win?"
    return ""


def beads_and_results() -> Iterator[tuple[list[int], int, int]]:
    """Boxes, each with a bead drawn from it and the result of the game."""
    for beads in BOXES:
        for bead in sorted(set(beads)):
            for result in (1, 0, -1):
                yield [*beads], bead, result


def learned(beads: list[int], bead: int, result: int) -> list[int]:
    """The beads in a box from which `bead` was taken, after a game with this `result`."""
    left = [*beads]
    left.remove(bead)
    return sorted(left + [bead] * (0, 2, 4)[result + 1])


def beads_and_cells() -> Iterator[tuple[list[int], int]]:
    """Every box with every cell."""
    return (([*beads], cell) for beads in BOXES for cell in range(TICTACTOE.cells))


def chance(beads: list[int], cell: int) -> Fraction:
    """The probability that a bead for a cell is drawn."""
    return Fraction(beads.count(cell), max(len(beads), 1))


def near(given: object, right: Fraction) -> bool:
    """Whether a number is right within the rounding errors of floats."""
    return isinstance(given, int | float | Fraction) and isclose(given, right, abs_tol=1e-9)


def boxes(mark: int, shared: bool) -> int:
    """The number of boxes for a machine that plays X or O.

    The machine has one box for each position in which it has a choice or, if boxes are `shared`,
    for each symmetry class of such positions.
    """
    found = [
        (position.x, position.o)
        for position in table(TICTACTOE)
        if position.outcome is None and position.turn == mark and position.ply < TICTACTOE.cells - 1
    ]
    return len({symmetry.canonical(*each, TICTACTOE) for each in found} if shared else found)


@cache
def by_chance(position: Position) -> Fraction:
    """X's expected result if both players move at random from this position on."""
    if position.outcome:
        return Fraction(position.outcome.worth(X))
    after = [by_chance(position.play(cell)) for cell in position.legal_moves]
    return sum(after, Fraction(0)) / len(after)


EXERCISES: tuple[Exercise, ...] = (
    chance_after_a_win,
    function(learned, beads_and_results),
    function(chance, beads_and_cells, same=near),
    how_many(lambda: boxes(X, shared=False)),
    how_many(lambda: boxes(O, shared=True)),
    function(lambda x, o: by_chance(Position(x, o)), nearly_over, position_shown, near),
)
