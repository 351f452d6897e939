"""Boards whose edges meet: lines go on at the other side.

    3x3 torus      0 1 2 | 0 1 2        the row 0 1 2 is one line, wherever it begins;
                   3 4 5 | 3 4 5        0 4 8, 1 5 6 and 2 3 7 run down right:
                   6 7 8 | 6 7 8        12 lines in all, and every cell is like every other

On a cylinder left and right meet, and top and bottom do not: its columns and diagonals end there.

A line that goes all the way round closes: it begins at its lowest cell, and there is one such line
where there would be k. A shorter line begins at any cell.
"""

from __future__ import annotations

from itertools import product
from math import gcd, lcm
from typing import Any, ClassVar, NamedTuple

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


class CylinderSymmetry(NamedTuple):
    """A symmetry of a cylinder: one of the flat board, then a shift to the right.

    >>> CylinderSymmetry(Symmetry.MIRROR, 2).name
    'MIRROR, 2 RIGHT'
    """

    flat: Symmetry
    right: int

    @property
    def name(self) -> str:
        """The name: that of the symmetry of the flat board, then the shift."""
        return f"{self.flat.name}, {self.right} RIGHT"


class Round(Flat):
    """A board of rows and columns that goes on at the edges that `meets` gives.

    No line meets itself, and no two lines run over the same cells.
    """

    edges_meet: ClassVar[bool] = True

    @property
    def longest(self) -> int:
        """The length of the longest line that does not meet itself."""
        return max(self._round(way) or self._straight(way) for way in self.ways)

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The ways of the flat board, but only one of several ways that lead to the same cells.

        On two columns, left is right; on one, neither leads anywhere.

        >>> Torus(2, 3).ways, Torus(1, 3).ways
        (((0, 1), (1, 0), (1, 1)), ((0, 1),))
        """
        found: dict[frozenset[tuple[int, ...]], tuple[int, ...]] = {}
        for way in super().ways:
            axes = [*zip(way, self.sizes, self.meets, strict=True)]
            there_and_back = [
                tuple(step * sign % size if meets else step * sign for step, size, meets in axes)
                for sign in (1, -1)
            ]
            found.setdefault(frozenset(there_and_back), way)
        nowhere = frozenset([(0, 0)])
        return tuple(way for ends, way in found.items() if ends != nowhere) or super().ways[:1]

    def _round(self, way: tuple[int, ...]) -> int:
        """After how many steps a way comes back to where it began; 0 if it never does."""
        axes = [*zip(way, self.sizes, self.meets, strict=True)]
        ends = any(step and not meets for step, _, meets in axes)
        return 0 if ends else lcm(*(size for step, size, _ in axes if step))

    def _straight(self, way: tuple[int, ...]) -> int:
        """The most cells on a straight run of a way that comes to an edge."""
        axes = zip(way, self.sizes, self.meets, strict=True)
        return min(size for step, size, meets in axes if step and not meets)

    def _same_as_the_other(self, way: tuple[int, ...], k: int) -> bool:
        """Whether the lines down left are the same cells as the lines down right.

        Both diagonals run over the same cells if no number above 2 divides both sizes. A line of
        all these cells, or of all but one, is then the same cells either way.
        """
        return way == (1, -1) and gcd(*self.sizes) <= 2 and k >= self._round(way) - 1

    def direction(self, way: tuple[int, ...], k: int) -> Direction:
        """The lines of `k` cells that run one way."""
        if not (around := self._round(way)):
            return self._from_edge_to_edge(way, k)
        everywhere = self.block([range(size) for size in self.sizes])
        starts = everywhere if around > k or k == 1 else 0
        if self._same_as_the_other(way, k):
            starts = 0
        elif around == k > 1:
            # Each line has its lowest cell on the first row, or in the first column along a row.
            lines = self.cells // k
            starts = self.block([range(1), range(lines)] if way[0] else [range(lines), range(1)])
        longer = starts if around > k else 0  # a line that closes has no end
        return Direction(starts, k, lambda places: self._step(way, places), (longer, longer))

    def _from_edge_to_edge(self, way: tuple[int, ...], k: int) -> Direction:
        """The same for lines that come to an edge; a straight shift if they go round no other."""
        straight = tuple(0 if meets else step for step, meets in zip(way, self.meets, strict=True))
        lines = super().direction(straight, k)
        if straight == way:
            return lines
        return Direction(lines.starts, k, lambda places: self._step(way, places), lines.longer)

    def _step(self, way: tuple[int, ...], places: int) -> Step:
        """The step to cells some places further on: one shift for cells that go round no edge."""
        axes = []
        for step, size, meets in zip(way, self.sizes, self.meets, strict=True):
            far = step * places
            if meets:
                far %= size
                axes.append([(range(size - far), far), (range(size - far, size), far - size)])
            else:
                axes.append([(range(max(0, -far), min(size, size - far)), far)])
        ahead, back = [], []
        for pieces in product(*axes):
            cells = self.block([places for places, _ in pieces])
            distance = self.cell_at(*(far for _, far in pieces))
            if cells:
                ahead.append((cells, -distance))
                back.append((cells << distance if distance > 0 else cells >> -distance, distance))
        return Step(self.cell_at(*way) * places, tuple(ahead), tuple(back))


class Torus(Round):
    """A board of rows and columns that goes on at the opposite edge.

    >>> str(Torus(3, 4)), Torus(3, 4).longest    # down right, all cells are on one line
    ('3x4 torus', 12)
    """

    meets = (True, True)

    def symmetries(self, k: int) -> tuple[TorusSymmetry, ...]:
        """The symmetries of the flat board, each shifted by any number of rows and columns."""
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


class Cylinder(Round):
    """A board of rows and columns whose rows go on at the other end.

    >>> str(Cylinder(4, 3)), Cylinder(4, 3).longest    # down right, once round and one more
    ('4x3 cylinder', 4)
    """

    meets = (False, True)

    def symmetries(self, k: int) -> tuple[CylinderSymmetry, ...]:
        """The four of an oblong, each shifted by any number of columns."""
        upright = Flat(*self.sizes).symmetries(k)[:4]
        return tuple(
            CylinderSymmetry(flat, right) for flat in upright for right in range(self.cols)
        )

    def image(self, cell: int, symmetry: Any) -> int:
        """Where the symmetry takes a cell.

        >>> Cylinder(3, 3).image(8, CylinderSymmetry(Symmetry.IDENTITY, 1))    # round to the left
        6
        """
        row, col = self.place(super().image(cell, symmetry.flat))
        return self.cell_at(row, (col + symmetry.right) % self.cols)
