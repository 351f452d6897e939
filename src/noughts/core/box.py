"""Boards of three axes and more: a box of layers, such as 3x3x3, or Qubic, 4x4x4 with lines of 4.

    3x3x3      0  1  2        9 10 11       18 19 20        a line up through the layers: 0 9 18
               3  4  5       12 13 14       21 22 23        across layers and rows:       0 12 24
               6  7  8       15 16 17       24 25 26        from corner to corner:        0 13 26

Lines run along one axis or along several at once, up or down each: (3^d - 1) / 2 ways on d axes. On
a cube of side k there are ((k + 2)^d - k^d) / 2 lines: inside a cube two larger, each line goes on
to two cells of the shell, and each cell of the shell ends one line.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any, ClassVar, NamedTuple, Self

from noughts.core.geometry import Geometry
from noughts.errors import RulesError

LONGEST_AXIS = 255  # a size is a byte


class BoxSymmetry(NamedTuple):
    """A symmetry of a box: the axes change places, and so do the places along each of them.

    The image of a cell lies at `orders[a][p]` along axis `a`, if the cell lies at `p` along axis
    `axes[a]`.
    """

    axes: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """The axes in their new order, and where each place of an axis goes.

        >>> BoxSymmetry((1, 0, 2), ((0, 1), (1, 0), (0, 1))).name
        'AXES 1 0 2, PLACES 01 10 01'
        """
        orders = ["".join(map(str, order)) for order in self.orders]
        return f"AXES {' '.join(map(str, self.axes))}, PLACES {' '.join(orders)}"


class Box(Geometry):
    """A board of three to six axes, with straight lines in all directions.

    >>> str(Box(3, 3, 3)), Box(3, 3, 3).cells, Box(3, 3, 3).place(25)
    ('3x3x3', 27, (2, 2, 1))
    >>> len(Box(3, 3, 3).ways)
    13

    Raises `RulesError` for another number of axes, or a size that is not from 1 to 255.
    """

    axes: ClassVar[range] = range(3, 7)

    def __init__(self, *sizes: int) -> None:
        super().__init__(*sizes)
        if len(sizes) not in self.axes or max(sizes) > LONGEST_AXIS:
            raise RulesError(
                f"{'x'.join(map(str, sizes))} is not a box; a box has {self.axes[0]} to "
                f"{self.axes[-1]} sizes from 1 to {LONGEST_AXIS}"
            )

    def to_words(self) -> tuple[int, int]:
        """The sizes as bytes, the first one lowest, and a byte 0 where there is no axis."""
        sizes = int.from_bytes(bytes(self.sizes), "little")
        return sizes & 0xFFFFFFFF, sizes >> 32

    @classmethod
    def from_words(cls, first: int, second: int) -> Self:
        """The box whose sizes `to_words` wrote."""
        return cls(*(first | second << 32).to_bytes(8, "little").rstrip(b"\0"))

    @property
    def kind(self) -> str:
        """Nothing: the sizes say that it is a box."""
        return "" if type(self) is Box else super().kind

    def symmetries(self, k: int) -> tuple[BoxSymmetry, ...]:
        """All that exchange axes of one size and turn axes round, 48 on a cube.

        Where lines are as long as the cube, the places along all axes may also change alike, if
        opposite ones stay opposite: then straight lines stay straight. Qubic has 4 such orders (not
        counting those turned round), so 192 symmetries in all (Silver, 1967).

        >>> len(Box(3, 3, 3).symmetries(3)), len(Box(4, 4, 4).symmetries(4))
        (48, 192)
        """
        sizes = self.sizes
        alike = [[tuple(range(size)) for size in sizes]]
        if {*sizes} == {k}:
            alike = [[order] * len(sizes) for order in _keeping_opposites(k)]
        every = permutations(range(len(sizes)))
        swaps = [axes for axes in every if tuple(sizes[axis] for axis in axes) == sizes]
        return tuple(
            BoxSymmetry(axes, turned)
            for orders, axes in product(alike, swaps)
            for turned in product(*((order, order[::-1]) for order in orders))
        )

    def image(self, cell: int, symmetry: Any) -> int:
        """Where the symmetry takes a cell.

        >>> box = Box(2, 2, 2)
        >>> turn = BoxSymmetry((1, 0, 2), ((0, 1), (0, 1), (1, 0)))
        >>> [box.image(cell, turn) for cell in range(8)]
        [1, 0, 5, 4, 3, 2, 7, 6]
        """
        place = self.place(cell)
        return self.cell_at(*(order[place[axis]] for axis, order in zip(*symmetry, strict=True)))


def _keeping_opposites(size: int) -> list[tuple[int, ...]]:
    """The orders of places along an axis that keep opposite places opposite, without reversals.

    >>> _keeping_opposites(4)
    [(0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2)]
    """
    half, odd = divmod(size, 2)
    middle = (half,) * odd
    orders = []
    for pairs in permutations(range(half)):
        for left in product(*((pair, size - 1 - pair) for pair in pairs)):
            order = (*left, *middle, *(size - 1 - place for place in reversed(left)))
            if order < order[::-1]:
                orders.append(order)
    return sorted(orders) or [tuple(range(size))]
