"""A board without its rules: its cells, the lines that run over them, and its symmetries.

A cell, its bit and, where a player has one mark, its action are one number, from 0. Only a geometry
does arithmetic on cells: it says where a cell lies, which lines run through it and where a symmetry
takes it.

    Geometry      cells that fill a box of some sizes, numbered along the last axis first
    ├── Flat      rows and columns                              0 1 2        4 sizes of 3: layers
    │   └── Torus, Cylinder: edges meet, in torus.py            3 4 5        of layers of 3x3
    └── Box       three axes or more, in box.py                 6 7 8
        └── Boards    whose layers are boards of their own
            └── Nested    which are the cells of a board

A symmetry of a flat board is three bits: mirror left and right, flip top and bottom, and, on a
square, transpose first. This gives all eight symmetries of the square and all four of an oblong.

         bits            the corner a goes to           bits            the corner a goes to
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
    """A symmetry by its bits: 1 mirrors left and right, 2 flips top and bottom, 4 transposes first.

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
    """What every kind of board provides; an immutable value of its sizes, whole numbers from 1.

    Its cells fill a box of these sizes and are numbered along the last axis first. Its lines are
    straight unless it says otherwise. `noughts.core.rules_text.KINDS` lists the kinds and how each
    is written.
    """

    UNCHANGING: ClassVar[str] = "a geometry does not change"
    sizes: tuple[int, ...]
    axes: ClassVar[range] = range(2, 3)  # how many sizes there may be
    layer: ClassVar[str] = "layer"  # what a layer is called
    height: ClassVar[int] = 0  # the axis along which stones fall
    names: ClassVar[tuple[str, ...]] = ()  # what they are called, where they have names
    edges_meet: ClassVar[bool] = False  # whether lines go on at an opposite edge
    lacks: ClassVar[tuple[str, ...]] = ()  # the laws that no game has on it

    def __init__(self, *sizes: int) -> None:
        for axis, size in enumerate(sizes):
            check_size(self.names[axis] if self.names else f"size {axis + 1}", size)
        vars(self)["sizes"] = sizes  # past __setattr__, which refuses

    @property
    def written(self) -> tuple[int, ...]:
        """The sizes with which it is made and written."""
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
        """Whether lines go on from the lowest row to the highest, and from the last column."""
        return (self.edges_meet, self.edges_meet)

    @property
    def about(self) -> str:
        """The board in words, such as `3 x 3`."""
        return " x ".join(map(str, self.sizes)) + self.kind

    @property
    def kind(self) -> str:
        """The word for this kind of board, after a space; empty if the sizes say it all."""
        return f" {type(self).__name__.lower()}"

    def to_words(self) -> tuple[int, int]:
        """The sizes as two whole numbers of 32 bits, from which `from_words` makes the board."""
        if len(self.sizes) != 2:
            raise RulesError(
                f"{self!r} has {len(self.sizes)} sizes; bytes hold boards of two sizes"
            )
        return self.sizes[0], self.sizes[1]

    @classmethod
    def from_words(cls, first: int, second: int) -> Self:
        """The board of the sizes in two numbers."""
        return cls(first, second)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return prod(self.sizes)

    @property
    def longest(self) -> int:
        """The length of the longest line that fits."""
        return max(self.sizes)

    def place(self, cell: int) -> tuple[int, ...]:
        """Where a cell lies along each axis, from 0: on a flat board its row and its column."""
        places = []
        for size in reversed(self.sizes):
            cell, at = divmod(cell, size)
            places.append(at)
        return tuple(reversed(places))

    def cell_at(self, *places: int) -> int:
        """The cell at these places along the axes."""
        cell = 0
        for size, at in zip(self.sizes, places, strict=True):
            cell = cell * size + at
        return cell

    def grid(self) -> list[range]:
        """The cells of each row, from the top; layer by layer, if there are layers.

        >>> Flat(2, 3).grid()
        [range(0, 3), range(3, 6)]
        """
        row = self.sizes[-1]
        return [range(start, start + row) for start in range(0, self.cells, row)]

    def layers(self) -> list[list[range]]:
        """The rows of each layer: what is drawn as one piece. A flat board is one layer.

        >>> Flat(2, 3).layers()
        [[range(0, 3), range(3, 6)]]
        """
        grid, rows = self.grid(), self.sizes[-2]
        return [grid[at : at + rows] for at in range(0, len(grid), rows)]

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """How lines run, each way once: how far a step goes along each axis.

        >>> Flat(3, 3).ways    # along a row, down a column, down right, down left
        ((0, 1), (1, 0), (1, 1), (1, -1))
        """
        every = product((0, 1, -1), repeat=len(self.sizes))
        # Of a way and its opposite, the one to higher cells: that whose first step is forward.
        forward = [way for way in every if next((step for step in way if step), 0) > 0]
        return tuple(sorted(forward, key=lambda way: sum(map(abs, way))))

    def directions(self, k: int) -> tuple[Direction, ...]:
        """The ways in which a line of `k` cells fits. A single cell is one line, not four.

        >>> Flat(3, 3).directions(3)    # starts: column 0, row 0, cell 0, cell 2
        ... # doctest: +NORMALIZE_WHITESPACE
        (Direction(shift=1, starts=73), Direction(shift=3, starts=7),
         Direction(shift=4, starts=1), Direction(shift=2, starts=4))
        """
        ways = self.ways if k > 1 else self.ways[:1]
        every = [self.direction(way, k) for way in ways]
        return tuple(direction for direction in every if direction.starts)

    def direction(self, way: tuple[int, ...], k: int) -> Direction:
        """The lines of `k` cells that run one way; a line's start is its lowest cell."""
        starts = self._reached(way, k - 1)
        shift = self.cell_at(*way)  # which is linear
        longer = (starts & self._reached(way, -1), starts & self._reached(way, k))
        return Direction(starts, k, lambda places: Step(shift * places), longer)

    def _reached(self, way: tuple[int, ...], places: int) -> int:
        """The cells from which `places` steps of a way, perhaps backwards, stay on the board."""
        steps = [step * places for step in way]
        return self.block(
            [
                range(max(0, -step), min(size, size - step))
                for size, step in zip(self.sizes, steps, strict=True)
            ]
        )

    @property
    def below(self) -> Step:
        """The way from each cell to the one below it, along the axis that is the height.

        >>> Flat(6, 7).below.shift
        7
        """
        return Step(self.cells // self.sizes[0])

    @property
    def wholes(self) -> Direction | None:
        """Each board as a run of all its cells, where there are several boards; else None."""
        return None

    def outer(self, k: int) -> Outer | None:  # noqa: ARG002 - of any lines
        """The boards as the cells of a board with lines of `k`, if it is one; else None."""
        return None

    @property
    def abreast(self) -> int:
        """How many layers are drawn side by side."""
        return self.sizes[-3] if len(self.sizes) > 2 else 1

    def block(self, ranges: Sequence[range]) -> int:
        """The bitboard of the cells whose place along each axis lies in the axis's range.

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
        """The symmetries, which take lines of `k` to lines; the identity comes first."""

    @abstractmethod
    def image(self, cell: int, symmetry: Any) -> int:
        """Where a symmetry takes a cell."""


class Flat(Geometry):
    """A board of rows and columns, with lines along both and along both diagonals.

    Cells are numbered row by row.

    >>> str(Flat(3, 4)), Flat(3, 4).cells, Flat(3, 4).place(5)
    ('3x4', 12, (1, 1))

    Raises `RulesError` for a size that is not a whole number from 1.
    """

    names: ClassVar[tuple[str, ...]] = ("rows", "cols")

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__(rows, cols)

    @property
    def kind(self) -> str:
        """Nothing: a board is flat unless it says otherwise."""
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
        """Eight for a square, four for an oblong."""
        every = tuple(Symmetry)
        return every if self.rows == self.cols else every[:4]

    def image(self, cell: int, symmetry: Any) -> int:
        """Where the symmetry takes a cell.

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
    """Raise `RulesError` unless a size is a whole number from 1."""
    if type(number) is not int or number < 1:
        raise RulesError(f"{name} is {quoted(number)}; a whole number from 1 is needed")
