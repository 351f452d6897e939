"""The positions of 3x3 that play can reach, in their order, which the dense codecs number."""

from __future__ import annotations

from functools import cache

from noughts.core.bits import cells_of, legal_cells
from noughts.core.rules import TICTACTOE, X
from noughts.core.turns import mover

CELLS: int = TICTACTOE.cells
BOARD: int = TICTACTOE.board


@cache
def reachable() -> dict[int, int]:
    """The `ordinal` number of every reachable position, by its `pair` code and in its order.

    Built at the first use, in a few hundredths of a second.

    >>> len(reachable()), reachable()[0]
    (5478, 0)
    """
    found = ply = {0}
    for stones in range(CELLS):
        half = half_of(stones)
        ply = {code | 1 << cell + half for code in ply for cell in cells_of(legal_of(code))}
        found = found | ply
    return {code: number for number, code in enumerate(sorted(found))}


def half_of(ply: int) -> int:
    """Where a `pair` code has the bitboard of the player who moves after `ply` stones."""
    return 0 if mover(ply) == X else CELLS


def legal_of(code: int) -> int:
    """The cells that may be played in the position of a `pair` code."""
    return legal_cells(code & BOARD, code >> CELLS, TICTACTOE)
