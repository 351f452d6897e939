"""The layout of the block of scores for a set of O's stones: a part for each number of X's stones.

    3,3,3           O has 2     X has 2, to move; X has 3, and O is to move
    3,3,3,stones=2  O has 2     X has 1, to move; X has 2, to move; X has 3, and O is to move
    3,3,3,wild      O has 2     X has 0, 1, 2 ... 7
    3,3,3,notakto   O has none  X has 0, 1, 2 ... 9

A stone of X leads to the next part of the same block. A stone of O leads to the block of another
set: to that part of it in which X has the same number of stones. In each block, the parts to which
a stone of O leads come before the others.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from noughts.core.rules import O, Rules, X
from noughts.core.turns import mover, of_o, of_x


class Layout(NamedTuple):
    """The blocks of a game, by the number of O's stones.

    For each number of O's stones, `xs` gives the numbers of stones that X may have, and `begins`
    gives the offsets in the block at which the parts for these numbers begin, and the end of the
    last part. A stone of O leads only to the first `led_to` scores of a block. No stone of O leads
    to the block of the empty set; its `led_to` is the size of its first part. `boards` gives an
    upper limit for the number of positions at each ply.

    >>> layout_of(Rules(3, 3, 3)).begins[2], layout_of(Rules(3, 3, 3)).led_to[2]
    ([0, 21, 56], 21)
    """

    xs: list[range]
    begins: list[list[int]]
    led_to: list[int]
    boards: list[int]

    @property
    def layers(self) -> range:
        """The possible numbers of O's stones, the largest first."""
        return range(sum(map(bool, self.xs)) - 1, -1, -1)

    def size(self, stones: int) -> int:
        """The number of scores in a block."""
        return self.begins[stones][-1]


@lru_cache(maxsize=64)
def layout_of(rules: Rules) -> Layout:
    """The layout of a game's tables."""
    cells = rules.cells
    xs = [of_x(o, rules) for o in range(cells + 1)]
    begins = [
        [*accumulate((comb(cells - o, x) for x in of_set), initial=0)]
        for o, of_set in enumerate(xs)
    ]
    led_to = [begins[0][1]]
    for o in range(1, cells + 1):
        from_o = [x for x in xs[o] if x in xs[o - 1] and may_put(O, o - 1 + x, rules)]
        led_to.append(begins[o][len(from_o)])
    boards = [
        sum(comb(cells, ply) * comb(ply, o) for o in of_o(ply, rules)) for ply in range(cells + 1)
    ]
    return Layout(xs, begins, led_to, boards)


def may_put(mark: int, ply: int, rules: Rules) -> bool:
    """Whether the next stone, after `ply` stones, may have this mark.

    >>> may_put(O, 0, Rules(3, 3, 3)), may_put(O, 0, Rules.parse("3,3,3,wild"))
    (False, True)
    """
    if rules.answers.owned:
        return mover(ply, rules) == mark
    return (X, O).index(mark) in rules.answers.marks.hands
