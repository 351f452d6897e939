"""Numbers sets of cells without gaps, by the combinatorial number system in two orders.

In each order, a set of m of n cells has a number among the C(n, m) sets of its size:

    rising      ordered by bitboard: the highest cell in which two sets differ decides
    by cells    ordered by list of cells: the lowest cell in which two sets differ decides

    0 2 5 7      rising      C(0, 1) + C(2, 2) + C(5, 3) + C(7, 4) = 46    one term for each cell
    of 9 cells   by cells    C(7, 2) + C(5, 1) + C(4, 1) + C(2, 0) = 31    terms for 1, 3, 4 and 6

A board is encoded by two such numbers: one for a set of cells, and one for a second set, which is
chosen either from the cells of the first set or from all other cells:

    the codec `balanced`       the stones, and O's among them            by cells
    `evaluate` and `learn`     the stones, and O's among them            rising
    tables in files            O's stones, and X's among other cells     rising
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import mul

from noughts.core.bits import cells_of


def binomials(cells: int) -> list[list[int]]:
    """C(n, m) as `[n][m]`, for n up to `cells` and m up to `cells + 1`.

    >>> binomials(2)
    [[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0]]
    """
    return [[comb(n, m) for m in range(cells + 2)] for n in range(cells + 1)]


# Each binomial follows from the one before. On a large board, computing each from scratch takes
# seconds; on the largest board, storing all of them takes more memory than there is.
def splits_by_ply(cells: int) -> Iterator[int]:
    """For each number of stones n, C(n, n // 2): the number of ways to choose which are O's.

    >>> [*splits_by_ply(4)]
    [1, 1, 2, 3, 6]
    """
    return accumulate(range(1, cells + 1), lambda c, n: c * n // ((n + 1) // 2), initial=1)


def boards_by_ply(cells: int) -> Iterator[int]:
    """For each number of stones, the number of boards with as many X as O, or one X more.

    If lines did not end the game, these would be the numbers of positions at each ply.

    >>> [*boards_by_ply(9)][:3], sum(boards_by_ply(9))
    ([1, 9, 72], 6046)
    """
    places = accumulate(range(1, cells + 1), lambda c, n: c * (cells - n + 1) // n, initial=1)
    return map(mul, places, splits_by_ply(cells))


def rising_number(chosen: int, whole: int) -> int:
    """The number of subsets of `whole` with as many cells as `chosen` and a smaller bitboard.

    A set with a smaller bitboard agrees with `chosen` above some cell that only `chosen` has. Below
    that cell, the set has one cell more than `chosen`, since both have the same size.

    >>> rising_number(0b010_100_101, 0b111_111_111)
    46
    """
    return sum(
        comb((whole & (1 << cell) - 1).bit_count(), place)
        for place, cell in enumerate(cells_of(chosen), 1)
    )


# The cache only saves time: a factor of three. It has room for all sets of 3x3.
@lru_cache(maxsize=1 << 13)
def number_by_cells(absent: int, whole: int) -> int:
    """The number, in the order by cells, of the set of all cells in `whole` but not in `absent`.

    The number counts the earlier sets. Each agrees with this set below some cell of `absent` that
    only the earlier set contains. From that cell on, both sets lack equally many cells of `whole`.

    >>> number_by_cells(0b10, 0b111)    # cells 0 and 2, after cells 0 and 1
    1
    """
    before = 0
    cells, left = whole.bit_count(), absent.bit_count()
    sets = comb(cells, left)  # the sets of the cells from here on that lack `left` cells
    while left:
        lowest = whole & -whole
        having = sets * (cells - left) // cells  # the sets that have the lowest cell
        if absent & lowest:
            before += having
            sets -= having
            left -= 1
        else:
            sets = having
        whole ^= lowest
        cells -= 1
    return before


def set_by_cells(number: int, count: int, whole: int) -> int:
    """The set of `count` cells of `whole` that has the given `number` in the order by cells.

    >>> format(set_by_cells(1, 2, 0b111), "b")
    '101'
    """
    found = 0
    cells = whole.bit_count()
    sets = comb(cells, count)  # the sets of `count` of the cells from here on
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
