"""The best moves that a rule chooses among, in bulk, each position worked out once.

A small board has an array with a set for every `pair` code, filled as positions are met; 0 means
that a position has not been met. On a board that a file solves, each is worked out when it is asked
for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays import values
from noughts.arrays.dtypes import board_dtype
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.drawing import chosen
from noughts.players.foreseeing import weighs_random
from noughts.solver.tables.table import TABLE_CELLS

Array = npt.NDArray[Any]


class BestSets:
    """The sets of one board by one rule: `first`, `random` or `trap`."""

    def __init__(self, rules: Rules, rule: str) -> None:
        self._rules = rules
        self._rule = rule
        dtype = board_dtype(rules)
        small = rules.cells <= TABLE_CELLS
        self._known = np.zeros(4**rules.cells, dtype) if small else None

    def __call__(self, x: Array, o: Array) -> Array:
        """Bitboards [n] for positions that are not over. Raises what `values.scores` raises."""
        if self._known is None:
            return self._found(x, o)
        codes = x.astype(np.uint32) | o.astype(np.uint32) << np.uint32(self._rules.cells)
        sets = self._known[codes]
        new, first = np.unique(codes[sets == 0], return_index=True)
        if len(new):
            where = np.flatnonzero(sets == 0)[first]
            self._known[new] = self._found(x[where], o[where])
            sets = self._known[codes]
        return sets

    def _found(self, x: Array, o: Array) -> Array:
        if self._rule == "trap" and weighs_random(self._rules):
            pairs = zip(x.tolist(), o.tolist(), strict=True)
            cells = [chosen(Position(*pair, self._rules), "trap")[0] for pair in pairs]
            return x.dtype.type(1) << np.array(cells, x.dtype)
        best = values.best_moves(x, o, self._rules)
        return best & -best if self._rule == "first" else best


@lru_cache(maxsize=32)
def best_sets(rules: Rules, rule: str) -> BestSets:
    """The sets of a board by a rule; what is worked out is kept."""
    return BestSets(rules, rule)
