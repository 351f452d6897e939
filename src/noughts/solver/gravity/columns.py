"""A board whose bits are numbered by columns. Each column has one more bit than it has cells.

    bit   6 13 20 27 34 41 48      the bit above a column is never set, so no line and no carry
          5 12 19 26 33 40 47      passes from one column into the next
          . . .
          1  8 15 22 29 36 43
          0  7 14 21 28 35 42      the lowest row

This numbering makes two sums useful. (`own` are the mover's stones, `filled` all stones, and
`bottom` the cells of the lowest row.) In `filled + bottom`, a carry runs through the stones of each
column to its lowest free cell. And `own + filled` is a different number for every position: a
column of n stones contributes a number from 2**n - 1 to 2**(n + 1) - 2. (The numbering and both
sums come from J. Tromp's Fhourstones benchmark.)
"""

from __future__ import annotations

from functools import cache

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.expressions.trace import Operand


class Columns:
    """The bits of a board by columns, and the expressions on these bits.

    >>> connect4 = Columns(Rules.parse("6,7,4,gravity"))
    >>> connect4.bit(0) == 1 << 5, connect4.bit(41) == 1 << 42    # a1 is the top left cell
    (True, True)
    """

    def __init__(self, rules: Rules) -> None:
        self.rows: int
        self.cols: int
        self.rows, self.cols = rules.geometry.sizes
        self.k: int = rules.k
        self.height: int = self.rows + 1
        self.bottom: int = sum(1 << self.height * col for col in range(self.cols))
        self.board: int = self.bottom * ((1 << self.rows) - 1)
        self.seconds: int = self.bottom * sum(1 << row for row in range(self.rows - 1, -1, -2))
        self.steps: tuple[int, ...] = (1, self.height, self.height - 1, self.height + 1)

    @property
    def columns(self) -> tuple[int, ...]:
        """The bits of each column, including the bit above its cells."""
        return tuple((1 << self.height) - 1 << self.height * col for col in range(self.cols))

    @property
    def order(self) -> list[int]:
        """The columns from the middle outward, since most lines pass through the middle.

        >>> Columns(Rules.parse("6,7,4,gravity")).order
        [3, 2, 4, 1, 5, 0, 6]
        """
        return sorted(range(self.cols), key=lambda col: abs(2 * col - self.cols + 1))

    def bit(self, cell: int) -> int:
        """The bit of a cell."""
        row, col = divmod(cell, self.cols)
        return 1 << self.height * col + self.rows - 1 - row

    def stones(self, cells: int) -> int:
        """Convert a bitboard of the library, whose cells are numbered by rows."""
        return sum(self.bit(cell) for cell in range(self.rows * self.cols) if cells >> cell & 1)

    def of(self, position: Position) -> tuple[int, int]:
        """The mover's stones, and all stones."""
        own, other = position.sides
        return self.stones(own), self.stones(own | other)

    def line(self, stones: Operand) -> Operand:
        """The cells where lines of the stones begin; 0 if there is no line.

        Two runs of n stones, of which the second begins m <= n cells further on, make a run of
        n + m.
        """
        found = stones & 0
        for step in self.steps:
            run, length = stones, 1
            while length < self.k:
                more = min(length, self.k - length)
                run = run & run >> step * more
                length += more
            found = found | run
        return found

    def completing(self, stones: Operand) -> Operand:
        """The cells, free or not, that complete a line of the stones.

        . X X . X .        with k = 4: the cell joins two stones and one stone into a line of four
              ^
        """
        found = stones & 0
        for step in self.steps:
            before, after = [self.board], [self.board]  # [n]: the cells next to n stones
            for _ in range(self.k - 1):
                before.append((before[-1] & stones) << step & self.board)
                after.append((after[-1] & stones) >> step)
            for count in range(self.k):
                found = found | after[self.k - 1 - count] & before[count]
        return found & self.board


@cache
def columns_of(rules: Rules) -> Columns:
    """The `Columns` of a board, made once."""
    return Columns(rules)
