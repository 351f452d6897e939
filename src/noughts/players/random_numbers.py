"""Random numbers of 64 bits, one for each draw: SplitMix64 (Steele, Lea and Flood, 2014).

The state of a stream is one word, which advances in equal steps; each number is a hash of the
state. Streams are so small that every game can have its own. Then the draws in a game depend
neither on the number of games nor on the thread that plays the game.
"""

from __future__ import annotations

from typing import Any, TypeVar

BITS = 64
WORD = (1 << BITS) - 1
HALF_BITS = BITS // 2  # of a number: the high half selects a move, the low half a kind of move
LOW = (1 << HALF_BITS) - 1
STEP = 0x9E3779B97F4A7C15  # odd, so that every state occurs once in 2**64 steps
SHIFTS = (30, 27, 31)
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)

N = TypeVar("N")  # an int, or an array of uint64


def split_mixed(state: N) -> N:
    """The random number for a state.

    >>> hex(split_mixed(STEP))
    '0xe220a8397b1dcdaf'
    """
    number: Any = state
    for shift, factor in zip(SHIFTS, FACTORS, strict=False):
        number = (number ^ number >> shift) * factor & WORD
    found: N = number ^ number >> SHIFTS[-1]
    return found


def below(number: int, count: int) -> int:
    """A number from 0 to `count` - 1, selected by the high 32 bits of the random `number`.

    >>> below(1 << 63, 9)
    4
    """
    return (number >> HALF_BITS) * count >> HALF_BITS


class Numbers:
    """A stream of numbers; equal seeds give equal streams.

    >>> Numbers(1).draw() == Numbers(1).draw() != Numbers(2).draw()
    True
    """

    def __init__(self, seed: int) -> None:
        self.state = split_mixed(seed & WORD)

    def draw(self) -> int:
        """The next number, from 0 to 2**64 - 1."""
        self.state = self.state + STEP & WORD
        return split_mixed(self.state)
