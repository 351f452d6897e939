"""The positions of 3x3 that play can reach, in their order, which the dense codecs number."""

from __future__ import annotations

from functools import cache

from noughts.core.rules import TICTACTOE
from noughts.core.successors import bits_of, legal_at

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
    while ply:
        ply = {code | move for code in ply for move in bits_of(legal_at(code, TICTACTOE))}
        found = found | ply
    return {code: number for number, code in enumerate(sorted(found))}
