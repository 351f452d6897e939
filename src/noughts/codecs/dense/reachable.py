"""The positions of 3x3 that play can reach, in their order, which the dense codecs number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import or_

from noughts.core.rules import TICTACTOE
from noughts.core.successors import bits_of, by_plies, legal_at

CELLS: int = TICTACTOE.cells
BOARD: int = TICTACTOE.board


@cache
def reachable() -> dict[int, int]:
    """The `ordinal` number of every reachable position, by its `pair` code and in its order.

    Built at the first use, in a few hundredths of a second.

    >>> len(reachable()), reachable()[0]
    (5478, 0)
    """

    def lead(code: int, _: bool) -> Iterator[tuple[int, bool, bool]]:
        for move in bits_of(legal_at(code, TICTACTOE)):
            yield code | move, False, True

    found = [code for ply, _ in by_plies({0: True}, lead, or_) for code in ply]
    return {code: number for number, code in enumerate(sorted(found))}
