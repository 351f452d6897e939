"""Functions of one 64-bit word, for use in compiled code."""

from __future__ import annotations

from numpy import uint64 as u64


def ones_in(word: u64) -> u64:
    """The number of set bits: counts per 2, 4 and 8 bits; a product then adds up the bytes.

    >>> int(ones_in(u64(0b10110)))
    3
    """
    word = word - (word >> u64(1) & u64(0x5555555555555555))
    word = (word & u64(0x3333333333333333)) + (word >> u64(2) & u64(0x3333333333333333))
    word = (word + (word >> u64(4))) & u64(0x0F0F0F0F0F0F0F0F)
    return word * u64(0x0101010101010101) >> u64(56)


def place_of(word: u64, rank: u64) -> u64:
    """The number of the bit that is set and has `rank` set bits below it, by binary search."""
    at = u64(0)
    for half in range(6):  # without a branch, which would be unpredictable
        width = u64(32 >> half)
        low = ones_in(word & ((u64(1) << width) - u64(1)))
        above = u64(0) - u64(rank >= low)  # 0, or all ones
        rank -= low & above
        word >>= width & above
        at += width & above
    return at
