"""Values and best moves in bulk, from the scores of positions in the board's table.

For a table in memory, an array holds a score, one byte, for every `pair` code. For a table in a
file, a compiled loop computes the place of each score, as described in `tables.table_file`:

    O's stones ──> their block, and the symmetry that takes them to their least image    (arrays)
    X's stones ──> their rank among the cells that O's image leaves                      (the loop)
    block and rank ──> a byte of the blocks read so far
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from threading import Lock

import numpy as np

from noughts.arrays.boards import play_stones
from noughts.arrays.checks import refuse_first
from noughts.arrays.memory import narrowest
from noughts.codecs.pair import Pair
from noughts.core import bits
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.set_numbers import binomials
from noughts.core.successors import moves_at
from noughts.expressions.trace import Operand
from noughts.kernels.compiled_expressions import Loop, of_boards
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Bitboards, Int8s, Int64s, Uint16s
from noughts.solver.counting.cell_sets import least_sets, sources
from noughts.solver.tables.layout import layout_of
from noughts.solver.tables.table import Table, table
from noughts.solver.tables.table_file import NEVER, OTHER_SETS, StoredTable

PART = 1 << 16  # items whose arrays stay in the second-level cache
KEPT = 1 << 30  # bytes of blocks in memory; only the table of 5x5 has more


def scores(x: Bitboards, o: Bitboards, rules: Rules) -> Int8s:
    """The scores [n] in `tables.table`. Raises what the table raises, naming the item."""
    found = _scores_of(table(rules))(x, o)
    if len(found) and found.max() == NEVER:
        refuse_first(found == NEVER, lambda item: table(rules)[Position(x[item], o[item], rules)])
    return found


def best_moves(x: Bitboards, o: Bitboards, rules: Rules) -> Bitboards:
    """Masks [n] of the moves that keep the value. Raises what `scores` raises."""
    value = np.sign(scores(x, o, rules))
    best = np.empty(len(x), narrowest(rules.actions))
    for begin in range(0, len(x), PART):
        part = slice(begin, begin + PART)
        best[part] = _keeping(value[part], x[part], o[part], rules)
    return best


def _keeping(value: Int8s, x: Bitboards, o: Bitboards, rules: Rules) -> Bitboards:
    """The moves that keep `value`; its sign changes if the opponent moves next."""
    scores_of = _scores_of(table(rules))
    legal, best = np.empty_like(x), np.zeros(len(x), narrowest(rules.actions))
    of_boards(bits.legal_cells, rules)(x, o, legal)
    signs = np.array([moves_at(ply, rules).sign for ply in range(rules.cells + 1)], np.int8)
    next_value = value * signs[np.bitwise_count(x | o)]
    play = play_stones(rules, checks=False)
    for move in range(rules.actions):
        hand, cell = divmod(move, rules.cells)
        played = np.flatnonzero(legal >> cell & 1)
        stones = np.zeros((rules.actions // rules.cells, len(played)), x.dtype)
        stones[hand] = 1 << cell
        after = np.empty((2, len(played)), x.dtype)
        play(x[played], o[played], *stones, *after)
        kept = np.sign(scores_of(*after)) == next_value[played]
        best[played] |= kept * best.dtype.type(1 << move)
    return best


@lru_cache(maxsize=32)  # as many as `table` keeps
def _scores_of(solved: Table) -> Callable[[Bitboards, Bitboards], Int8s]:
    """The function from bitboards to scores, which gives `NEVER` for unreachable positions."""
    if isinstance(solved.scores, StoredTable):
        return _InFile(solved.scores)
    return _InMemory(solved)


class _InMemory:
    """The score of every position, indexed by its `pair` code; there are 4**cells codes."""

    def __init__(self, solved: Table) -> None:
        self._rules = rules = solved.rules
        self._scores = np.full(4**rules.cells, NEVER, np.int8)
        for position in solved:
            self._scores[position.x | position.o << rules.cells] = solved.score(position)

    def __call__(self, x: Bitboards, o: Bitboards) -> Int8s:
        codes = np.empty(len(x), narrowest(2 * self._rules.cells))
        of_boards(_pair, self._rules)(x, o, codes)
        return self._scores[codes]


def _pair(x: Operand, o: Operand, rules: Rules) -> Operand:
    return Pair(rules).encode_bits(x, o)


class _InFile:
    """The scores of a table in a file: the blocks read so far, and the place where each begins.

    The array of scores has room for more blocks, but only the blocks that have been read take
    memory, since the system allocates each page at the first write to that page.
    """

    def __init__(self, file: StoredTable) -> None:
        cells = file.rules.cells
        self._file = file
        self._scores = np.empty(1 + min(file.size, KEPT), np.int8)
        self._sources = sources(file.rules)
        self._choose = np.array(binomials(cells))
        layout = layout_of(file.rules)
        self._parts = np.full((cells + 1, cells + 1), -1)
        for stones, begins in enumerate(layout.begins):
            for x, begin in zip(layout.xs[stones], begins, strict=False):
                self._parts[stones, x] = begin
        self._symmetry = np.zeros(1 << cells, np.uint16)
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        """Remove all blocks from memory."""
        self._end = 1
        # Where blocks begin, by number and by O's stones; 0 if the block has not been read.
        self._begins = np.zeros(self._file.blocks, np.int64)
        self._block = np.zeros(1 << self._file.rules.cells, np.int64)

    def __call__(self, x: Bitboards, o: Bitboards) -> Int8s:
        found = np.empty(len(x), np.int8)
        for begin in range(0, len(x), PART):
            part = slice(begin, begin + PART)
            with self._lock:
                self._look_up(x[part], o[part], found[part])
        return found

    def _look_up(self, x: Bitboards, o: Bitboards, found: Int8s) -> None:
        """Fill `found` with scores, half of the items at a time if their blocks do not all fit."""
        if self._read(o):
            places = self._block, self._symmetry, self._sources, self._choose, self._parts
            _compiled()(x, o, found, *places, self._scores)
            return
        half = len(o) // 2
        for part in (slice(half), slice(half, None)):
            self._look_up(x[part], o[part], found[part])

    def _read(self, o: Bitboards) -> bool:
        """Read the blocks not in memory yet. If they do not fit, forget all, and return False."""
        new = np.unique(o[self._block[o] == 0])
        if not len(new):
            return True
        least, self._symmetry[new] = least_sets(new, self._file.rules)
        stones = np.bitwise_count(new)
        begins = np.full(len(new), -1)  # no position has so many stones of O
        for size, section in self._file.sections.items():
            chosen = stones == size
            sets = np.frombuffer(self._file.sets(section), "<u4")
            places = np.searchsorted(sets, least[chosen])
            if not np.array_equal(sets.take(places, mode="clip"), least[chosen]):
                self._file.refuse(OTHER_SETS)
            numbers = section.first + places
            for number in np.unique(numbers[self._begins[numbers] == 0]).tolist():
                end = self._end + section.size
                if end > len(self._scores):
                    self._forget()
                    return False
                self._scores[self._end : end] = np.frombuffer(self._file.block(number), np.int8)
                self._begins[number], self._end = self._end, end
            begins[chosen] = self._begins[numbers]
        self._block[new] = begins
        return True


@cache
def _compiled() -> Loop:
    """The compiled `look_up`."""
    loop: Loop = build("look_up", look_up).look_up
    return loop


def look_up(
    x: Bitboards,
    o: Bitboards,
    out: Int8s,
    block: Int64s,
    symmetry: Uint16s,
    sources: Int64s,
    choose: Int64s,
    parts: Int64s,
    scores: Int8s,
) -> None:
    """Fill `out` with the score of each item, or with NEVER if play cannot reach the position.

    `block` and `symmetry` are indexed by O's stones. `block` holds the place in `scores` at which
    the block of these stones begins, and `symmetry` holds the number of the symmetry that takes
    these stones to their least image. `sources[number, cell]` is the cell that the symmetry with
    this number takes to `cell`.

    The symmetry moves X's stones, too. Their rank is the number of their set, in rising order,
    among the sets of the same size in the cells that O leaves free. It is computed with the
    binomials `choose`; see `core.set_numbers`. `parts`, indexed by the counts of O's and X's
    stones, holds the offset in a block at which the scores for these counts begin, or -1 if there
    are none.
    """
    cells = sources.shape[1]
    for i in range(len(out)):
        own, other = np.int64(x[i]), np.int64(o[i])
        source = sources[symmetry[other]]
        rank = free = stones = 0
        for cell in range(cells):
            left = 1 ^ other >> source[cell] & 1
            taken = own >> source[cell] & left
            stones += taken
            rank += taken * choose[free, stones]
            free += left
        part = parts[cells - free, stones]
        out[i] = scores[block[other] + part + rank] if part >= 0 else NEVER
