"""`balanced`: every board with as many X as O, or one more, without gaps and without a table.

Boards are ordered by the number of stones, then by the cells of all stones, then by the cells of
O. The last two are sets of a known size, numbered by their cells (`core.set_numbers`):

    X . O
    . . O        4 stones on cells 0 2 5 7, and O on the second and third of them
    . X .        offset(4) + rank(0 2 5 7 of 9 cells) * C(4, 2) + rank(1 2 of 4) = 334 + 31*6 + 3
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from noughts.codecs.codec_base import Bulk, PositionCodec
from noughts.core.rules import TICTACTOE, Rules
from noughts.core.set_numbers import boards_by_ply, number_by_cells, set_by_cells, splits_by_ply


class Balanced(PositionCodec):
    """The boards that taking turns can fill, reachable or not, numbered by counting subsets.

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
        # By the number of stones: how many ways there are to choose those that are O, and how many
        # boards have fewer.
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
