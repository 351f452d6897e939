"""Boards with three axes or more: boxes of layers, such as 3x3x3 and Qubic (4x4x4, lines of 4).

If a game has several boards, each board is a layer, and no line leaves its layer.

    3x3x3      0  1  2        9 10 11       18 19 20        a line up through the layers: 0 9 18
               3  4  5       12 13 14       21 22 23        across layers and rows:       0 12 24
               6  7  8       15 16 17       24 25 26        from corner to corner:        0 13 26

A line runs along one or more axes, forward or back along each: with d axes, it can run in
(3^d - 1) / 2 ways, since opposite ways count once. A cube of side k has ((k + 2)^d - k^d) / 2 lines
of k cells. To count them, put the cube inside a cube of side k + 2, which adds a shell of cells:
each line, extended at both ends, reaches two cells of the shell, and each cell of the shell is
reached by one line.
"""

from __future__ import annotations

from itertools import permutations, product
from math import factorial
from typing import Any, ClassVar, NamedTuple, Self

from noughts.core.directions import Direction, Step
from noughts.core.geometry import AnySymmetry, Flat, Geometry, Symmetry
from noughts.errors import RulesError

LONGEST_AXIS = 255  # a size is a byte
MOST_SYMMETRIES = 512  # of several boards


class BoxSymmetry(NamedTuple):
    """A symmetry of a box: it permutes the axes and the places along each axis.

    If a cell lies at place `p` along axis `axes[a]`, its image lies at place `orders[a][p]` along
    axis `a`.
    """

    axes: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """The axes in their new order, and where each place along an axis goes.

        >>> BoxSymmetry((1, 0, 2), ((0, 1), (1, 0), (0, 1))).name
        'AXES 1 0 2, PLACES 01 10 01'
        """
        orders = ["".join(map(str, order)) for order in self.orders]
        return f"AXES {' '.join(map(str, self.axes))}, PLACES {' '.join(orders)}"


class Box(Geometry):
    """A board with three to six axes, and straight lines in all directions.

    >>> str(Box(3, 3, 3)), Box(3, 3, 3).cells, Box(3, 3, 3).place(25)
    ('3x3x3', 27, (2, 2, 1))
    >>> len(Box(3, 3, 3).ways)
    13

    Raises `RulesError` unless there are three to six sizes, each of them an integer from 1 to 255.
    """

    axes: ClassVar[range] = range(3, 7)
    called: ClassVar[str] = "a box"

    def __init__(self, *sizes: int) -> None:
        super().__init__(*sizes)
        if len(sizes) not in self.axes or max(sizes) > LONGEST_AXIS:
            raise RulesError(
                f"{'x'.join(map(str, sizes))} is not {self.called}; it has "
                f"{' to '.join(map(str, dict.fromkeys((self.axes[0], self.axes[-1]))))} sizes from "
                f"1 to {LONGEST_AXIS}"
            )

    def to_words(self) -> tuple[int, int]:
        """The sizes as bytes of two 32-bit integers, lowest byte first; unused bytes are 0."""
        sizes = int.from_bytes(bytes(self.sizes), "little")
        return sizes & 0xFFFFFFFF, sizes >> 32

    @classmethod
    def from_words(cls, first: int, second: int) -> Self:
        """The box whose sizes `to_words` has encoded."""
        sizes = (first | second << 32).to_bytes(8, "little").rstrip(b"\0")
        if len(sizes) not in cls.axes:
            raise RulesError(f"{len(sizes)} sizes are not those of {cls.called}")
        return cls(*sizes)

    @property
    def kind(self) -> str:
        """Empty for a box, since its sizes imply the kind."""
        return "" if type(self) is Box else super().kind

    def symmetries(self, k: int) -> tuple[AnySymmetry, ...]:
        """All symmetries that exchange axes of equal size, reverse axes, or do both: 48 on 3x3x3.

        On a cube of side `k`, the places may also be permuted, in the same way along every axis:
        lines stay lines if opposite places stay opposite. Qubic has 4 such permutations (not
        counting reversals), so it has 4 * 48 = 192 symmetries (Silver, 1967).

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
        """The image of a cell under the symmetry.

        >>> box = Box(2, 2, 2)
        >>> turn = BoxSymmetry((1, 0, 2), ((0, 1), (0, 1), (1, 0)))
        >>> [box.image(cell, turn) for cell in range(8)]
        [1, 0, 5, 4, 3, 2, 7, 6]
        """
        place = self.place(cell)
        return self.cell_at(*(order[place[axis]] for axis, order in zip(*symmetry, strict=True)))


class BoardsSymmetry(NamedTuple):
    """A symmetry of several boards: for each, its new place and the symmetry applied to it."""

    order: tuple[int, ...]
    turned: tuple[Symmetry, ...]

    @property
    def name(self) -> str:
        """The new places of the boards, and the symmetry of each board.

        >>> BoardsSymmetry((1, 0), (Symmetry.IDENTITY, Symmetry.MIRROR)).name
        'BOARDS 1 0, IDENTITY MIRROR'
        """
        return f"BOARDS {' '.join(map(str, self.order))}, {' '.join(by.name for by in self.turned)}"


class Boards(Box):
    """Several boards with the same numbers of rows and columns.

    >>> boards = Boards(2, 3, 3)
    >>> str(boards), boards.about, boards.place(10)
    ('2x3x3 boards', '2 boards of 3 x 3', (1, 0, 1))
    >>> boards.ways == tuple((0, *way) for way in Flat(3, 3).ways)
    True

    Raises `RulesError` unless there are 2 to 255 boards, each with 1 to 255 rows and 1 to 255
    columns.
    """

    axes: ClassVar[range] = range(3, 4)
    called: ClassVar[str] = "boards"
    layer: ClassVar[str] = "board"
    height: ClassVar[int] = 1
    names: ClassVar[tuple[str, ...]] = ("boards", "rows", "cols")

    def __init__(self, boards: int, rows: int, cols: int) -> None:
        super().__init__(boards, rows, cols)
        if boards < 2:
            raise RulesError(f"boards is {boards}; a whole number from 2 is needed")

    @property
    def about(self) -> str:
        """The boards in words, such as `2 boards of 3 x 3`."""
        boards, rows, cols = self.sizes
        return f"{boards} boards of {rows} x {cols}"

    @property
    def longest(self) -> int:
        """The length of the longest line that fits on one board."""
        return max(self.sizes[1:])

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The ways in which lines run on one board."""
        return tuple((0, *way) for way in self._one.ways)

    @property
    def wholes(self) -> Direction:
        """A direction whose lines are the boards: each board is a run of all its cells.

        >>> bin(Boards(2, 1, 3).wholes.starts), Boards(2, 1, 3).wholes.k
        ('0b1001', 3)
        """
        starts = self.block([range(self.sizes[0]), range(1), range(1)])
        return Direction(starts, self._one.cells, Step)

    @property
    def below(self) -> Step:
        """The step from each cell to the cell below it on the same board."""
        boards, rows, cols = self.sizes
        lower, upper = (
            self.block([range(boards), places, range(cols)])
            for places in (range(1, rows), range(rows - 1))
        )
        return Step(cols, ((upper, -cols),), ((lower, cols),))

    @property
    def _one(self) -> Flat:
        return Flat(*self.sizes[1:])

    def symmetries(self, k: int) -> tuple[AnySymmetry, ...]:
        """Some or all symmetries that permute the boards and apply a symmetry to each board.

        If there are more than `MOST_SYMMETRIES` of them, only those that apply the same symmetry to
        all boards are returned. If even these are too many, only those among them that rotate the
        order of the boards are returned.

        >>> [len(Boards(boards, 3, 3).symmetries(3)) for boards in (2, 3, 5)]
        [128, 48, 40]
        """
        boards, one = self.sizes[0], self._one.symmetries(k)
        alike = [(by,) * boards for by in one]
        circle = [(*range(at, boards), *range(at)) for at in range(boards)]
        if len(one) * factorial(boards) > MOST_SYMMETRIES:
            orders, turns = circle, alike
        elif len(one) ** boards * factorial(boards) > MOST_SYMMETRIES:
            orders, turns = [*permutations(range(boards))], alike
        else:
            orders, turns = [*permutations(range(boards))], [*product(one, repeat=boards)]
        return tuple(BoardsSymmetry(order, turned) for order in orders for turned in turns)

    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under the symmetry.

        >>> exchanged = BoardsSymmetry((1, 0), (Symmetry.IDENTITY, Symmetry.MIRROR))
        >>> [Boards(2, 1, 3).image(cell, exchanged) for cell in range(6)]
        [3, 4, 5, 2, 1, 0]
        """
        board, within = divmod(cell, self._one.cells)
        to = symmetry.order[board]
        return to * self._one.cells + self._one.image(within, symmetry.turned[board])


def _keeping_opposites(size: int) -> list[tuple[int, ...]]:
    """The permutations of places that keep opposite places opposite, without their reverses.

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
