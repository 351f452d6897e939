"""Random words: an xorshift128+ generator for each word, seeded by splitmix64.

Many generators run side by side, since a vector register holds several words. Work is divided into
chunks, and a chunk's generators are seeded from the seed and the chunk's number alone. So the
numbers drawn depend neither on the number of threads nor on which thread works on a chunk.

For xorshift128+, see Vigna, "Further scramblings of Marsaglia's xorshift generators" (2016); for
splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy import uint64 as u64

from noughts.errors import ArrayError
from noughts.players.random_numbers import STEP, WORD, split_mixed


def drawn(s0: Any, s1: Any) -> tuple[Any, Any, Any]:
    """A random word of the generator (s0, s1), and its next (s0, s1); for compiled loops."""
    sent = s0 ^ (s0 << u64(23))
    return s0 + s1, s1, sent ^ s1 ^ (sent >> u64(18)) ^ (s1 >> u64(5))


def splitmix(start: int, count: int) -> npt.NDArray[np.uint64]:
    """The first `count` words of splitmix64 from a start: uint64 [count].

    >>> splitmix(1234567, 2)
    array([6457827717110365317, 3203168211198807973], dtype=uint64)
    """
    steps = np.arange(1, count + 1, dtype=np.uint64)
    return split_mixed(np.uint64(start) + steps * np.uint64(STEP))


def states(seed: int, chunk: int, generators: int) -> npt.NDArray[np.uint64]:
    """The initial states of a chunk's generators, uint64 [2 * generators]: all s0, then all s1.

    No state is (0, 0), which xorshift never leaves: splitmix64 gives 0 only once in its period.
    """
    own = int(splitmix(int(splitmix(seed, 1)[0]) ^ chunk, 1)[0])
    return splitmix(own, 2 * generators)


def checked(seed: int | None) -> int:
    """The given seed or, for None, a seed from the system.

    Raises `ArrayError` unless the seed is a non-negative integer of up to 64 bits.
    """
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    if not isinstance(seed, int | np.integer) or not 0 <= seed <= WORD:
        raise ArrayError(f"the seed is {seed!r}; a whole number from 0 to {WORD} is needed")
    return int(seed)
