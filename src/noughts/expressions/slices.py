"""`Planes`: very many games as one bit-like value, turned on its side.

A bitboard holds all cells of one game. A plane holds one cell of all games: bit g is game g.

    game 0   X . .          plane of cell 0   ...01        (game 0 has a stone there)
    game 1   . X .          plane of cell 1   ...10
                            plane of cell 2   ...00

`&` joins whole planes, so a line of three is two ANDs for a million games at once; a shift by n
cells hands planes from cell to cell and moves no bit at all. With every possible draw of random
numbers as a game of its own, what random play gives can be counted instead of sampled.

A plane is an int, or whatever else has `&`, `|` and `^`: a word of 64 games that is only recorded
(`emit.trace`) makes of the same play the code that a processor runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_, xor
from typing import Any


class Planes:
    """A plane a cell, whose bit g belongs to game g; an operand for the functions of `bits`.

    `batch.planes[c]` is the plane of cell c, `batch[g]` the bitboard of game g, and `games` how
    many games there are. Like a machine word of `len(planes)` bits a game, a batch drops what an
    operator shifts or carries beyond its top.

    >>> from noughts import TICTACTOE
    >>> from noughts.core import bits
    >>> x = Planes([0b11, 0b01, 0b01, 0b10, 0b00, 0b00, 0b10, 0b00, 0b00], games=2)
    >>> bits.line_starts(x, TICTACTOE).planes    # game 0 has the top row, game 1 the left column
    (3, 0, 0, 0, 0, 0, 0, 0, 0)
    >>> bits.line_cells(x, TICTACTOE)[1]
    73
    """

    __slots__ = ("games", "planes")

    def __init__(self, planes: Sequence[Any], games: int) -> None:
        self.planes = tuple(planes)
        self.games = games

    @property
    def everyone(self) -> int:
        """The plane in which every game has a stone."""
        return (1 << self.games) - 1

    def any(self) -> Any:
        """The games that have a stone in some cell, as a plane."""
        return reduce(or_, self.planes, 0)

    def __getitem__(self, game: int) -> int:
        """The bitboard of one game. `IndexError` past the last, so that a loop over games ends."""
        if not 0 <= game < self.games:
            raise IndexError(f"game {game} of {self.games}; they are counted from 0")
        return sum((plane >> game & 1) << cell for cell, plane in enumerate(self.planes))

    def _with(self, planes: Sequence[Any]) -> Planes:
        return Planes(planes, self.games)

    def _planes_of(self, other: Any) -> Sequence[Any]:
        """The planes of an operand; an int is a bitboard that all games share."""
        if isinstance(other, Planes):
            if (len(other.planes), other.games) != (len(self.planes), self.games):
                raise ValueError(
                    f"planes of {len(self.planes)} cells and {self.games} games meet planes of "
                    f"{len(other.planes)} cells and {other.games} games"
                )
            return other.planes
        everyone = self.everyone
        return [everyone if other >> cell & 1 else 0 for cell in range(len(self.planes))]

    def _joined(self, other: Any, operator: Callable[[Any, Any], Any]) -> Planes:
        return self._with([*map(operator, self.planes, self._planes_of(other))])

    def __and__(self, other: Any) -> Planes:
        return self._joined(other, and_)

    def __or__(self, other: Any) -> Planes:
        return self._joined(other, or_)

    def __xor__(self, other: Any) -> Planes:
        return self._joined(other, xor)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __lshift__(self, cells: int) -> Planes:
        kept = max(len(self.planes) - cells, 0)
        return self._with((0,) * (len(self.planes) - kept) + self.planes[:kept])

    def __rshift__(self, cells: int) -> Planes:
        gone = self.planes[:cells]
        return self._with(self.planes[cells:] + (0,) * len(gone))

    def __neg__(self) -> Planes:
        """Two's complement in every game: above a game's lowest bit, all bits flip."""
        above: Any = 0
        planes = []
        for plane in self.planes:
            planes.append(plane ^ above)
            above |= plane
        return self._with(planes)
