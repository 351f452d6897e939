"""Values and best moves in bulk: a score for each position, looked up where it stands.

If the library has solved the board in memory, an array has one byte for every `pair` code. If the
scores are in a file, a compiled loop finds the place as `tables.table_file` describes it:

    O's stones ──> their block, and the symmetry that takes them to their least image    (arrays)
    X's stones ──> their rank among the cells that O's image leaves                      (the loop)
    block and rank ──> a byte of the file
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import refuse_first
from noughts.arrays.dtypes import narrowest
from noughts.arrays.values_kernel import look_up
from noughts.codecs.pair import Pair
from noughts.core import bits, turns
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.kernels.compiler import build
from noughts.kernels.recorded import Loop, of_boards
from noughts.solver.tables.set_images import least_sets, sources
from noughts.solver.tables.table import Table, table
from noughts.solver.tables.table_file import NEVER, TableFile

PART = 1 << 16  # items whose arrays stay in the second-level cache

Array = npt.NDArray[Any]
Scores = npt.NDArray[np.int8]


def scores(x: Array, o: Array, rules: Rules) -> Scores:
    """The scores [n] of `tables.table`. Raises what that raises, with the item's number."""
    found = _scores_of(table(rules))(x, o)
    if len(found) and found.max() == NEVER:
        refuse_first(found == NEVER, lambda item: table(rules)[Position(x[item], o[item], rules)])
    return found


def best_moves(x: Array, o: Array, rules: Rules) -> Array:
    """Bitboards [n] of the moves that keep the value. Raises what `scores` raises."""
    value = np.sign(scores(x, o, rules))
    best = np.empty_like(x)
    for begin in range(0, len(x), PART):
        part = slice(begin, begin + PART)
        best[part] = _keeping(value[part], x[part], o[part], rules)
    return best


def _keeping(value: Scores, x: Array, o: Array, rules: Rules) -> Array:
    """The moves after which the opponent's value is the opposite of `value`."""
    scores_of = _scores_of(table(rules))
    legal, turn = np.empty_like(x), np.empty(len(x), np.uint8)
    of_boards(bits.legal_cells, rules)(x, o, legal)
    of_boards(turns.turn, rules)(x, o, turn)
    best = np.zeros_like(x)
    for cell in range(rules.cells):
        stone = x.dtype.type(1 << cell)
        played = np.flatnonzero(legal & stone)
        of_x = (turn[played] == X) * stone
        after = scores_of(x[played] | of_x, o[played] | of_x ^ stone)
        best[played] |= (np.sign(-after) == value[played]) * stone
    return best


@lru_cache(maxsize=32)  # as many as `table` keeps
def _scores_of(solved: Table) -> Callable[[Array, Array], Scores]:
    """The function from bitboards to scores; `NEVER` if play cannot reach a position."""
    if isinstance(solved.scores, TableFile):
        return _InFile(solved.scores)
    return _InMemory(solved)


class _InMemory:
    """The score of every position, by its `pair` code; there are 4**cells codes."""

    def __init__(self, solved: Table) -> None:
        self._rules = rules = solved.rules
        self._scores = np.full(4**rules.cells, NEVER, np.int8)
        for position in solved:
            self._scores[position.x | position.o << rules.cells] = solved.score(position)

    def __call__(self, x: Array, o: Array) -> Scores:
        codes = np.empty(len(x), narrowest(2 * self._rules.cells))
        of_boards(_pair, self._rules)(x, o, codes)
        return self._scores[codes]


def _pair(x: Any, o: Any, rules: Rules) -> Any:
    return Pair(rules).encode_bits(x, o)


class _InFile:
    """The scores of a file, and the places found so far for sets of O's stones.

    Only those sets take memory: the system gives an array of zeros none before it is written to.
    """

    def __init__(self, file: TableFile) -> None:
        rules = file.rules
        cells = rules.cells
        self._file = file
        self._scores = np.frombuffer(file.content, np.int8)
        self._block = np.zeros(1 << cells, np.int64)  # where it begins; 0 if not asked for yet
        self._symmetry = np.zeros(1 << cells, np.uint16)
        self._sources = sources(rules)
        self._choose = np.array([[comb(n, k) for k in range(cells + 2)] for n in range(cells + 1)])

    def __call__(self, x: Array, o: Array) -> Scores:
        found = np.empty(len(x), np.int8)
        for begin in range(0, len(x), PART):
            part = slice(begin, begin + PART)
            self._find(o[part])
            _compiled()(
                *(x[part], o[part], found[part]),
                *(self._block, self._symmetry, self._sources, self._choose, self._scores),
            )
        return found

    def _find(self, o: Array) -> None:
        """Find and check the blocks of sets that are asked for the first time."""
        new = np.unique(o[self._block[o] == 0])
        if not len(new):
            return
        least, symmetry = least_sets(new, self._file.rules)
        stones = np.bitwise_count(new)
        at = np.full(len(new), -1)
        for size, section in self._file.sections.items():
            sets = np.frombuffer(
                self._file.content, "<u4", section.blocks, self._file.sets_at + 4 * section.first
            )
            chosen = stones == size
            numbers = np.searchsorted(sets, least[chosen])
            for number in np.unique(numbers):
                self._file.check(section.first + int(number))
            at[chosen] = section.at + numbers * section.size
        self._symmetry[new] = symmetry
        self._block[new] = at  # last: an entry means that the block is checked


@cache
def _compiled() -> Loop:
    """`look_up`, compiled."""
    loop: Loop = build("look_up", look_up).look_up
    return loop
