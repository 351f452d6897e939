"""Boards whose edges meet, so that lines wrap round to the opposite edge.

    3x3 torus      0 1 2 | 0 1 2        the row 0 1 2 is one line, wherever it begins;
                   3 4 5 | 3 4 5        0 4 8, 1 5 6 and 2 3 7 run down right:
                   6 7 8 | 6 7 8        12 lines in all, and every cell is like every other

On a cylinder, the left and right edges meet; columns and diagonals end at the top and the bottom.

A line that goes all the way round is closed. Its k cells count as one line, and not as k lines with
k different starts; it starts at its lowest cell. In the same direction, a shorter line may start at
any cell.
"""

from __future__ import annotations

from itertools import product
from math import gcd, lcm
from typing import Any, ClassVar, NamedTuple

from noughts.core.directions import Direction, Step
from noughts.core.geometry import Flat, Symmetry


class TorusSymmetry(NamedTuple):
    """A symmetry of a torus: a symmetry of the flat board, then a shift down and to the right.

    >>> TorusSymmetry(Symmetry.MIRROR, 1, 2).name
    'MIRROR, 1 DOWN, 2 RIGHT'
    """

    flat: Symmetry
    down: int
    right: int

    @property
    def name(self) -> str:
        """The name of the flat board's symmetry, then the shift."""
        return f"{self.flat.name}, {self.down} DOWN, {self.right} RIGHT"


class CylinderSymmetry(NamedTuple):
    """A symmetry of a cylinder: a symmetry of the flat board, then a shift to the right.

    >>> CylinderSymmetry(Symmetry.MIRROR, 2).name
    'MIRROR, 2 RIGHT'
    """

    flat: Symmetry
    right: int

    @property
    def name(self) -> str:
        """The name of the flat board's symmetry, then the shift."""
        return f"{self.flat.name}, {self.right} RIGHT"


class Round(Flat):
    """A board of rows and columns; `meets` tells along which axes opposite edges meet.

    No line contains a cell twice, and no two lines have the same cells.
    """

    edges_meet: ClassVar[bool] = True

    @property
    def longest(self) -> int:
        """The length of the longest line that contains no cell twice."""
        return max(self._round(way) or self._straight(way) for way in self.ways)

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The ways of the flat board, without ways that lead to the same cells as an earlier way.

        If there are two columns, a step to the left and a step to the right lead to the same cell;
        if there is one column, both lead back to the cell where they begin.

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
        """The number of steps after which a way returns to its first cell; 0 if it never does."""
        axes = [*zip(way, self.sizes, self.meets, strict=True)]
        ends = any(step and not meets for step, _, meets in axes)
        return 0 if ends else lcm(*(size for step, size, _ in axes if step))

    def _straight(self, way: tuple[int, ...]) -> int:
        """The length of the longest line along a way that ends at an edge."""
        axes = zip(way, self.sizes, self.meets, strict=True)
        return min(size for step, size, meets in axes if step and not meets)

    def _same_as_the_other(self, way: tuple[int, ...], k: int) -> bool:
        """Whether the lines down left have the same cells as the lines down right.

        The two diagonals through a cell run over the same cells if no number above 2 divides both
        sizes. A line down left that has all these cells, or all but one, then has the same cells as
        a line down right.
        """
        return way == (1, -1) and gcd(*self.sizes) <= 2 and k >= self._round(way) - 1

    def direction(self, way: tuple[int, ...], k: int) -> Direction:
        """The direction of all lines of `k` cells along one way."""
        if not (around := self._round(way)):
            return self._from_edge_to_edge(way, k)
        everywhere = self.block([range(size) for size in self.sizes])
        starts = everywhere if around > k or k == 1 else 0
        if self._same_as_the_other(way, k):
            starts = 0
        elif around == k > 1:
            # The lowest cell of a line is in the first row; for a row, in the first column.
            lines = self.cells // k
            starts = self.block([range(1), range(lines)] if way[0] else [range(lines), range(1)])
        longer = starts if around > k else 0  # a closed line has no end
        return Direction(starts, k, lambda places: self._step(way, places), (longer, longer))

    def _from_edge_to_edge(self, way: tuple[int, ...], k: int) -> Direction:
        """The direction of lines that end at an edge.

        If their way crosses no other edge, a step is one shift.
        """
        straight = tuple(0 if meets else step for step, meets in zip(way, self.meets, strict=True))
        lines = super().direction(straight, k)
        if straight == way:
            return lines
        return Direction(lines.starts, k, lambda places: self._step(way, places), lines.longer)

    def _step(self, way: tuple[int, ...], places: int) -> Step:
        """The step to the cells `places` further along a way.

        Cells whose steps cross the same edges share one shift.
        """
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
    """A board of rows and columns whose opposite edges meet in both directions.

    >>> str(Torus(3, 4)), Torus(3, 4).longest    # down right, all cells are on one line
    ('3x4 torus', 12)
    """

    meets = (True, True)

    def symmetries(self, k: int) -> tuple[TorusSymmetry, ...]:
        """The symmetries of the flat board, each combined with every shift of rows and columns."""
        return tuple(
            TorusSymmetry(flat, down, right)
            for flat in Flat(*self.sizes).symmetries(k)
            for down in range(self.rows)
            for right in range(self.cols)
        )

    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under the symmetry.

        >>> Torus(3, 3).image(8, TorusSymmetry(Symmetry.IDENTITY, 1, 0))    # round to the top
        2
        """
        row, col = self.place(super().image(cell, symmetry.flat))
        return self.cell_at((row + symmetry.down) % self.rows, (col + symmetry.right) % self.cols)


class Cylinder(Round):
    """A board of rows and columns whose left and right edges meet.

    >>> str(Cylinder(4, 3)), Cylinder(4, 3).longest    # down right, once round and one more
    ('4x3 cylinder', 4)
    """

    meets = (False, True)

    def symmetries(self, k: int) -> tuple[CylinderSymmetry, ...]:
        """The four symmetries of an oblong, each combined with every shift of columns."""
        upright = Flat(*self.sizes).symmetries(k)[:4]
        return tuple(
            CylinderSymmetry(flat, right) for flat in upright for right in range(self.cols)
        )

    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under the symmetry.

        >>> Cylinder(3, 3).image(8, CylinderSymmetry(Symmetry.IDENTITY, 1))    # round to the left
        6
        """
        row, col = self.place(super().image(cell, symmetry.flat))
        return self.cell_at(row, (col + symmetry.right) % self.cols)
