"""The directions in which lines run over a board, as bit shifts.

Where lines do not wrap round, one shift of bits leads from each cell of a line to the next:

    3x3     0 1 2        direction      shift        starts of lines of 3
            3 4 5        along a row      1          0 3 6
            6 7 8        down a column    3          0 1 2
                         down right       4          0
                         down left        2          2

If lines wrap round to the opposite edge, a step is several shifts, each for some of the cells:

    3x3 torus, one to the right:    shift 1 from the columns 0 and 1
                                    shift -2 from column 2, back to column 0
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

Moves = tuple[tuple[int, int], ...]  # (onto, distance): bits that move by `distance` onto a mask
Doublings = tuple[tuple[int, Moves], ...]  # (shift, moves), of the steps that make a line


class Step(NamedTuple):
    """A step from each cell to the cell that lies a fixed number of places further along a line.

    It adds `shift` to a cell's number, except where it crosses an edge. `ahead` and `back` are
    empty if plain shifts are enough; otherwise `back` moves the bit of each cell onto the cell to
    which the step leads, and `ahead` does the opposite.
    """

    shift: int
    ahead: Moves = ()
    back: Moves = ()

    def spread(self, apart: int) -> Step:
        """The same step on a board whose cells lie `apart` bits from each other."""
        return Step(apart * self.shift, _spread(self.ahead, apart), _spread(self.back, apart))


class Direction:
    """All lines of k cells in one direction; `starts` is the bitboard of their first cells.

    `step(j)` leads from each cell to the cell j places further on. `doublings_ahead` and
    `doublings_back` hold the steps that join single cells into runs of k: each step as a pair of
    its `shift` and its `ahead` or `back`. No line from `starts` leaves the board, and no two lines
    have the same cells.

    `longer` holds two bitboards: the starts of lines that have a cell before them, and the starts
    of lines that have a cell after them. `exact` is true if there are such lines and a line longer
    than k does not count.
    """

    def __init__(
        self,
        starts: int,
        k: int,
        step: Callable[[int], Step],
        longer: tuple[int, int] = (0, 0),
        exact: bool = False,
    ) -> None:
        self.starts = starts
        self.k = k
        self.step = step
        self.longer = longer
        self.exact: bool = exact and any(longer)
        steps = tuple(map(step, doublings(k)))
        self.doublings_ahead: Doublings = tuple((step.shift, step.ahead) for step in steps)
        self.doublings_back: Doublings = tuple((step.shift, step.back) for step in steps)

    def __repr__(self) -> str:
        return f"Direction(shift={self.shift}, starts={self.starts})"

    @property
    def shift(self) -> int:
        """What a step along a line adds to a cell's number, where the line does not wrap round."""
        return self.step(1).shift

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps from a line's start to each of its k cells, beginning with the start itself."""
        return tuple(map(self.step, range(self.k)))

    def spread(self, apart: int) -> Direction:
        """The same direction on a board whose cells lie `apart` bits from each other."""
        before, after = (spread(starts, apart) for starts in self.longer)
        return Direction(
            spread(self.starts, apart),
            self.k,
            lambda places: self.step(places).spread(apart),
            (before, after),
            self.exact,
        )

    def exactly(self) -> Direction:
        """The same direction in a game in which longer lines do not count."""
        return Direction(self.starts, self.k, self.step, self.longer, exact=True)


class Outer(NamedTuple):
    """An outer board whose cells are boards, each given by its first cell; see `ultimate.Nested`.

    Each cell of the first board names a board, and `naming` moves the bit of the naming cell onto
    the first cell of the named board.
    """

    board: int
    directions: tuple[Direction, ...]
    foldings: tuple[int, ...]
    naming: Moves


def doublings(length: int) -> tuple[int, ...]:
    """The steps that join single cells into runs of `length`, with as many doublings as possible.

    A run of n cells and a copy of it, moved on by s places, together make a run of n + s (s <= n):

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


def spread(mask: int, apart: int) -> int:
    """The bits of a mask, spread so that neighbouring bits lie `apart` places from each other.

    >>> bin(spread(0b111, 2))
    '0b10101'
    """
    return int(("0" * (apart - 1)).join(f"{mask:b}"), 2)


def _spread(moves: Moves, apart: int) -> Moves:
    return tuple((spread(onto, apart), apart * distance) for onto, distance in moves)
