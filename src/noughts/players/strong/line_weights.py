"""The live lines of each side and the weights of these lines, updated as stones come and go.

A line is live for a side while the other side has no stone in it. Its weight grows with the number
of stones that the side has in it. The weight of a cell for a side is the sum of the weights of the
side's live lines through the cell.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from noughts.core.bits import cells_of
from noughts.core.rules import Rules

GROWTH = 5  # the factor on a line's weight for each stone of its side


class Layout(NamedTuple):
    """A board's lines, the lines through each cell, and a line's weight by its number of stones."""

    cells: tuple[tuple[int, ...], ...]
    through: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]


@lru_cache(maxsize=32)
def layout(rules: Rules) -> Layout:
    """The layout of a board's lines."""
    cells = tuple(tuple(cells_of(line)) for line in rules.lines)
    through: list[list[int]] = [[] for _ in range(rules.cells)]
    for line, members in enumerate(cells):
        for cell in members:
            through[cell].append(line)
    weights = tuple(GROWTH**stones for stones in range(rules.k + 1))
    return Layout(cells, tuple(map(tuple, through)), weights)


class Patterns:
    """The lines of a position. Side 0 is the player to move, and side 1 the other player.

    For each side, `weight` has the weight of every cell, `total` has the sum of the weights of the
    live lines that have a stone, and `fours` has the indices of the live lines that lack one cell.

    >>> from noughts import TICTACTOE
    >>> patterns = Patterns(TICTACTOE, 0b000_000_011, 0b000_011_000)
    >>> patterns.completing(0), patterns.completing(1)
    (4, 32)
    """

    def __init__(self, rules: Rules, own: int, other: int) -> None:
        self.rules = rules
        self._cells, self._through, self._weights = layout(rules)
        self.stones: list[int] = [0, 0]
        self._counts = [[0] * len(self._cells), [0] * len(self._cells)]
        base = [len(lines) for lines in self._through]
        self.weight: list[list[int]] = [base, base.copy()]
        self.total: list[int] = [0, 0]
        self.fours: list[set[int]] = [set(), set()]
        if rules.k == 1:
            for fours in self.fours:
                fours.update(range(len(self._cells)))
        for side, stones in enumerate((own, other)):
            for cell in cells_of(stones):
                self.place(cell, side)

    @property
    def free(self) -> int:
        """The bitboard of the free cells."""
        return self.rules.board ^ (self.stones[0] | self.stones[1])

    def completing(self, side: int) -> int:
        """The bitboard of the free cells that complete a line of a side."""
        cells, stones, rules = 0, self.stones[side], self.rules
        for line in self.fours[side]:
            if not rules.too_long[line] & stones:
                cells |= rules.lines[line]
        return cells & ~stones

    def place(self, cell: int, side: int) -> None:
        """Place a stone of a side on a free cell."""
        self.stones[side] |= 1 << cell
        mine, theirs = self._counts[side], self._counts[1 - side]
        for line in self._through[cell]:
            before = mine[line]
            mine[line] = before + 1
            if not theirs[line]:
                self._grow(line, side, before, 1)
            if not before:
                self._die(line, 1 - side, theirs[line], 1)

    def remove(self, cell: int, side: int) -> None:
        """Remove the stone that was placed last."""
        self.stones[side] ^= 1 << cell
        mine, theirs = self._counts[side], self._counts[1 - side]
        for line in self._through[cell]:
            before = mine[line] - 1
            mine[line] = before
            if not theirs[line]:
                self._grow(line, side, before, -1)
            if not before:
                self._die(line, 1 - side, theirs[line], -1)

    def _grow(self, line: int, side: int, before: int, sign: int) -> None:
        """Update the weights as a live line gains a stone or, with `sign` -1, loses a stone."""
        weights = self._weights
        more = weights[before + 1] - weights[before]
        self.total[side] += sign * (more if before else weights[1])
        self._weigh(line, side, sign * more)
        self._mark(line, side, before, sign < 0)
        self._mark(line, side, before + 1, sign > 0)

    def _die(self, line: int, side: int, stones: int, sign: int) -> None:
        """Update a line with `stones` stones that is blocked or, with `sign` -1, unblocked."""
        weight = self._weights[stones]
        if stones:
            self.total[side] -= sign * weight
        self._weigh(line, side, -sign * weight)
        self._mark(line, side, stones, sign < 0)

    def _weigh(self, line: int, side: int, more: int) -> None:
        weight = self.weight[side]
        for cell in self._cells[line]:
            weight[cell] += more

    def _mark(self, line: int, side: int, stones: int, now: bool) -> None:
        """If a line with `stones` stones is a four, add it to `fours` if `now`, else remove it."""
        if stones == self.rules.k - 1:
            (self.fours[side].add if now else self.fours[side].discard)(line)
