"""Estimates the cost of making the table file of a board, before any work is done."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import NamedTuple

from noughts.core.rules import Rules
from noughts.core.symmetry import cycles, symmetries
from noughts.solver.tables.layout import layout_of
from noughts.solver.tables.table_file import BY_SETS, INSTEAD

BYTES_A_SET = 32  # memory for each set of cells while a table is made
SCORES_A_SECOND = 20_000_000  # the speed of one processor, including preparation and writing


class Cost(NamedTuple):
    """The bytes of the file, the bytes of memory, and a rough estimate of the seconds."""

    file: int
    memory: int
    seconds: float


def cost(rules: Rules) -> Cost:
    """The cost of making a table of the board.

    >>> f"{cost(Rules(4, 4, 4)).file:,}"    # without the first line
    '1,390,558'

    Raises `RulesError` for a game that cannot have a table in a file.
    """
    rules.require("a table of every position", *BY_SETS, instead=INSTEAD)
    rules.require_listed("a table of every position")
    layout, classes = layout_of(rules), set_classes(rules)
    layers = [classes[stones] * layout.size(stones) for stones in layout.layers]
    # Two layers are in memory at a time, besides the facts about sets.
    together = max(sum(pair) for pair in pairwise([0, *layers]))
    scores = sum(layers)
    return Cost(
        file=scores + 8 * sum(classes[stones] for stones in layout.layers),
        memory=together + (BYTES_A_SET << rules.cells),
        seconds=scores / SCORES_A_SECOND / (os.cpu_count() or 1),
    )


def set_classes(rules: Rules) -> list[int]:
    """The number of sets of cells of each size, up to symmetry.

    By Burnside's lemma, this is the average, over all symmetries, of the number of sets that a
    symmetry leaves unchanged. These are the sets that contain all cells or no cell of each cycle of
    the symmetry. So the product of 1 + x**length over all its cycles counts them: the coefficient
    of x**size is the number of unchanged sets of that size.

    >>> set_classes(Rules(3, 3, 3))[:5]
    [1, 3, 8, 16, 23]
    """
    cells = rules.cells
    totals = [0] * (cells + 1)
    for symmetry in symmetries(rules):
        unchanged = [1] + [0] * cells
        for cycle in cycles(symmetry, rules):
            length = cycle.bit_count()
            unchanged = [  # times 1 + x**length
                unchanged[size] + (unchanged[size - length] if size >= length else 0)
                for size in range(cells + 1)
            ]
        totals = [total + each for total, each in zip(totals, unchanged, strict=True)]
    return [total // len(symmetries(rules)) for total in totals]
