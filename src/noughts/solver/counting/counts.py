"""Counts of positions, classes and games, in most games without visiting each position.

If a position has no line, each player's stones can be played in any order, since no game ends on
the way. So a! * b! paths lead to such a position with `a` stones of X and `b` of O, and only the
positions need counting. A path to a position with a line consists of a choice of the last stone and
an order of the others:

    going on, or drawn      a! * b!                         neither player has a line
    X has won               lasts(x) * (a - 1)! * b!        `lasts` as in `cell_sets`
    O has won               lasts(o) * a! * (b - 1)!

To count positions, the module `fits` finds, for each set of one player's stones, the number of sets
of the other player's stones that have the right size, contain no line and fit into the remaining
cells. The rules determine which sizes occur together. In a wild game, the orders of the two sets
may be interleaved in any way. If a run of more than k stones is not a line, some orders are not
legal, and the module `orders` counts the legal ones.

Classes are counted by Burnside's lemma: their number is the average number of positions that a
symmetry leaves unchanged. In such a position, each player's stones fill whole cycles of the
symmetry, so these positions are counted in the same way, with cycles in place of cells.

The positions of a game that lacks one of the laws `any_order` and `stones` are enumerated ply by
ply (in the module `walk`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from noughts.core.geometry import AnySymmetry
from noughts.core.rules import O, Rules, X, as_rules
from noughts.core.symmetry import cycles, symmetries
from noughts.core.turns import opponent
from noughts.kernels.dtypes import Array
from noughts.solver.counting.cell_sets import CellSets, cell_sets
from noughts.solver.counting.fits import Fit, fits, fitting
from noughts.solver.counting.orders import paths
from noughts.solver.counting.perft import by_result
from noughts.solver.counting.walk import walked
from noughts.solver.tables.table_file import BY_SETS
from noughts.system.progress import Reporter, limited


class Count(NamedTuple):
    """The counts after `ply` moves.

    `paths` is perft(ply), the number of ways to play `ply` moves. The paths lead to `positions`
    different positions, in `classes` symmetry classes. `x_wins`, `o_wins` and `draws` are the
    numbers of paths that end the game at this ply with each result.

    >>> from noughts import TICTACTOE
    >>> list(counts(TICTACTOE))[5]
    Count(ply=5, paths=15120, positions=1260, classes=174, x_wins=1440, o_wins=0, draws=0)
    """

    ply: int
    paths: int
    positions: int
    classes: int
    x_wins: int
    o_wins: int
    draws: int


def counts(
    rules: Rules | str,
    progress: Reporter | None = None,
    allow: Callable[[int, int], object] | None = None,
) -> Iterator[Count]:
    """Yield the exact counts of each ply, up to the end of the longest game.

    >>> from noughts import TICTACTOE, Rules
    >>> [count.classes for count in counts(TICTACTOE)]
    [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    >>> sum(count.positions for count in counts(Rules(4, 4, 4)))
    9722011

    `progress` is called with the amount of work done and the total; see `system.progress`. The
    positions of a game that lacks one of the laws `any_order` and `stones` are enumerated ply by
    ply, and the counts of each ply are yielded as soon as they are known. In such a game, `allow`
    is called before each ply, with the number of the ply and the bytes of memory that the ply may
    take. An error that `allow` raises ends the count.

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells, but if the positions
    are enumerated, only for a board of more than `WALKED_CELLS`.
    """
    rules = as_rules(rules)
    if not rules.has(*BY_SETS):
        for ply, row in enumerate(walked(rules, progress, allow)):
            yield Count(ply, *row)
        return
    cells, longer, report = rules.cells, rules.has("longer"), limited(progress)
    # Visiting every set takes about as long as six plies; counting orders, as four for each cell.
    before = 6 if longer else 6 + 4 * cells
    steps = before + cells + 1
    sets = cell_sets(rules, "a count", lambda done, of: report(6 * done, steps * of))
    every, group, by_orders = [*fits(rules)], symmetries(rules), dict[Fit, int]()
    if not longer:
        by_orders = paths(
            sets, every, rules, lambda done, of: report(6 * of + 4 * cells * done, steps * of)
        )
    unchanged = [_Unchanged(symmetry, sets, rules) for symmetry in group]
    positions, images, going_on, lined = ([0] * (cells + 1) for _ in range(4))
    for each in every:
        report(before + each.other, steps)
        found = [of_symmetry(each) for of_symmetry in unchanged]
        number, orders = found[0]  # of the identity, which comes first
        positions[each.ply] += number
        images[each.ply] += sum(number for number, _ in found)
        into = lined if each.ended else going_on
        into[each.ply] += by_orders[each] if by_orders else orders * each.orders(rules)
    for ply in range(cells + 1):
        if not positions[ply]:
            break
        classes, stuck = images[ply] // len(group), going_on[ply] if ply == cells else 0
        ends = by_result(ply, lined[ply], stuck, rules)
        yield Count(ply, going_on[ply] + lined[ply], positions[ply], classes, *ends)
    report(steps, steps)


class _Unchanged:
    """Counts the positions that one symmetry leaves unchanged; for the identity, all positions."""

    def __init__(
        self, symmetry: AnySymmetry, sets: tuple[CellSets, CellSets], rules: Rules
    ) -> None:
        unions = np.zeros(1, np.uint32)  # the cells of each set of cycles, by the number of the set
        for cycle in cycles(symmetry, rules):
            unions = np.concatenate([unions, unions | np.uint32(cycle)])
        x, o = sets
        self._sets = {X: CellSets(x.open[unions], x.lasts[unions])}
        self._sets[O] = self._sets[X] if o is x else CellSets(o.open[unions], o.lasts[unions])
        self._sizes = np.bitwise_count(unions)
        self._beside = (0, -1)  # the player and the size of the sets that `_fitting` counts
        self._fitting: Array

    def __call__(self, fit: Fit) -> tuple[int, int]:
        """Two counts of positions: each counted once, and once for each possible last stone."""
        own, other = self._sets[fit.mark], self._sets[opponent(fit.mark)]
        if self._beside != (id(other), fit.other):
            self._beside = id(other), fit.other
            self._fitting = fitting((other.open & (self._sizes == fit.other)).astype(np.uint32))
        facts: Array = own.lasts if fit.ended else own.open
        chosen = np.flatnonzero((self._sizes == fit.own) & (facts != 0))
        fits_beside = self._fitting[chosen]
        # At most C(25, 12) sets fit, and there are at most 25 last stones: fewer than 2**32 pairs.
        each = fits_beside, fits_beside * facts[chosen]
        number, ways = (int(numbers.sum(dtype=np.uint64)) for numbers in each)
        return number, ways
