"""Random places from fractions of 32 bits, one for each cell, on boards of more than 64 cells.

With fractions of 16 bits, one game in five on 15x15 would be void.
"""

from __future__ import annotations

from typing import Any

from numpy import uint8 as u8
from numpy import uint32 as u32
from numpy import uint64 as u64

from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES, Rooms
from noughts.arrays.random_games.xorshift import drawn
from noughts.kernels.compiler import GIVEN

ply: Any = GIVEN
rank: Any = GIVEN
SIGN_BIT: Any = GIVEN
VOID: Any = GIVEN  # for each cell, how many of the fractions that remain are void, uint32


def deal(generators: Any, rooms: Rooms) -> None:
    """Draw a place for each cell among the cells before it.

    A place is the high 32 bits of the product of a random fraction and the number of places.
    """
    words, numbers, places, void = rooms.words, rooms.numbers, rooms.places, rooms.void
    void[:] = 0
    places[:LANES] = rank(SIGN_BIT)  # of the first cell
    for cell in range(1, len(VOID)):
        for half in range(2):
            for w in range(GENERATORS):
                words[half * GENERATORS + w], generators[w], generators[GENERATORS + w] = drawn(
                    generators[w], generators[GENERATORS + w]
                )
        size = u64(cell + 1)
        at = u64(cell) * u64(LANES)
        limit = VOID[cell]
        for lane in range(LANES):
            product = u64(numbers[lane]) * size
            places[at + u64(lane)] = rank(ply(ply(product >> u64(32)) - SIGN_BIT))
            void[lane] = u8(void[lane] | u8(u32(product) < limit))
