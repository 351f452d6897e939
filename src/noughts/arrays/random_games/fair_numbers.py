"""Unbiased random numbers for many games at once, made from slices of random bits.

A slice has a bit for each game (`expressions.slices`). A number below n is *one-hot*: it takes n
slices, and each game's bit is set in exactly one of them. If n is a power of two, the number's bits
are random bits. For any other n, the random bits have more than n values. A game that draws a
surplus value (twice, if the number is drawn alone) is *void*: it is not counted, whatever its
moves, so the remaining games are unbiased. Two numbers may share their random bits, so that few
games are void. For example, a number below 7 and a number below 9 share two digits below 8, and all
but one of the 64 pairs of digits give the 63 pairs of numbers:

    digits     below 7     below 9
    a  b          a           b         where a < 7
    7  b          b           8         where b < 7
    7  7                                void

A number below 6 consists of a number below 3 and a number below 2; likewise, every even n is split
into two factors, one odd and one a power of two. All of this uses only `&`, `|` and `^`, so a slice
may be an int, a word, or a recorded operand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

OneHot = list[Any]


def one_hot(bits: Sequence[Any], everyone: Any) -> OneHot:
    """The one-hot slices of a number, from the slices of its bits, given lowest bit first.

    >>> one_hot([0b0101, 0b0011], everyone=0b1111)    # the games, from the right: 3, 2, 1, 0
    [8, 4, 2, 1]
    """
    hot = [everyone]
    for bit in bits:
        with_bit = [games & bit for games in hot]
        hot = [games ^ some for games, some in zip(hot, with_bit, strict=True)] + with_bit
    return hot


def numbers(sizes: Sequence[int], bits: Iterator[Any], everyone: Any) -> tuple[list[OneHot], Any]:
    """Independent uniform random numbers below each size, and the slice of void games.

    `bits` yields slices of random bits; the function takes as many as it needs.
    """
    odds = [size // (size & -size) for size in sizes]
    drawn, void = _odd_numbers(odds, bits, everyone)
    results = []
    for size, odd, number in zip(sizes, odds, drawn, strict=True):
        twos = one_hot(_digit(size // odd, bits), everyone)
        results.append([low & high for high in number for low in twos])
    return results, void


def _digit(size: int, bits: Iterator[Any]) -> list[Any]:
    """As many random bits as a number below `size` takes."""
    return list(islice(bits, (size - 1).bit_length()))


def _odd_numbers(
    odds: Sequence[int], bits: Iterator[Any], everyone: Any
) -> tuple[list[OneHot], Any]:
    """`numbers` for odd sizes: in pairs where possible, otherwise one by one."""
    drawn: dict[int, OneHot] = {}
    void: Any = 0
    for at in sorted(range(len(odds)), key=odds.__getitem__):
        size = odds[at]
        larger = (i for i, odd in enumerate(odds) if i not in drawn and odd == size + 2)
        partner = None if size & size + 1 else next(larger, None)
        if at in drawn:
            continue
        if size == 1:
            drawn[at] = [everyone]
        elif partner is None:
            drawn[at], lost = _alone(size, bits, everyone)
            void = void | lost
        else:
            drawn[at], drawn[partner], lost = _two(size, bits, everyone)
            void = void | lost
    return [drawn[at] for at in range(len(odds))], void


def _two(size: int, bits: Iterator[Any], everyone: Any) -> tuple[OneHot, OneHot, Any]:
    """A number below `size` (3, 7, 15 ...), one below `size` + 2, and the slice of void games."""
    a = one_hot(_digit(size, bits), everyone)
    b = one_hot(_digit(size, bits), everyone)
    last = a.pop()
    smaller = [of_a | last & of_b for of_a, of_b in zip(a, b[:size], strict=True)]
    return smaller, [*(of_b & (last ^ everyone) for of_b in b), last], last & b[size]


def _alone(size: int, bits: Iterator[Any], everyone: Any) -> tuple[OneHot, Any]:
    """A number below `size`, redrawn once in games where it is out of range, and the void games."""
    first = one_hot(_digit(size, bits), everyone)
    again = one_hot(_digit(size, bits), everyone)
    out = reduce(or_, first[size:])
    drawn = [games | out & other for games, other in zip(first[:size], again[:size], strict=True)]
    return drawn, out & reduce(or_, again[size:])
