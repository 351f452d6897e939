"""Pairs of sets of stones that form positions: a set of one mark, and one of the other mark.

    X . X        own: two stones of X        other: sets of one stone of O, in the seven cells left
    . . .
    . . .

Sums over subsets (the zeta transform) give, for all sets at once, the number of sets of the other
mark that fit beside each. These sums take one addition for each set and each cell in it, and visit
no pairs of sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial
from typing import NamedTuple

from noughts.core.rules import O, Rules, X
from noughts.core.turns import last_mover, of_x
from noughts.kernels.dtypes import Array
from noughts.solver.counting.cell_sets import halves


class Fit(NamedTuple):
    """Positions with `own` stones of `mark` and `other` stones of the other mark.

    If the game has `ended`, the last stone has made a line of `mark`. Otherwise neither mark has a
    line.
    """

    mark: int
    own: int
    other: int
    ended: bool

    @property
    def ply(self) -> int:
        """The number of stones."""
        return self.own + self.other

    def interleaved(self, rules: Rules) -> int:
        """The number of ways to interleave the sets' orders; 1 if each player owns a mark."""
        return 1 if rules.answers.owned else comb(self.ply - self.ended, self.other)

    def orders(self, rules: Rules) -> int:
        """The number of orders of stones, if all are legal; if `ended`, the last stone is fixed."""
        own, other = self.own - self.ended, self.other
        return factorial(own) * factorial(other) * self.interleaved(rules)


def fits(rules: Rules) -> Iterator[Fit]:
    """Yield all pairs of sizes; pairs with the same `other` are adjacent.

    >>> [(fit.own, fit.ended) for fit in fits(Rules(3, 3, 3)) if fit.other == 2]
    [(2, False), (3, False), (3, True), (2, True)]
    """
    xs = [of_x(o, rules) for o in range(rules.cells + 1)]
    for other in range(rules.cells + 1):
        for mark, owns in ((X, xs[other]), (O, [o for o, x in enumerate(xs) if other in x])):
            if mark == X:
                yield from (Fit(mark, own, other, False) for own in owns)
            for own in owns:
                if own and mark in (last_mover(own + other, rules), *_marks(rules)):
                    yield Fit(mark, own, other, True)


def _marks(rules: Rules) -> tuple[int, ...]:
    """The marks whose lines either player may make."""
    return () if rules.answers.owned else (X, O)


def fitting(others: Array) -> Array:
    """For each set, the sum of `others` over the sets that fit beside it. Overwrites `others`.

    >>> import numpy as np
    >>> fitting(np.array([1, 10, 100, 1000])).tolist()    # of {}, {0}, {1} and {0, 1}
    [1111, 101, 11, 1]
    """
    for cell in range(len(others).bit_length() - 1):
        without, having = halves(others, cell)
        having += without
    # The free cells are the complement of a set, whose index is all ones minus the set's index.
    return others[::-1]
