"""`Rules`: the geometry of a board as constants, worked out once and used by every expression.

A cell is a bit is an action: one number, row-major, from 0.

    3x3     0 1 2        direction      shift        from this cell to the next one of a line
            3 4 5        along a row      1
            6 7 8        down a column    cols
                         down right       cols + 1
                         down left        cols - 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from noughts.errors import RulesError

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the player's name; the marks are also 2-bit patterns
MARK_NAMES = (".", "X", "O")
MAX_CELLS = 1_000_000  # larger boards would only fill the memory


def doublings(length: int) -> tuple[int, ...]:
    """The shifts that join single cells into runs of `length`, doubling while they can.

    A run of n joined with itself, shifted by s <= n, is a run of n + s:

    >>> doublings(5)    # runs of 2, 4, 5
    (1, 2, 1)
    """
    steps = []
    run = 1
    while run < length:
        step = min(run, length - run)
        steps.append(step)
        run += step
    return tuple(steps)


@dataclass(frozen=True)
class Rules:
    """An m,n,k-game: whoever first has `k` in a row on `rows` x `cols` wins; in misère, loses.

    >>> Rules(3, 3, 3)
    Rules(rows=3, cols=3, k=3, misere=False)
    >>> str(Rules(4, 5, 4, misere=True))
    '4,5,4,misere'

    Raises `RulesError` for a board on which no line of `k` fits.
    """

    rows: int
    cols: int
    k: int
    misere: bool = False

    def __post_init__(self) -> None:
        for name in ("rows", "cols", "k"):
            number = getattr(self, name)
            if type(number) is not int or number < 1:
                raise RulesError(f"{name} is {number!r}; a whole number from 1 is needed")
        if self.rows * self.cols > MAX_CELLS:
            raise RulesError(
                f"{self.rows} x {self.cols} is too large a board; {MAX_CELLS} cells are the most"
            )
        if self.k > max(self.rows, self.cols):
            raise RulesError(
                f"no line of {self.k} fits on a {self.rows}x{self.cols} board; "
                f"k may be 1 to {max(self.rows, self.cols)}"
            )
        if type(self.misere) is not bool:
            raise RulesError(f"misere is {self.misere!r}; True or False is needed")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules that `str` writes: `ROWS,COLS,K`, and `,misere` where a line loses.

        >>> Rules.parse("4,5,4")
        Rules(rows=4, cols=5, k=4, misere=False)
        """
        numbers, misere = text, False
        if text.endswith(",misere"):
            numbers, misere = text.removesuffix(",misere"), True
        parts = numbers.split(",")
        # Nine digits at most: int() itself refuses thousands of them, in words of its own.
        if len(parts) != 3 or not all(re.fullmatch("[0-9]{1,9}", part) for part in parts):
            raise RulesError(f"{text!r} is no board; write ROWS,COLS,K or ROWS,COLS,K,misere")
        rows, cols, k = map(int, parts)
        return cls(rows, cols, k, misere)

    def __str__(self) -> str:
        return f"{self.rows},{self.cols},{self.k}" + ",misere" * self.misere

    def __reduce__(self) -> tuple[type[Rules], tuple[int, int, int, bool]]:
        # The constants are worked out again where a copy needs them, rather than travel with it.
        return Rules, (self.rows, self.cols, self.k, self.misere)

    @cached_property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols

    @cached_property
    def board(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """`(shift, starts)` for each direction in which a line fits.

        `starts` is the bitboard of the cells whose line of `k` ends on the board, so that a run
        of shifts which begins there never wraps round an edge. A line's start is its lowest cell.

        >>> Rules(3, 3, 3).directions    # starts: column 0, row 0, cell 0, cell 2
        ((1, 73), (3, 7), (4, 1), (2, 4))
        """
        rows, cols, k = self.rows, self.cols, self.k
        if k == 1:  # a single cell is one line, not four
            return ((1, self.board),)
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

    @cached_property
    def doublings(self) -> tuple[int, ...]:
        """The shifts, in cells along a line, that join single cells into runs of `k`."""
        return doublings(self.k)

    @cached_property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that bring every cell of the board down onto cell 0."""
        return doublings(self.cells)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line as a mask: by direction, and in each by its lowest cell.

        >>> Rules(3, 3, 3).lines
        (7, 56, 448, 73, 146, 292, 273, 84)
        """
        return tuple(
            sum(1 << start + shift * i for i in range(self.k))
            for shift, starts in self.directions
            for start in range(self.cells)
            if starts >> start & 1
        )


TICTACTOE: Rules = Rules(3, 3, 3)  # the type is for mypy, which meets some of its readers first
