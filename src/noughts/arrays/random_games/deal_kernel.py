"""Random places from fractions of 16 bits, for boards of up to 64 cells.

For each cell, a fraction is multiplied by the number of places. The part of the product above its
low 16 bits is the place, and the low 16 bits are the fraction for the next cell, unless that cell
takes a new random number.
"""

from __future__ import annotations

from typing import Any

from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint64 as u64

from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES, Rooms
from noughts.arrays.random_games.xorshift import drawn
from noughts.kernels.compiler import GIVEN

# For each cell: whether its place is the first to be taken from new random numbers, and how many of
# the fractions that remain are void once the place is taken.
rank: Any = GIVEN
SIGN_BIT: Any = GIVEN
FIRST: Any = GIVEN
VOID: Any = GIVEN


def deal(generators: Any, rooms: Rooms) -> None:
    """Draw a place for each cell among the cells before it.

    The two bytes of a fraction are multiplied separately, each by the number of places, so that
    each product fits in 16 bits.
    """
    words, numbers, places, void = rooms.words, rooms.numbers, rooms.places, rooms.void
    void[:] = 0
    for cell in range(len(FIRST)):
        if FIRST[cell]:
            for w in range(GENERATORS):
                words[w], generators[w], generators[GENERATORS + w] = drawn(
                    generators[w], generators[GENERATORS + w]
                )
        size = u16(cell + 1)
        at = u64(cell) * u64(LANES)
        for lane in range(LANES):
            low = u16(u16(numbers[lane] & u16(255)) * size)
            high = u16(u16(u16(numbers[lane] >> u16(8)) * size) + u16(low >> u16(8)))
            places[at + u64(lane)] = rank(u8(u8(high >> u16(8)) - SIGN_BIT))
            numbers[lane] = u16(u16(high << u16(8)) | u16(low & u16(255)))
        limit = VOID[cell]
        if limit:
            for lane in range(LANES):
                void[lane] = u8(void[lane] | u8(numbers[lane] < limit))
