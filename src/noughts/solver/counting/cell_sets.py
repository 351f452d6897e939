"""Facts about all sets of cells of a small board, in arrays of length `2**cells`, one item per set.

The stones of a player or, in a game without the law `owned`, the stones of a mark form a set of
cells. Two facts about a set decide to which positions it can belong:

    open[s]     whether s contains no line, and can be placed stone by stone without making one
    lasts[s]    the number of stones that may have made the lines of s: without such a stone, s is
                open

    X X X            X X X            X . .
    . O .  lasts 3   X O O  lasts 1   . . .  lasts 0, since two lines share no cell
    . O .            X . O            . . .

If a run of more than k stones is a line, too, every set without a line is open: in whatever order
its stones are placed, they never make a line.

For each symmetry class of sets of O's stones, a table file contains the scores of only one set, the
least. `least_sets` finds the least image of each set, and a symmetry that maps the set to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noughts.core.bits import line_starts
from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries, transform, transform_cell
from noughts.errors import TooLargeError
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Array, Bools, Int64s, Uint8s, Uint16s
from noughts.solver.tables.table_file import BY_SETS, INSTEAD, RETROGRADE_CELLS
from noughts.system.progress import Reporter, limited

PART = 1 << 18  # sets that are handled together


class CellSets(NamedTuple):
    """The facts about sets of cells: bool `open` and uint8 `lasts`, indexed by a set's bitboard."""

    open: Bools
    lasts: Uint8s


def cell_sets(
    rules: Rules, what: str, progress: Reporter | None = None
) -> tuple[CellSets, CellSets]:
    """The facts for sets of X's and of O's stones; the same object twice if lines count for both.

    `what` tells in error messages what the sets are for. `progress` is called with the amount of
    work done and the total; see `system.progress`.

    >>> from noughts import TICTACTOE
    >>> sets, _ = cell_sets(TICTACTOE, "an example")
    >>> int(sets.open.sum()), int(sets.lasts[0b111]), int(sets.lasts[0b111_000_111])
    (230, 3, 0)

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells.
    """
    check_cells(rules, what)
    cells = rules.cells
    report = limited(progress)
    report(0, 1)
    lineless = np.empty(1 << cells, np.bool_)
    # The sets are handled in parts, so that their arrays stay in the processor's cache.
    for begin in range(0, 1 << cells, PART):
        part = np.arange(begin, min(begin + PART, 1 << cells), dtype=np.uint32)
        lineless[begin : begin + PART] = line_starts(part, rules) == 0
        report(begin, 2 << cells)
    is_open = lineless
    if not rules.has("longer"):
        is_open = lineless.copy()
        build("open", keep_open).keep_open(is_open)
    lasts = np.zeros(1 << cells, np.uint8)
    for cell in range(cells):
        report(cells + cell, 2 * cells)
        # The index of a set without a cell is lower by `1 << cell` than the index with the cell.
        without, _ = halves(is_open, cell)
        _, having = halves(lasts, cell)
        having += without
    lasts[lineless] = 0
    ending = CellSets(is_open, lasts)
    worth = rules.answers.line.worth
    never = CellSets(np.ones_like(is_open), np.zeros_like(lasts)) if None in worth else ending
    x, o = (never if each is None else ending for each in worth)
    return x, o


def keep_open(is_open: Bools) -> None:
    """Of the sets without a line, leave open only those that are an open set and one more cell."""
    for stones in range(1, len(is_open)):
        rest, found = stones, False
        while rest and not found:
            found = is_open[stones & ~(rest & -rest)]
            rest &= rest - 1
        is_open[stones] &= found


def check_cells(rules: Rules, what: str) -> None:
    """Raise an error unless sets of cells can describe the positions of a game.

    `what` tells in error messages what the sets are for. Raises `TooLargeError` for a board of more
    than `RETROGRADE_CELLS` cells, and `RulesError` for a game without the laws `BY_SETS`.
    """
    rules.require(what, *BY_SETS, instead=INSTEAD)
    if rules.cells > RETROGRADE_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; {what} looks at every set of them, and is made for "
            f"boards of up to {RETROGRADE_CELLS}"
        )


def halves(values: Array, cell: int) -> tuple[Array, Array]:
    """Two views of an array indexed by sets: the items of sets without a cell, and of sets with it.

    >>> [half.ravel().tolist() for half in halves(np.arange(8), 1)]
    [[0, 1, 4, 5], [2, 3, 6, 7]]
    """
    pairs = values.reshape(-1, 2, 1 << cell)
    return pairs[:, 0], pairs[:, 1]


def least_sets(
    sets: Array, rules: Rules, progress: Reporter | None = None
) -> tuple[Array, Uint16s]:
    """The least image of each set, and the number of the first symmetry that maps the set to it.

    `progress` is called with the number of symmetries done and the total number of symmetries.

    >>> from noughts import TICTACTOE
    >>> least, symmetry = least_sets(np.array([0b001, 0b100, 1 << 8]), TICTACTOE)
    >>> least.tolist(), symmetries(TICTACTOE)[symmetry[1]].name
    ([1, 1, 1], 'MIRROR')
    """
    report, every = limited(progress), symmetries(rules)
    least, symmetry = sets.copy(), np.zeros(len(sets), np.uint16)
    for number, by in enumerate(every):
        report(number, len(every))
        image = transform(sets, by, rules)
        symmetry[image < least] = number
        np.minimum(least, image, out=least)
    return least, symmetry


def sources(rules: Rules) -> Int64s:
    """An array whose item `[number, cell]` is the cell that symmetry `number` takes to `cell`.

    >>> from noughts import TICTACTOE, Symmetry
    >>> sources(TICTACTOE)[symmetries(TICTACTOE).index(Symmetry.ROTATE_90)].tolist()
    [6, 3, 0, 7, 4, 1, 8, 5, 2]
    """
    found = np.zeros((len(symmetries(rules)), rules.cells), np.int64)
    for number, by in enumerate(symmetries(rules)):
        for cell in range(rules.cells):
            found[number, transform_cell(cell, by, rules)] = cell
    return found
