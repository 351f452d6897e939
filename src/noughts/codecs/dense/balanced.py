"""`balanced`: every board with as many X as O, or one more, without gaps and without a table.

Boards are ordered by the number of stones, then by the cells that hold them, then by those that
hold O. The last two are sets of a known size, numbered in lexicographic order of their cells,
which is the combinatorial number system:

    X . O
    . . O        4 stones on cells 0 2 5 7, and the O on the second and third of those
    . X .        offset(4) + rank(0 2 5 7 of 9 cells) * C(4, 2) + rank(1 2 of 4) = 334 + 31*6 + 3
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import mul

from noughts.codecs.codec_base import Bulk, PositionCodec
from noughts.core.rules import TICTACTOE, Rules


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
    bulk = Bulk.SUBSETS

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        cells = rules.cells
        # By the number of stones: how many ways there are to choose those that are O, and how many
        # boards have fewer. C(n, n // 2) and C(cells, n) each follow from the one before.
        counts = range(1, cells + 1)
        self.splits = [*accumulate(counts, lambda c, n: c * n // ((n + 1) // 2), initial=1)]
        places = accumulate(counts, lambda c, n: c * (cells - n + 1) // n, initial=1)
        boards = map(mul, places, self.splits)
        *self.offsets, self.size = accumulate(boards, initial=0)

    def _encode(self, x: int, o: int) -> int:
        stones = x | o
        board = self.rules.board
        count = stones.bit_count()
        where = _sets_before(board ^ stones, board)
        return self.offsets[count] + where * self.splits[count] + _sets_before(x, stones)

    def _decode(self, code: int) -> tuple[int, int]:
        count = bisect_right(self.offsets, code) - 1
        where, which = divmod(code - self.offsets[count], self.splits[count])
        stones = _nth_set(where, count, self.rules.board)
        o = _nth_set(which, count // 2, stones)
        return stones ^ o, o


# Ranks are kept from call to call for speed alone: it is three times as fast. 3x3 asks for fewer
# different ranks than this.
@lru_cache(maxsize=1 << 13)
def _sets_before(absent: int, whole: int) -> int:
    """How many sets of the same size come before the one that is `whole` without `absent`.

    Sets are ordered by their first cells, then by their second ones, and so on. An earlier set
    agrees with this one up to some absent cell, which it holds. From there on it lacks as many
    cells as this one does, chosen among the later cells of `whole`. Each binomial follows from the
    one before: to work them out anew would take seconds on a large board.

    >>> _sets_before(0b10, 0b111)    # cells 0 and 2, after cells 0 and 1
    1
    """
    before = 0
    cells, left = whole.bit_count(), absent.bit_count()
    sets = comb(cells, left)  # of the cells from here on, with `left` of them absent
    while left:
        lowest = whole & -whole
        having = sets * (cells - left) // cells  # those that have the lowest cell
        if absent & lowest:
            before += having
            sets -= having
            left -= 1
        else:
            sets = having
        whole ^= lowest
        cells -= 1
    return before


def _nth_set(number: int, count: int, whole: int) -> int:
    """The set of `count` cells of `whole` that has `number` sets before it.

    >>> format(_nth_set(1, 2, 0b111), "b")
    '101'
    """
    found = 0
    cells = whole.bit_count()
    sets = comb(cells, count)  # of the cells from here on
    while count:
        lowest = whole & -whole
        having = sets * count // cells  # the sets that have the lowest cell come first
        if number < having:
            found |= lowest
            sets = having
            count -= 1
        else:
            number -= having
            sets -= having
        whole ^= lowest
        cells -= 1
    return found
