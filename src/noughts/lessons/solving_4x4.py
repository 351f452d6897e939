"""Lesson 8: solving 4x4."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, count, product
from typing import Any

from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, X
from noughts.lessons.exercise_kinds import Exercise, cells, function, how_many, position_shown
from noughts.lessons.minimax import nearly_over

FOUR = Rules(4, 4, 4)
EDGE = 1  # X's first move, for which the student finds O's answer and the pairs
SIZES = range(2, 8)
Pairs = list[tuple[int, int]]
PAIRS_AND_LINES: tuple[tuple[Pairs, list[int]], ...] = (
    ([(0, 1), (3, 4)], [7, 56]),
    ([(0, 1)], [7, 73]),
    ([(0, 1), (1, 4)], [7, 146]),
    ([(2, 0), (8, 5), (7, 1)], [7, 292, 146]),
    ([(0, 8), (2, 6)], [273, 84]),
    ([(0, 8), (8, 6)], [273, 448]),
    ([(0, 1), (5, 8), (3, 6)], [*TICTACTOE.lines]),
    ([], []),
)


def sizes() -> Iterator[tuple[int, int, int]]:
    """The rows, columns and k of boards on which lines of k cells fit in all four directions."""
    for rows, cols in product(SIZES, repeat=2):
        for k in range(2, min(rows, cols) + 1):
            yield rows, cols, k


def hold(pairs: Pairs, lines: list[int]) -> bool:
    """Whether every line holds a pair, and no cell is in two pairs."""
    used = [*chain(*pairs)]
    return len(set(used)) == len(used) and all(
        any(line >> a & line >> b & 1 for a, b in pairs) for line in lines
    )


def answer_and_pairs(given: Any) -> str:
    """The exercise on O's answer to X's first move, and on cell pairs in all lines without an O."""
    try:
        answer, pairs = given
        used = [EDGE, answer, *(cell for a, b in pairs for cell in (a, b))]
    except (TypeError, ValueError):
        return f"The answer is a cell and a list of pairs; {quoted(given)} is not."
    for place, cell in enumerate(used):
        if cell not in range(FOUR.cells):
            return f"The cells are those from 0 to {FOUR.cells - 1}; {quoted(cell)} is not one."
        if cell in used[:place]:
            return f"Cell {cell} is there twice; X has cell {EDGE}."
    for line in FOUR.lines:
        if not line >> answer & 1 and not hold(pairs, [line]):
            return f"The line on {cells(line)} has no stone of O and no pair."
    return ""


@cache
def forced(position: Position) -> bool:
    """Whether X can force a line from a position, whoever is to move."""
    if position.outcome:
        return position.outcome.winner == X
    enough = any if position.turn == X else all
    return enough(forced(position.play(cell)) for cell in position.legal_moves)


def enough_cells() -> int:
    """The least n for which an n x n board has at least two cells for each line of n cells."""
    sides = (n for n in count(2) if 2 * len(Rules(n, n, n).lines) <= n * n)
    return next(sides)


EXERCISES: tuple[Exercise, ...] = (
    function(lambda rows, cols, k: len(Rules(rows, cols, k).lines), sizes),
    answer_and_pairs,
    function(hold, lambda: PAIRS_AND_LINES),
    function(lambda x, o: forced(Position(x, o)), nearly_over, position_shown),
    how_many(enough_cells),
)
