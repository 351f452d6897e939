"""`balanced`: numbers, without gaps or tables, all boards with as many X as O or one X more.

Boards are ordered by the number of stones, then by the list of all stones' cells, then by the list
of O's cells. The number of stones determines the length of each list. The number of a list
(`core.set_numbers`) is its place among the lists of that length, taken from all cells or, for O's
list, from the stones:

    X . O
    . . O        4 stones on cells 0 2 5 7, of which the second and the third are O
    . X .        offset(4) + rank(0 2 5 7 of 9 cells) * C(4, 2) + rank(1 2 of 4) = 334 + 31*6 + 3
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from noughts.codecs.codec_base import Bulk, PositionCodec
from noughts.core.rules import TICTACTOE, Rules
from noughts.core.set_numbers import boards_by_ply, number_by_cells, set_by_cells, splits_by_ply


class Balanced(PositionCodec):
    """Numbers all boards with as many X as O or one X more, reachable or not, by counting subsets.

    >>> from noughts import Position
    >>> Balanced().encode(Position.parse("X.O/..O/.X."))
    523
    >>> print(Balanced().decode(523), Balanced().size)
    X.O/..O/.X. 6046
    """

    name = "balanced"
    about = "every board with as many X as O, or one more, without a gap"
    any_board = True
    laws = ("alternates", "owned", "stones")
    bulk = Bulk.SUBSETS

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        # For each number of stones: the number of ways to choose O's stones among them, and the
        # number of boards with fewer stones.
        self.splits: list[int] = [*splits_by_ply(rules.cells)]
        *self.offsets, self.size = accumulate(boards_by_ply(rules.cells), initial=0)

    def _encode(self, x: int, o: int) -> int:
        stones = x | o
        board = self.rules.board
        count = stones.bit_count()
        where = number_by_cells(board ^ stones, board)
        return self.offsets[count] + where * self.splits[count] + number_by_cells(x, stones)

    def _decode(self, code: int) -> tuple[int, int]:
        count = bisect_right(self.offsets, code) - 1
        where, which = divmod(code - self.offsets[count], self.splits[count])
        stones = set_by_cells(where, count, self.rules.board)
        o = set_by_cells(which, count // 2, stones)
        return stones ^ o, o
