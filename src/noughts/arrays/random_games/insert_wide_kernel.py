"""`lanes_kernel.insert` for boards of more than 255 cells, whose plies take two bytes.

The first cells among each other have plies of one byte, and a vector holds twice as many of them.
They are inserted so, which on 19x19 is half of all pairs of cells, and widened for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import uint8 as u8
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN

ply: Any = GIVEN
BLOCK: int = GIVEN
LOW: int = GIVEN  # how many blocks come first, of up to 255 cells together
insert_within: Callable[..., None] = GIVEN
insert_later: Callable[..., None] = GIVEN
insert_within_low: Callable[..., None] = GIVEN  # the same of bytes
insert_later_low: Callable[..., None] = GIVEN


def insert_low(places: Any, plies: Any) -> None:
    """`lanes_kernel.insert` of bytes."""
    for block in range(LOW):
        at = u64(block) * u64(BLOCK)
        insert_within_low(places, plies, at)
        for later in range(block + 1, LOW):
            insert_later_low(places, plies, at, u64(later) * u64(BLOCK))


def insert(places: Any, plies: Any) -> None:
    """From places to plies: a cell has its place, and moves up for a later one at or below it."""
    low_places, low_plies = np.empty((2, LOW * BLOCK), np.uint8)
    for i in range(len(low_places)):
        low_places[i] = u8(places[i])
    insert_low(low_places, low_plies)
    for i in range(len(low_plies)):
        plies[i] = ply(low_plies[i])
    for block in range(len(plies) // BLOCK):
        at = u64(block) * u64(BLOCK)
        if block >= LOW:
            insert_within(places, plies, at)
        for later in range(max(block + 1, LOW), len(plies) // BLOCK):
            insert_later(places, plies, at, u64(later) * u64(BLOCK))
