"""Positions, classes and games counted, without a walk from position to position.

If a position has no line, its stones can be played in any order, since no game ends on the way. So
a! * b! paths lead to one with a stones of X and b of O, and only the positions need counting. For a
finished position, a path is a choice of the last stone and an order of the others:

    going on, or drawn      a! * b!                         neither player has a line
    X has won               lasts(x) * (a - 1)! * b!        `lasts` as `cell_sets` has it
    O has won               lasts(o) * a! * (b - 1)!

Positions are counted by the stones of the player who moved last: how many sets of the other
player's stones, of the right size and without a line, fit into the remaining cells? Sums over
subsets (the zeta transform) answer this for every set of cells at once, with one addition for each
set and cell, and without visiting pairs of sets.

Classes are counted by Burnside's lemma: their number is the average, over the symmetries, of how
many positions each leaves unchanged. Stones that a symmetry leaves unchanged fill whole cycles of
it, so they are counted in the same way, with cycles in place of cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import NamedTuple

import numpy as np

from noughts.core.geometry import AnySymmetry
from noughts.core.rules import Rules, X, as_rules
from noughts.core.symmetry import cycles, symmetries
from noughts.core.turns import last_mover, winner
from noughts.kernels.dtypes import Array
from noughts.solver.counting.cell_sets import CellSets, cell_sets, halves
from noughts.system.progress import Reporter, limited


class Count(NamedTuple):
    """The counts after `ply` moves.

    `paths` is perft(ply), the number of ways to play that many moves; they lead to `positions`
    different positions, which are `classes` up to symmetry. Of the paths, `x_wins`, `o_wins` and
    `draws` are games that end there.

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


def counts(rules: Rules | str, progress: Reporter | None = None) -> Iterator[Count]:
    """Yield the exact counts of each ply as soon as they are known, up to the longest game.

    >>> from noughts import TICTACTOE, Rules
    >>> [count.classes for count in counts(TICTACTOE)]
    [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    >>> sum(count.positions for count in counts(Rules(4, 4, 4)))
    9722011

    `progress` is called with how much is done and how much there is; see `system.progress`.

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells.
    """
    rules = as_rules(rules)
    cells = rules.cells
    # Visiting every set takes about as long as six plies.
    report, all_steps = limited(progress), 6 + cells + 1
    sets = cell_sets(
        rules, "a count", lambda done, all_sets: report(6 * done, all_steps * all_sets)
    )
    group = symmetries(rules)
    unchanged = [_Unchanged(symmetry, sets, rules) for symmetry in group]
    for ply in range(cells + 1):
        report(6 + ply, all_steps)
        # How many stones the player who moved last has, and the other.
        last, other = (ply + 1) // 2, ply // 2
        tallies = [each.tally(last, other) for each in unchanged]
        going_on, finished, finishes = tallies[0]  # of the identity, which comes first
        if not going_on + finished:
            break
        paths_on = going_on * factorial(last) * factorial(other)
        paths_finished = finishes * factorial(last - 1) * factorial(other) if ply else 0
        x_wins = paths_finished if winner(last_mover(ply), rules) == X else 0
        yield Count(
            ply,
            paths_on + paths_finished,
            going_on + finished,
            sum(tally.going_on + tally.finished for tally in tallies) // len(group),
            x_wins,
            paths_finished - x_wins,
            paths_on if ply == cells else 0,
        )
    report(all_steps, all_steps)


class _Tally(NamedTuple):
    """Positions of one ply: those without a line, those with one, and these by last stones."""

    going_on: int
    finished: int
    finishes: int


class _Unchanged:
    """The positions that one symmetry leaves unchanged; with the identity, all."""

    def __init__(self, symmetry: AnySymmetry, sets: CellSets, rules: Rules) -> None:
        unions = np.zeros(1, np.uint32)  # the cells of each set of cycles, by the number of the set
        for cycle in cycles(symmetry, rules):
            unions = np.concatenate([unions, unions | np.uint32(cycle)])
        self._lineless = sets.lineless[unions]
        self._lasts = sets.lasts[unions]
        self._sizes = np.bitwise_count(unions)
        self._other = -1  # the size that `_fitting` counts
        self._fitting: Array

    def tally(self, last: int, other: int) -> _Tally:
        """How many there are, by the stones of the player who moved last and of the other."""
        if other != self._other:
            fitting = (self._lineless & (self._sizes == other)).astype(np.uint32)
            _sum_over_subsets(fitting)
            # The free cells are the complement of a set; its number is all ones minus the set's.
            self._other, self._fitting = other, fitting[::-1]
        own = np.flatnonzero(self._sizes == last)
        fitting, lasts = self._fitting[own], self._lasts[own]
        # At most C(25, 12) sets fit, times 25 last stones: less than 2**32.
        each = fitting * self._lineless[own], fitting * (lasts > 0), fitting * lasts
        return _Tally(*(int(numbers.sum(dtype=np.uint64)) for numbers in each))


def _sum_over_subsets(values: Array) -> None:
    """Replace the number of each set by the sum of those of all its subsets.

    >>> numbers = np.array([1, 10, 100, 1000])    # of {}, {0}, {1} and {0, 1}
    >>> _sum_over_subsets(numbers)
    >>> numbers.tolist()
    [1, 11, 101, 1111]
    """
    for cell in range(len(values).bit_length() - 1):
        without, having = halves(values, cell)
        having += without
