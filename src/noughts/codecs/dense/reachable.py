"""The positions of 3x3 that play can reach, in their order; what the dense codecs number."""

from __future__ import annotations

from functools import cache

from noughts.core.bits import cells_of, legal_cells
from noughts.core.rules import TICTACTOE

CELLS: int = TICTACTOE.cells
BOARD: int = TICTACTOE.board


@cache
def reachable() -> dict[int, int]:
    """The `ordinal` number of every reachable position, by its `pair` code and in its order.

    Made at the first use, in a few hundredths of a second.

    >>> len(reachable()), reachable()[0]
    (5478, 0)
    """
    found = ply = {0}
    for stones in range(CELLS):
        # The stone goes to X's half of the code at even plies, else to O's.
        half = CELLS * (stones % 2)
        ply = {code | 1 << cell + half for code in ply for cell in cells_of(legal_of(code))}
        found = found | ply
    return {code: number for number, code in enumerate(sorted(found))}


def legal_of(code: int) -> int:
    """The cells that may be played in the position of a `pair` code."""
    return legal_cells(code & BOARD, code >> CELLS, TICTACTOE)
