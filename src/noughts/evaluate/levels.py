"""All positions of a board, numbered level by level; a move leads to a number that can be computed.

A level has all positions with the same number of stones. Each way to place this number of stones
has a *slot*. Slots are ordered by the set of occupied cells, and within a set by the choice of O's
cells:

    stones   0 2 5 7     set number 46 of C(9, 4)          slot = 46 * C(4, 2) + 2
    O's       · 2 5      places 1 and 2 of 4: choice 2

Sets and choices are numbered from 0, in rising order (`core.set_numbers`). The table `rank` has the
number of every set among the sets of its size. The rules determine how many stones may be O's: in a
wild game, for example, any number. A slot may stand for a position that is over, or that play
cannot reach. The *rows* are the positions with a move to make, numbered across all levels; on most
boards, most slots have a row.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from noughts.arrays.memory import board_dtype, narrowest
from noughts.arrays.positions import Positions
from noughts.core import move_bits, turns
from noughts.core.rules import Rules, X
from noughts.core.successors import moves_at
from noughts.errors import TooLargeError
from noughts.evaluate import kernel
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Array, Bitboards, Bools, Int8s, Int32s, Int64s

EVALUATE_CELLS = 16  # the largest board, as memory holds all positions: 4x4 has 10 million slots
PART = 1 << 16  # rows in one call of a policy


class Level:
    """The positions of one ply: by row, the boards `x` and `o`, the `legal` cells and the `slots`.

    `begin` is the number of the first row. `over` has the slots of positions that are over, and
    `results` has their outcomes, as in `Positions.outcomes`. `sign` is -1 if a move passes the turn
    to the other player, otherwise 1.
    """

    def __init__(self, ply: int, levels: PlyLevels, reached: Bools | None) -> None:
        rules, choices = levels.rules, levels.choices
        self.ply: int = ply
        self._levels = levels
        self.begin = 0
        self.sets: Int64s = levels.sets_of(ply)
        self.size: int = len(self.sets) * len(choices[ply])
        self.first_moves: bool = turns.mover(ply, rules) == X
        self.sign: int = moves_at(ply, rules).sign
        self.places: kernel.LevelPlaces = kernel.LevelPlaces(
            self.sets, levels.rank, self._inserted(), len(choices[ply]), len(choices[ply + 1])
        )
        x, o = np.empty((2, self.size), board_dtype(rules))
        loops(kernel).fill(self.sets, choices[ply], x, o)
        every = Positions.unchecked(x, o, rules)
        legal = every.legal()
        self.over: Int64s = np.flatnonzero(legal == 0)
        self.results: Array = every[self.over].outcomes()
        slots = np.flatnonzero(legal if reached is None else (legal != 0) & reached)
        self.slots: Int32s = slots.astype(np.int32)
        self.x: Bitboards
        self.o: Bitboards
        self.legal: Bitboards
        self.x, self.o, self.legal = x[slots], o[slots], legal[slots]

    def _inserted(self) -> Int32s:
        """The array `inserted` of `kernel.LevelPlaces`, [hands, ply + 1, choices]."""
        levels, rules = self._levels, self._levels.rules
        choices, below = levels.choices[self.ply], np.arange(self.ply + 1)[:, np.newaxis]
        low = choices & (1 << below) - 1
        hands = rules.answers.marks.hands
        by_o = [not self.first_moves] if rules.answers.owned else hands
        of_o = [low | (choices ^ low) << 1 | int(each) << below for each in by_o]
        known = levels.choices[self.ply + 1]
        return np.searchsorted(known, np.array(of_o)).astype(np.int32)

    @property
    def ends(self) -> Int8s:
        """By slot, the value for the player to move if the position is over, otherwise 0."""
        ends = np.zeros(self.size, np.int8)
        ends[self.over] = np.array([0, 1, -1, 0] if self.first_moves else [0, -1, 1, 0])[
            self.results
        ]
        return ends

    def __len__(self) -> int:
        return len(self.slots)

    def parts(self) -> list[slice]:
        """The rows in slices; each call of a policy gets one slice."""
        return [slice(at, min(at + PART, len(self))) for at in range(0, len(self), PART)]

    def positions(self, part: slice) -> Positions:
        """The positions of a slice of rows."""
        return Positions.unchecked(self.x[part], self.o[part], self._levels.rules)


class PlyLevels:
    """The levels of a board. Raises `TooLargeError` for a board of more than 16 cells.

    >>> from noughts import TICTACTOE
    >>> levels = levels_of(TICTACTOE)
    >>> [len(level) for level in levels.all], levels.rows
    ([1, 9, 72, 252, 756, 1140, 1372, 696, 222, 0], 4520)
    >>> levels.find(Positions.start(1)).tolist()
    [0]
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("exact evaluation", "stones")  # a level has all sets of its number of stones
        cells = rules.cells
        if cells > EVALUATE_CELLS:
            raise TooLargeError(
                f"{rules} has {cells} cells; exact evaluation holds every position, and takes a "
                f"board of up to {EVALUATE_CELLS}"
            )
        self.rules = rules
        every = np.arange(2 << cells, dtype=np.int64)
        sizes = np.bitwise_count(every)
        # By the number of stones, the sets of places that O's stones may take; also one level more.
        counts = [turns.of_o(ply, rules) for ply in range(cells + 2)]
        self.choices: list[Int64s] = [
            np.flatnonzero((sizes[: 1 << ply] >= of_o.start) & (sizes[: 1 << ply] < of_o.stop))
            for ply, of_o in enumerate(counts)
        ]
        every, sizes = every[: 1 << cells], sizes[: 1 << cells]
        by_size = np.argsort(sizes, kind="stable")
        begins = np.concatenate([[0], np.cumsum(np.bincount(sizes))])
        self._by_size = [by_size[begins[size] : begins[size + 1]] for size in range(cells + 1)]
        self.rank: Int32s = np.empty(1 << cells, np.int32)
        self.rank[by_size] = every - begins[sizes[by_size]]
        self.all: list[Level] = []
        self.rows: int = 0
        reached: Bools | None = None
        for ply in range(cells + 1):
            level = Level(ply, self, reached)
            level.begin = self.rows
            self.rows += len(level)
            self.all.append(level)
            if not move_bits.all_reached(rules) and ply < cells:
                after = len(self.choices[ply + 1]) * len(self.sets_of(ply + 1))
                reached = np.zeros(after, np.bool_)
                loops(kernel).reach(level.places, level.slots, level.legal, reached)

    def sets_of(self, size: int) -> Int64s:
        """The sets of `size` cells, as bitboards in rising order."""
        return self._by_size[size]

    @cached_property
    def values(self) -> list[Int8s]:
        """For each level, the values of its positions for the player to move, int8, by slot."""
        found = [level.ends for level in self.all]
        for level in reversed(self.all[:-1]):
            loops(kernel).solve(
                *(level.places, level.slots, level.legal, level.sign),
                *(found[level.ply + 1], found[level.ply]),
            )
        return found

    @cached_property
    def best(self) -> Bitboards:
        """By row, the moves that keep the value, as bits."""
        best = np.empty(self.rows, narrowest(self.rules.actions))
        for level in self.all[:-1]:
            loops(kernel).best_cells(
                *(level.places, level.slots, level.legal, level.sign),
                *(self.values[level.ply], self.values[level.ply + 1]),
                best[level.begin : level.begin + len(level)],
            )
        return best

    def find(self, positions: Positions) -> Int64s:
        """The number of each position's row; no position may be over."""
        x, o = positions.x.astype(np.int64), positions.o.astype(np.int64)
        choices, place = np.zeros_like(x), np.zeros_like(x)
        for cell in range(self.rules.cells):
            choices |= (o >> cell & 1) << place
            place += (x | o) >> cell & 1
        rows = np.empty_like(x)
        for ply in np.unique(place):
            here, level = place == ply, self.all[ply]
            known = self.choices[ply]
            slots = self.rank[(x | o)[here]] * len(known) + np.searchsorted(known, choices[here])
            rows[here] = level.begin + np.searchsorted(level.slots, slots)
        return rows


@lru_cache(maxsize=4)
def levels_of(rules: Rules) -> PlyLevels:
    """The levels of a board. A cache keeps the levels of the four boards that were used last."""
    return PlyLevels(rules)
