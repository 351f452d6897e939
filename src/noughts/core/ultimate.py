"""The board of ultimate tic-tac-toe: boards in a board.

The bit expressions for this game's rules are in `bits`, below the comment *Boards in a board*, and
`move_bits` defines a move with them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from noughts.core.box import LONGEST_AXIS, Boards
from noughts.core.directions import Outer, doublings, spread
from noughts.core.geometry import AnySymmetry, Flat
from noughts.errors import RulesError


class Nested(Boards):
    """Boards in a board: each cell of the outer board is itself a board of the same shape.

        board 1 2 3        cells of a board    a stone on the third cell of any board
              4 5 6          1 2 3             names board 3, which has the cells 18 to 26
              7 8 9          4 5 6
                             7 8 9

    >>> str(Nested(3, 3)), Nested(3, 3).cells, Nested(3, 3).place(18)
    ('9x3x3 nested', 81, (2, 0, 0))

    Raises `RulesError` for a size that is not from 1 to 255.
    """

    axes: ClassVar[range] = range(2, 3)
    names: ClassVar[tuple[str, ...]] = ("rows", "cols")
    lacks: ClassVar[tuple[str, ...]] = ("any_order", "stones", "full")

    def __init__(self, rows: int, cols: int) -> None:
        one = Flat(rows, cols)
        if max(one.sizes) > LONGEST_AXIS:
            raise RulesError(
                f"{one} is not a board of boards; it has two sizes from 1 to {LONGEST_AXIS}"
            )
        vars(self)["sizes"] = (one.cells, rows, cols)  # past __setattr__, which refuses

    @property
    def written(self) -> tuple[int, ...]:
        """The numbers of rows and columns, the same for each board and for the outer board."""
        return self.sizes[1:]

    def to_words(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.sizes[1], self.sizes[2]

    @classmethod
    def from_words(cls, first: int, second: int) -> Self:
        """The nested boards with these numbers of rows and columns."""
        return cls(first, second)

    @property
    def kind(self) -> str:
        """The word for this kind of board, after a space."""
        return " nested"

    @property
    def about(self) -> str:
        """The boards in words, such as `3 x 3 boards of 3 x 3`."""
        return f"{self._one.about} boards of {self._one.about}"

    @property
    def abreast(self) -> int:
        """The number of boards in a row."""
        return self.sizes[2]

    def outer(self, k: int) -> Outer:
        """The outer board, whose cells are the boards.

        >>> bin(Nested(1, 3).outer(3).board), Nested(1, 3).outer(3).naming
        ('0b1001001', ((1, 0), (8, 2), (64, 4)))
        """
        cells = self._one.cells
        return Outer(
            spread(self._one.block([range(size) for size in self._one.sizes]), cells),
            tuple(direction.spread(cells) for direction in self._one.directions(k)),
            tuple(cells * step for step in doublings(cells)),
            tuple((1 << cells * cell, (cells - 1) * cell) for cell in range(cells)),
        )

    def symmetries(self, k: int) -> tuple[AnySymmetry, ...]:
        """The symmetries of one board, which permute the boards and each board's cells alike."""
        return self._one.symmetries(k)

    def image(self, cell: int, symmetry: Any) -> int:
        """The image of a cell under the symmetry.

        >>> from noughts.core.geometry import Symmetry
        >>> Nested(1, 3).image(1, Symmetry.MIRROR)    # cell 1 of board 0 to cell 1 of board 2
        7
        """
        board, within = divmod(cell, self._one.cells)
        return self._one.image(board, symmetry) * self._one.cells + self._one.image(
            within, symmetry
        )
