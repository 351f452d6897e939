"""A sorting network: comparisons of fixed places that bring any items into order.

What is compared does not depend on the items, so very many lists are sorted in step, each step a
`min` and a `max` of whole vectors. On single bits these are `&` and `|`; and a network that sorts
all lists of bits sorts whatever can be compared (Knuth, The Art of Computer Programming, 5.3.4).
"""

from __future__ import annotations

from collections.abc import Iterator


def comparators(length: int) -> Iterator[tuple[int, int]]:
    """`(low, high)`: pairs of places that get the lesser and the greater item of the two.

    Batcher's merge exchange, for lists of any length: about a quarter of length * log2(length)**2.

    >>> list(comparators(4))
    [(0, 2), (1, 3), (0, 1), (2, 3), (1, 2)]
    """
    widest = 1 << (length - 1).bit_length() - 1 if length > 1 else 0
    width = widest
    while width:
        distance, bit, far = width, 0, widest
        while True:
            for low in range(length - distance):
                if low & width == bit:
                    yield low, low + distance
            if far == width:
                break
            distance, bit, far = far - width, width, far >> 1
        width >>= 1
