"""Random actions: one random word per game selects a legal action, by counting bits.

JAX's generator makes two words from the key. From these and a game's index, the finaliser of
MurmurHash3 makes the game's word. JAX's generator is of higher quality, but calling it for each
game would take longer than the rest of a step.

    legal   0 1 1 0 1 0 0 1     word * 4 // 2**32 = 2: take the third legal cell, found by halves:
                    ^           0 1 1 0 has two, so search 1 0 0 1; 1 0 has the third; ...
"""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp

from noughts.envs.jax.state import State
from noughts.envs.jax.words import Words

STEP = 0x9E3779B9  # 2**32 divided by the golden ratio: from game to game
FACTORS, SHIFTS = (0x85EBCA6B, 0xC2B2AE35), (16, 13, 16)  # MurmurHash3's
HALF_WORD = 16  # half the bits of a random word; a product of two halves fits into 32 bits


def random_action(key: jax.Array, state: State) -> jax.Array:
    """A legal action for each game, drawn uniformly; int32, with the shape of the batch.

    >>> from noughts.envs.jax import Env
    >>> env = Env("2,2,2")
    >>> state = env.step(env.init(jax.random.key(1)), 3)
    >>> {int(random_action(key, state)) for key in jax.random.split(jax.random.key(2), 30)}
    {0, 1, 2}

    In a game that is over, the action is arbitrary. In a game with n legal actions, the probability
    of each is 1 / n to within n / 2**32.
    """
    shape = state.terminated.shape
    first, last = jax.random.bits(key, (2,), jnp.uint32)
    games = jax.lax.iota(jnp.uint32, math.prod(shape)).reshape(shape)
    return nth_cell(state.legal(), scrambled(first + games * jnp.uint32(STEP)) ^ last)


def scrambled(number: jax.Array) -> jax.Array:
    """A hash of each word of 32 bits: every bit of the result depends on every bit of the word.

    >>> [hex(word) for word in scrambled(jnp.arange(3, dtype=jnp.uint32)).tolist()]
    ['0x0', '0x514e28b7', '0x30f4c306']
    """
    for shift, factor in zip(SHIFTS, FACTORS, strict=False):
        number = (number ^ number >> shift) * jnp.uint32(factor)
    return number ^ number >> SHIFTS[-1]


def nth_cell(words: Words, numbers: jax.Array) -> jax.Array:
    """The cell of each bitboard that its random word selects, int32.

    >>> nth_cell((jnp.uint8(0b0010_0110),), jnp.uint32(2**31)).tolist()    # the second of three
    2
    """
    counts = [jax.lax.population_count(word).astype(jnp.uint32) for word in words]
    rank = scaled(numbers, sum(counts[1:], counts[0]))
    word, base = words[0], jnp.zeros(rank.shape, jnp.uint32)
    skipped, width = counts[0], words[0].dtype.itemsize * 8
    left = rank
    for number in range(1, len(words)):  # the last word with fewer cells below it than `rank` + 1
        above = rank >= skipped
        word = jnp.where(above, words[number], word)
        base = jnp.where(above, jnp.uint32(number * width), base)
        left = jnp.where(above, rank - skipped, left)
        skipped = skipped + counts[number]
    return base.astype(jnp.int32) + place(word, left)


def scaled(numbers: jax.Array, count: jax.Array) -> jax.Array:
    """`number * count >> 32`, where the count fits into 16 bits.

    >>> scaled(jnp.uint32(2**31), jnp.uint32(9)).tolist()
    4
    """
    low, high = numbers & (1 << HALF_WORD) - 1, numbers >> HALF_WORD
    return high * count + (low * count >> HALF_WORD) >> HALF_WORD


def place(word: jax.Array, rank: jax.Array) -> jax.Array:
    """The index (int32) of the set bit with `rank` set bits below it, found by binary search.

    >>> place(jnp.uint16(0b1000_0010_0001), jnp.uint16(1)).tolist()
    5
    """
    found = jnp.zeros(rank.shape, jnp.int32)
    rest, width = word, word.dtype.itemsize * 8
    left = rank.astype(word.dtype)
    while width > 1:
        width //= 2
        low = jax.lax.population_count(rest & (1 << width) - 1)
        above = left >= low
        left = jnp.where(above, left - low, left)
        rest = jnp.where(above, rest >> width, rest)
        found = jnp.where(above, found + width, found)
    return found
