"""Every position of a board, level by level, laid out so that a move's place is worked out.

A level has the positions with one number of stones. Its *slots* hold a number for each way to put
the stones, in the order of the sets of cells, and within a set in the order of O's choices:

    stones   0 2 5 7     set number 31 of C(9, 4)          slot = 31 * C(4, 2) + 1
    O's       · 2 5      places 1 and 2 of 4: choice 1

A set has the same number among the sets of its size whatever the board, so one table, `rank`, finds
both. A slot may hold a position that is over, or that play cannot reach. The positions with a move
to make are the *rows*, numbered through all levels. There are nearly as many rows as slots.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from noughts.arrays.memory import board_dtype, narrowest
from noughts.arrays.positions import Positions
from noughts.core import bits, turns
from noughts.core.answers import LAWS
from noughts.core.rules import Rules, X
from noughts.core.set_numbers import splits_by_ply
from noughts.errors import TooLargeError
from noughts.evaluate import kernel
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Bitboards, Int8s, Int32s, Int64s

EVALUATE_CELLS = 16  # of a board whose positions are all held at once: 4x4 has 10 million slots
PART = 1 << 16  # rows that a policy is asked about at once


class Level:
    """The positions of one ply: `x` and `o` by row, and the slot of each row.

    `begin` is the number of the first row. `ends` has, by slot, what a position that is over is
    worth to the player to move, and 0 for all others.
    """

    def __init__(self, ply: int, levels: PlyLevels) -> None:
        self.ply: int = ply
        self._levels = levels
        self.begin = 0
        cells, rank = levels.rules.cells, levels.rank
        self.sets: Int64s = levels.sets_of(ply)
        self.choices: Int64s = levels.sets_of(ply // 2)[: levels.splits[ply]]
        self.size: int = len(self.sets) * len(self.choices)
        below = np.arange(ply + 1)[:, np.newaxis]
        low = self.choices & (1 << below) - 1
        by_o = turns.mover(ply) != X
        inserted = low | (self.choices ^ low) << 1 | int(by_o) << below
        last = ply == cells
        self.places: kernel.LevelPlaces = kernel.LevelPlaces(
            self.sets,
            rank,
            np.zeros((1, 1), np.int32) if last else rank[inserted],
            len(self.choices),
            levels.splits[ply + 1],
        )
        self.x: Bitboards
        self.o: Bitboards
        self.slots: Int32s
        self.x, self.o, self.slots = self._rows()
        going_on = np.zeros(self.size, np.bool_)
        going_on[self.slots] = True
        # A line is the last mover's; with one of the other player, play cannot reach it.
        lost = np.int8(-turns.line_worth(levels.rules))
        self.ends: Int8s = np.where(going_on, np.int8(0), lost)
        if last:
            self.x, self.o, self.slots = self.x[:0], self.o[:0], self.slots[:0]

    def _rows(self) -> tuple[Bitboards, Bitboards, Int32s]:
        fill, lined = loops(kernel).fill, self._levels.lined
        dtype = board_dtype(self._levels.rules)
        none = np.empty(0, dtype)
        count = fill(self.sets, self.choices, lined, none, none, np.empty(0, np.int32))
        x, o, slots = np.empty(count, dtype), np.empty(count, dtype), np.empty(count, np.int32)
        fill(self.sets, self.choices, lined, x, o, slots)
        return x, o, slots

    def __len__(self) -> int:
        return len(self.slots)

    def parts(self) -> list[slice]:
        """The rows in parts, each of which a policy is asked about at once."""
        return [slice(at, min(at + PART, len(self))) for at in range(0, len(self), PART)]

    def positions(self, part: slice) -> Positions:
        """The positions of some rows."""
        return Positions.unchecked(self.x[part], self.o[part], self._levels.rules)


class PlyLevels:
    """The levels of a board. Raises `TooLargeError` for one of more than 16 cells.

    >>> from noughts import TICTACTOE
    >>> levels = levels_of(TICTACTOE)
    >>> [len(level) for level in levels.all], levels.rows
    ([1, 9, 72, 252, 756, 1140, 1372, 696, 222, 0], 4520)
    >>> levels.find(Positions.start(1)).tolist()
    [0]
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("exact evaluation", *LAWS)  # a level is all sets of its stones
        cells = rules.cells
        if cells > EVALUATE_CELLS:
            raise TooLargeError(
                f"{rules} has {cells} cells; exact evaluation holds every position, and takes a "
                f"board of up to {EVALUATE_CELLS}"
            )
        self.rules = rules
        every = np.arange(1 << cells, dtype=np.int64)
        sizes = np.bitwise_count(every)
        by_size = np.argsort(sizes, kind="stable")
        begins = np.concatenate([[0], np.cumsum(np.bincount(sizes))])
        self._by_size = [by_size[begins[size] : begins[size + 1]] for size in range(cells + 1)]
        self.splits: list[int] = [
            *splits_by_ply(cells + 1)
        ]  # how many ways O may have its stones among all
        self.rank: Int32s = np.empty(1 << cells, np.int32)
        self.rank[by_size] = every - begins[sizes[by_size]]
        self.lined = bits.line_starts(every, rules) != 0
        self.all: list[Level] = [Level(ply, self) for ply in range(cells + 1)]
        begin = 0
        for level in self.all:
            level.begin = begin
            begin += len(level)
        self.rows = begin

    def sets_of(self, size: int) -> Int64s:
        """The sets of `size` cells, as bitboards in rising order."""
        return self._by_size[size]

    @cached_property
    def values(self) -> list[Int8s]:
        """By level and slot, what each position is worth to the player to move: int8."""
        found = [level.ends.copy() for level in self.all]
        for level in reversed(self.all[:-1]):
            loops(kernel).solve(
                level.places, level.slots, self.rules.cells, found[level.ply + 1], found[level.ply]
            )
        return found

    @cached_property
    def best(self) -> Bitboards:
        """The moves that keep the value, bitboards by row."""
        best = np.empty(self.rows, narrowest(self.rules.cells))
        for level in self.all[:-1]:
            loops(kernel).best_cells(
                *(level.places, level.slots, self.rules.cells),
                *(self.values[level.ply], self.values[level.ply + 1]),
                best[level.begin : level.begin + len(level)],
            )
        return best

    def find(self, positions: Positions) -> Int64s:
        """The row of each position that is not over."""
        x, o = positions.x.astype(np.int64), positions.o.astype(np.int64)
        choices, place = np.zeros_like(x), np.zeros_like(x)
        for cell in range(self.rules.cells):
            choices |= (o >> cell & 1) << place
            place += (x | o) >> cell & 1
        rows = np.empty_like(x)
        for ply in np.unique(place):
            here, level = place == ply, self.all[ply]
            slots = self.rank[(x | o)[here]] * len(level.choices) + self.rank[choices[here]]
            rows[here] = level.begin + np.searchsorted(level.slots, slots)
        return rows


@lru_cache(maxsize=4)
def levels_of(rules: Rules) -> PlyLevels:
    """The levels of a board; those of the last few boards are kept."""
    return PlyLevels(rules)
