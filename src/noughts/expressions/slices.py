"""`Slices`: bit-slicing, which holds a batch of games turned on its side.

A bitboard holds all cells of one game. A slice holds one cell of all games: bit g is for game g.

    game 0   X . .          slice of cell 0   ...01        (game 0 has a stone there)
    game 1   . X .          slice of cell 1   ...10
                            slice of cell 2   ...00

`&` combines whole slices, so two ANDs test a line of three in a million games at once. A shift by n
cells moves whole slices to other cells, but no bit within a slice. If a batch has one game for
every possible sequence of random numbers, the results of random play can be counted instead of
sampled.

A slice is an int, or anything else with `&`, `|` and `^`. If each slice is a recorded word of 64
games (`expressions.trace`), the functions of `bits` record operations that can be written as code
for a compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_, xor

from noughts.expressions.trace import Operand


class Slices:
    """One slice per cell, in which bit g belongs to game g; an operand for the functions of `bits`.

    In a batch `x`, `x.slices[c]` is the slice of cell c, `x[g]` is the bitboard of game g, and
    `x.games` is the number of games. The bits of a game work like a machine word of `len(x.slices)`
    bits: bits that an operator shifts or carries beyond the top are lost.

    >>> from noughts import TICTACTOE
    >>> from noughts.core import bits
    >>> x = Slices([0b11, 0b01, 0b01, 0b10, 0b00, 0b00, 0b10, 0b00, 0b00], games=2)
    >>> bits.line_starts(x, TICTACTOE).slices    # game 0 has the top row, game 1 the left column
    (3, 0, 0, 0, 0, 0, 0, 0, 0)
    >>> bits.line_cells(x, TICTACTOE)[1]
    73
    """

    __slots__ = ("games", "slices")

    def __init__(self, slices: Sequence[Operand], games: int) -> None:
        self.slices: tuple[Operand, ...] = tuple(slices)
        self.games: int = games

    @property
    def everyone(self) -> int:
        """The slice in which every game has a stone."""
        return (1 << self.games) - 1

    def any(self) -> Operand:
        """The slice of the games that have a stone in some cell."""
        return reduce(or_, self.slices, 0)

    def __getitem__(self, game: int) -> int:
        """The bitboard of one game. Raises `IndexError` past the last game, so `for` loops end."""
        if not 0 <= game < self.games:
            raise IndexError(f"game {game} of {self.games}; they are counted from 0")
        return sum((each >> game & 1) << cell for cell, each in enumerate(self.slices))

    def _with(self, slices: Sequence[Operand]) -> Slices:
        return Slices(slices, self.games)

    def _slices_of(self, other: Operand) -> Sequence[Operand]:
        """The slices of an operand; an int stands for the same bitboard in all games."""
        if isinstance(other, Slices):
            if (len(other.slices), other.games) != (len(self.slices), self.games):
                raise ValueError(
                    f"slices of {len(self.slices)} cells and {self.games} games do not fit "
                    f"slices of {len(other.slices)} cells and {other.games} games"
                )
            return other.slices
        everyone = self.everyone
        return [everyone if other >> cell & 1 else 0 for cell in range(len(self.slices))]

    def _joined(self, other: Operand, operator: Callable[[Operand, Operand], Operand]) -> Slices:
        return self._with([*map(operator, self.slices, self._slices_of(other))])

    def __and__(self, other: Operand) -> Slices:
        return self._joined(other, and_)

    def __or__(self, other: Operand) -> Slices:
        return self._joined(other, or_)

    def __xor__(self, other: Operand) -> Slices:
        return self._joined(other, xor)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __lshift__(self, cells: int) -> Slices:
        kept = max(len(self.slices) - cells, 0)
        return self._with((0,) * (len(self.slices) - kept) + self.slices[:kept])

    def __rshift__(self, cells: int) -> Slices:
        gone = self.slices[:cells]
        return self._with(self.slices[cells:] + (0,) * len(gone))

    def __neg__(self) -> Slices:
        """Each game's bitboard, negated: all bits above its lowest set bit are flipped."""
        above: Operand = 0
        slices = []
        for each in self.slices:
            slices.append(each ^ above)
            above |= each
        return self._with(slices)
