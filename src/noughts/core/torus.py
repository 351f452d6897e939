"""A board whose edges meet: lines go on at the other side.

    3x3 torus      0 1 2 | 0 1 2        the row 0 1 2 is one line, wherever it begins;
                   3 4 5 | 3 4 5        0 4 8, 1 5 6 and 2 3 7 run down right:
                   6 7 8 | 6 7 8        12 lines in all, and every cell is like every other

A line that goes all the way round closes: it begins at its lowest cell, and there is one such line
where there would be k. A line that is shorter begins at any cell.
"""

from __future__ import annotations

from itertools import product
from math import gcd, lcm
from typing import Any, NamedTuple

from noughts.core.directions import Direction, Step
from noughts.core.geometry import Flat, Symmetry


class TorusSymmetry(NamedTuple):
    """A symmetry of a torus: one of the flat board, then a shift down and to the right.

    >>> TorusSymmetry(Symmetry.MIRROR, 1, 2).name
    'MIRROR, 1 DOWN, 2 RIGHT'
    """

    flat: Symmetry
    down: int
    right: int

    @property
    def name(self) -> str:
        """The name: that of the symmetry of the flat board, then the shift."""
        return f"{self.flat.name}, {self.down} DOWN, {self.right} RIGHT"


class Torus(Flat):
    """A board of rows and columns that goes on at the opposite edge.

    >>> str(Torus(3, 4)), Torus(3, 4).longest    # down right, all cells are on one line
    ('3x4 torus', 12)
    """

    edges_meet = True

    @property
    def longest(self) -> int:
        """The length of the longest line that does not meet itself."""
        return max(map(self._round, self.ways))

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """Those of the flat board, less those that lead to the same cells.

        On two columns, left is right; on one, neither leads anywhere.

        >>> Torus(2, 3).ways, Torus(1, 3).ways
        (((0, 1), (1, 0), (1, 1)), ((0, 1),))
        """
        found: dict[frozenset[tuple[int, ...]], tuple[int, ...]] = {}
        for way in super().ways:
            there_and_back = [
                tuple(step * sign % size for step, size in zip(way, self.sizes, strict=True))
                for sign in (1, -1)
            ]
            found.setdefault(frozenset(there_and_back), way)
        nowhere = frozenset([(0, 0)])
        return tuple(way for ends, way in found.items() if ends != nowhere) or super().ways[:1]

    def _round(self, way: tuple[int, ...]) -> int:
        """After how many steps a way comes back to where it began."""
        return lcm(*(size for step, size in zip(way, self.sizes, strict=True) if step))

    def _same_as_the_other(self, way: tuple[int, ...], k: int) -> bool:
        """Whether the lines down left are those down right, which both diagonals come to.

        They run over the same cells where no number over 2 divides both sizes. A line of all that
        a diagonal runs over, or of all but one, is then the same cells either way.
        """
        return way == (1, -1) and gcd(*self.sizes) <= 2 and k >= self._round(way) - 1

    def direction(self, way: tuple[int, ...], k: int) -> Direction:
        """The lines of `k` cells that run one way."""
        everywhere = self.block([range(size) for size in self.sizes])
        starts = everywhere if self._round(way) > k or k == 1 else 0
        if self._same_as_the_other(way, k):
            starts = 0
        elif self._round(way) == k > 1:
            # Each line has its lowest cell on the first row, or in the first column along a row.
            lines = self.cells // k
            starts = self.block([range(1), range(lines)] if way[0] else [range(lines), range(1)])
        longer = starts if self._round(way) > k else 0  # a line that closes has no end
        return Direction(starts, k, lambda places: self._step(way, places), (longer, longer))

    def _step(self, way: tuple[int, ...], places: int) -> Step:
        """To the cells some places further on: one shift for those that go round no edge."""
        axes = []
        for step, size in zip(way, self.sizes, strict=True):
            far = step * places % size
            axes.append([(range(size - far), far), (range(size - far, size), far - size)])
        ahead, back = [], []
        for pieces in product(*axes):
            cells = self.block([places for places, _ in pieces])
            distance = self.cell_at(*(far for _, far in pieces))
            if cells:
                ahead.append((cells, -distance))
                back.append((cells << distance if distance > 0 else cells >> -distance, distance))
        return Step(self.cell_at(*way) * places, tuple(ahead), tuple(back))

    def symmetries(self, k: int) -> tuple[TorusSymmetry, ...]:
        """Those of the flat board, each shifted by any number of rows and columns."""
        return tuple(
            TorusSymmetry(flat, down, right)
            for flat in Flat(*self.sizes).symmetries(k)
            for down in range(self.rows)
            for right in range(self.cols)
        )

    def image(self, cell: int, symmetry: Any) -> int:
        """Where the symmetry takes a cell.

        >>> Torus(3, 3).image(8, TorusSymmetry(Symmetry.IDENTITY, 1, 0))    # round to the top
        2
        """
        row, col = self.place(super().image(cell, symmetry.flat))
        return self.cell_at((row + symmetry.down) % self.rows, (col + symmetry.right) % self.cols)
