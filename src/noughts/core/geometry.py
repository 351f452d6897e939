"""A board without its rules: its cells, the lines that run over them, and its symmetries.

A cell, its bit and its action are one number, from 0. Only this module does arithmetic on cells:
it says where a cell lies, what lies beside it and where a symmetry takes it.

    3x3     0 1 2        direction      shift        from this cell to the next one of a line
            3 4 5        along a row      1
            6 7 8        down a column    cols
                         down right       cols + 1
                         down left        cols - 1

A symmetry of a flat board is three bits: mirror left and right, flip top and bottom, and, on a
square, transpose first. Those are all eight symmetries of the square and all four of an oblong.

         bits            the corner a goes to           bits            the corner a goes to
    0    ---             a . b     top left             4    T--        a . c     top left
    1    --M             b . a     top right            5    T-M        c . a     top right
    2    -F-             c . d     bottom left          6    TF-        b . d     bottom left
    3    -FM             d . c     bottom right         7    TFM        d . b     bottom right
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
from typing import NoReturn

from noughts.core.messages import quoted
from noughts.errors import RulesError


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


class Geometry(ABC):
    """What every kind of board provides; an immutable value of a few sizes, whole numbers from 1.

    `noughts.core.rules.KINDS` lists the kinds and how each is written.
    """

    def __init__(self, **sizes: int) -> None:
        for name, number in sizes.items():
            check_size(name, number)
        vars(self).update(sizes)  # past __setattr__, which refuses

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a geometry does not change; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *self.sizes))

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({', '.join(f'{n}={size}' for n, size in vars(self).items())})"
        )

    @property
    @abstractmethod
    def cells(self) -> int:
        """How many cells the board has."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """The length of the longest line that fits."""

    @abstractmethod
    def directions(self, k: int) -> tuple[tuple[int, int], ...]:
        """`(shift, starts)` for each direction in which a line of `k` cells fits.

        `starts` is the bitboard of the cells where a line begins; each further cell of the line
        is `shift` higher. A line's start is its lowest cell.
        """

    @property
    @abstractmethod
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries, which take lines to lines; the identity comes first."""

    @abstractmethod
    def image(self, cell: int, symmetry: Symmetry) -> int:
        """Where a symmetry takes a cell."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes, in their order."""
        return tuple(vars(self).values())

    @property
    def about(self) -> str:
        """The board in words, such as `3 x 3`; every kind but the flat one adds its name."""
        return " x ".join(map(str, self.sizes)) + self._kind

    def __str__(self) -> str:
        return "x".join(map(str, self.sizes)) + self._kind

    @property
    def _kind(self) -> str:
        return "" if type(self) is Flat else f" {type(self).__name__.lower()}"


class Flat(Geometry):
    """A board of rows and columns, with lines along both and along both diagonals.

    Cells are numbered row by row.

    >>> str(Flat(3, 4)), Flat(3, 4).cells, Flat(3, 4).place(5)
    ('3x4', 12, (1, 1))

    Raises `RulesError` for a size that is not a whole number from 1.
    """

    rows: int
    cols: int

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__(rows=rows, cols=cols)

    @property
    def cells(self) -> int:
        """Rows times columns."""
        return self.rows * self.cols

    @property
    def longest(self) -> int:
        """The longer side."""
        return max(self.rows, self.cols)

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell, from 0."""
        return divmod(cell, self.cols)

    def cell_at(self, row: int, col: int) -> int:
        """The cell in a row and a column."""
        return row * self.cols + col

    def grid(self) -> list[range]:
        """The cells of each row, from the top.

        >>> Flat(2, 3).grid()
        [range(0, 3), range(3, 6)]
        """
        return [range(start, start + self.cols) for start in range(0, self.cells, self.cols)]

    def directions(self, k: int) -> tuple[tuple[int, int], ...]:
        """Along rows, down columns, down right, down left: those in which a line of `k` fits.

        >>> Flat(3, 3).directions(3)    # starts: column 0, row 0, cell 0, cell 2
        ((1, 73), (3, 7), (4, 1), (2, 4))
        """
        rows, cols = self.rows, self.cols
        if k == 1:  # a single cell is one line, not four
            return ((1, (1 << self.cells) - 1),)
        fits_across, fits_down = cols - k + 1, rows - k + 1
        directions = []
        if fits_across > 0:
            directions.append((1, self._rectangle(0, fits_across, rows)))
        if fits_down > 0:
            directions.append((cols, self._rectangle(0, cols, fits_down)))
        if fits_across > 0 and fits_down > 0:
            directions.append((cols + 1, self._rectangle(0, fits_across, fits_down)))
            directions.append((cols - 1, self._rectangle(k - 1, fits_across, fits_down)))
        return tuple(directions)

    def _rectangle(self, left: int, width: int, height: int) -> int:
        """The cells of the `height` top rows that lie in `width` columns from `left`."""
        row = ((1 << width) - 1) << left
        return sum(row << self.cols * i for i in range(height))

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Eight of a square, four of an oblong."""
        every = tuple(Symmetry)
        return every if self.rows == self.cols else every[:4]

    def image(self, cell: int, symmetry: Symmetry) -> int:
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
