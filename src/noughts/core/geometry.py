"""A board without its rules: its cells, the lines that run over them, and its symmetries.

One number, counted from 0, stands for a cell, for the cell's bit and, if a player has no choice of
marks, for the move to the cell. Only a geometry does arithmetic on cells: it knows the coordinates
of a cell, the lines through the cell, and the cell's image under a symmetry.

    Geometry      cells that fill a box, numbered along the last axis first
    ├── Flat      rows and columns                              0 1 2        4 sizes of 3: layers
    │   └── Torus, Cylinder    whose edges meet, in torus.py    3 4 5        of layers of 3x3
    └── Box       three axes or more, in box.py                 6 7 8
        └── Boards    whose layers are boards of their own
            └── Nested    which are the cells of an outer board

A symmetry of a flat board is three bits: M mirrors left and right, F flips top and bottom, and T,
only on a square, transposes the board before M and F act. The bits give all eight symmetries of a
square and all four of an oblong.

         bits            corners   new place of a       bits            corners   new place of a
    0    ---             a . b     top left             4    T--        a . c     top left
    1    --M             b . a     top right            5    T-M        c . a     top right
    2    -F-             c . d     bottom left          6    TF-        b . d     bottom left
    3    -FM             d . c     bottom right         7    TFM        d . b     bottom right
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, ClassVar, Self

from noughts.core.directions import Direction, Outer, Step, doublings
from noughts.core.immutable import Value
from noughts.core.message_text import quoted
from noughts.errors import RulesError

AnySymmetry = Any  # a symmetry of some kind of board: an immutable value with a name


class Symmetry(IntEnum):
    """A symmetry as bits: 4 transposes; then 2 flips top and bottom; then 1 mirrors left and right.

    >>> Symmetry.ROTATE_90.inverse
    <Symmetry.ROTATE_270: 6>
    """

    IDENTITY = 0
    MIRROR = 1
    FLIP = 2
    ROTATE_180 = 3
    TRANSPOSE = 4
    ROTATE_90 = 5
    ROTATE_270 = 6
    ANTITRANSPOSE = 7

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one: itself, except for the quarter turns."""
        quarter_turns = {Symmetry.ROTATE_90: Symmetry.ROTATE_270}
        quarter_turns |= {turn: back for back, turn in quarter_turns.items()}
        return quarter_turns.get(self, self)


class Geometry(Value, ABC):
    """The base class of all kinds of board; a board is an immutable value, made from its sizes.

    The cells fill a box of these sizes and are numbered along the last axis first. Lines are
    straight unless a subclass says otherwise. `noughts.core.rules_text.KINDS` lists the library's
    kinds and the form of each kind's text.
    """

    UNCHANGING: ClassVar[str] = "a geometry does not change"
    sizes: tuple[int, ...]
    axes: ClassVar[range] = range(2, 3)  # how many sizes there may be
    layer: ClassVar[str] = "layer"  # what a layer is called
    height: ClassVar[int] = 0  # the axis along which stones fall
    names: ClassVar[tuple[str, ...]] = ()  # the names of the sizes, if they have any
    edges_meet: ClassVar[bool] = False  # whether lines wrap round to an opposite edge
    lacks: ClassVar[tuple[str, ...]] = ()  # the laws that no game on such a board has

    def __init__(self, *sizes: int) -> None:
        for axis, size in enumerate(sizes):
            check_size(self.names[axis] if self.names else f"size {axis + 1}", size)
        vars(self)["sizes"] = sizes  # past __setattr__, which refuses

    @property
    def written(self) -> tuple[int, ...]:
        """The sizes as the constructor takes them and the text gives them."""
        return self.sizes

    @property
    def _given(self) -> tuple[tuple[int, ...], dict[str, Any]]:
        return self.written, {}

    def __repr__(self) -> str:
        named = zip(self.names, self.written, strict=False)
        said = [f"{name}={size}" for name, size in named] or map(str, self.sizes)
        return f"{type(self).__name__}({', '.join(said)})"

    def __str__(self) -> str:
        return "x".join(map(str, self.sizes)) + self.kind

    @property
    def meets(self) -> tuple[bool, bool]:
        """Whether lines wrap round between bottom and top, and between left and right."""
        return (self.edges_meet, self.edges_meet)

    @property
    def about(self) -> str:
        """The board in words, such as `3 x 3`."""
        return " x ".join(map(str, self.sizes)) + self.kind

    @property
    def kind(self) -> str:
        """A space and the word for this kind of board; empty if the sizes imply the kind."""
        return f" {type(self).__name__.lower()}"

    def to_words(self) -> tuple[int, int]:
        """The sizes as two 32-bit integers, from which `from_words` makes the board."""
        if len(self.sizes) != 2:
            raise RulesError(
                f"{self!r} has {len(self.sizes)} sizes; bytes hold boards of two sizes"
            )
        return self.sizes[0], self.sizes[1]

    @classmethod
    def from_words(cls, first: int, second: int) -> Self:
        """The board whose sizes `to_words` has encoded."""
        return cls(first, second)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return prod(self.sizes)

    @property
    def longest(self) -> int:
        """The length of the longest line that fits on the board."""
        return max(self.sizes)

    def place(self, cell: int) -> tuple[int, ...]:
        """The coordinates of a cell, counted from 0; on a flat board, its row and its column."""
        places = []
        for size in reversed(self.sizes):
            cell, at = divmod(cell, size)
            places.append(at)
        return tuple(reversed(places))

    def cell_at(self, *places: int) -> int:
        """The cell at these coordinates."""
        cell = 0
        for size, at in zip(self.sizes, places, strict=True):
            cell = cell * size + at
        return cell

    def grid(self) -> list[range]:
        """The cells of each row, from top to bottom and layer by layer.

        >>> Flat(2, 3).grid()
        [range(0, 3), range(3, 6)]
        """
        row = self.sizes[-1]
        return [range(start, start + row) for start in range(0, self.cells, row)]

    def layers(self) -> list[list[range]]:
        """Each layer as a list of rows. A layer is drawn as one grid; a flat board is one layer.

        >>> Flat(2, 3).layers()
        [[range(0, 3), range(3, 6)]]
        """
        grid, rows = self.grid(), self.sizes[-2]
        return [grid[at : at + rows] for at in range(0, len(grid), rows)]

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The ways in which lines run, each as steps along the axes; opposite ways count as one.

        >>> Flat(3, 3).ways    # along a row, down a column, down right, down left
        ((0, 1), (1, 0), (1, 1), (1, -1))
        """
        every = product((0, 1, -1), repeat=len(self.sizes))
        # Of two opposite ways, keep the one to higher cells: its first nonzero step is positive.
        forward = [way for way in every if next((step for step in way if step), 0) > 0]
        return tuple(sorted(forward, key=lambda way: sum(map(abs, way))))

    def directions(self, k: int) -> tuple[Direction, ...]:
        """The directions in which a line of `k` cells fits; only one direction if `k` is 1.

        >>> Flat(3, 3).directions(3)    # starts: column 0, row 0, cell 0, cell 2
        ... # doctest: +NORMALIZE_WHITESPACE
        (Direction(shift=1, starts=73), Direction(shift=3, starts=7),
         Direction(shift=4, starts=1), Direction(shift=2, starts=4))
        """
        ways = self.ways if k > 1 else self.ways[:1]
        every = [self.direction(way, k) for way in ways]
        return tuple(direction for direction in every if direction.starts)

    def direction(self, way: tuple[int, ...], k: int) -> Direction:
        """The direction of `k`-cell lines along a way; each starts at its lowest-numbered cell."""
        starts = self._reached(way, k - 1)
        shift = self.cell_at(*way)  # `cell_at` is linear
        longer = (starts & self._reached(way, -1), starts & self._reached(way, k))
        return Direction(starts, k, lambda places: Step(shift * places), longer)

    def _reached(self, way: tuple[int, ...], places: int) -> int:
        """The cells from which `places` steps along a way, back if negative, end on the board."""
        steps = [step * places for step in way]
        return self.block(
            [
                range(max(0, -step), min(size, size - step))
                for size, step in zip(self.sizes, steps, strict=True)
            ]
        )

    @property
    def below(self) -> Step:
        """The step from each cell to the cell below it on the axis along which stones fall.

        >>> Flat(6, 7).below.shift
        7
        """
        return Step(self.cells // self.sizes[0])

    @property
    def wholes(self) -> Direction | None:
        """If there are several boards, a direction whose lines are whole boards; otherwise None."""
        return None

    def outer(self, k: int) -> Outer | None:  # noqa: ARG002 - of any lines
        """For boards in a board, the outer board, with its lines of `k` boards; otherwise None."""
        return None

    @property
    def abreast(self) -> int:
        """The number of layers that are drawn side by side."""
        return self.sizes[-3] if len(self.sizes) > 2 else 1

    def block(self, ranges: Sequence[range]) -> int:
        """The bitboard of the cells whose coordinates lie in the ranges, one range for each axis.

        >>> format(Flat(3, 3).block([range(1, 3), range(2)]), "09b")
        '011011000'
        """
        cells, mask = 1, 1
        for size, places in zip(reversed(self.sizes), reversed(ranges), strict=True):
            if not places:
                return 0
            mask <<= cells * places.start
            for step in doublings(len(places)):  # a long axis has a long mask, so few steps
                mask |= mask << cells * step
            cells *= size
        return mask

    @abstractmethod
    def symmetries(self, k: int) -> tuple[AnySymmetry, ...]:
        """The symmetries, the identity first; each maps every line of `k` cells to such a line."""

    @abstractmethod
    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under a symmetry."""


class Flat(Geometry):
    """A board of rows and columns, with lines along rows, columns and both diagonals.

    Cells are numbered row by row.

    >>> str(Flat(3, 4)), Flat(3, 4).cells, Flat(3, 4).place(5)
    ('3x4', 12, (1, 1))

    Raises `RulesError` for a size that is not a positive integer.
    """

    names: ClassVar[tuple[str, ...]] = ("rows", "cols")

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__(rows, cols)

    @property
    def kind(self) -> str:
        """Empty for a flat board, which is the usual kind."""
        return "" if type(self) is Flat else super().kind

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return self.sizes[0]

    @cached_property
    def cols(self) -> int:
        """The number of columns."""
        return self.sizes[1]

    def symmetries(self, k: int) -> tuple[AnySymmetry, ...]:  # noqa: ARG002 - of any lines
        """The eight symmetries of a square, or the four of an oblong."""
        every = tuple(Symmetry)
        return every if self.rows == self.cols else every[:4]

    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under the symmetry.

        >>> Flat(3, 3).image(0, Symmetry.ROTATE_90)    # clockwise: top left to top right
        2
        """
        row, col = self.place(cell)
        if symmetry & Symmetry.TRANSPOSE:
            row, col = col, row
        if symmetry & Symmetry.FLIP:
            row = self.rows - 1 - row
        if symmetry & Symmetry.MIRROR:
            col = self.cols - 1 - col
        return self.cell_at(row, col)


def check_size(name: str, number: object) -> None:
    """Raise `RulesError` unless a size is a positive integer."""
    if type(number) is not int or number < 1:
        raise RulesError(f"{name} is {quoted(number)}; a whole number from 1 is needed")
