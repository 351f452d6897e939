"""Bitboards as JAX holds them: one word of up to 16 cells, or words of 32 bits for larger boards.

    3x3        uint16                            15x15      uint32 uint32 ... uint32, eight of them

JAX has no integers of 64 bits unless it is told to, and reads the constants of an expression as
signed numbers; so words of 32 bits are always operands of `Limbs`, even one that is alone. A tuple
of words is a bitboard, an array of games each.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import jax
import jax.numpy as jnp

from noughts.arrays.dtypes import board_dtype, narrowest
from noughts.core.rules import Rules
from noughts.expressions.limbs import Limbs, words_for

WIDTH = 32

Words = tuple[jax.Array, ...]


def empty(rules: Rules) -> Words:
    """A board without a stone.

    >>> from noughts import TICTACTOE
    >>> [word.dtype.name for word in empty(TICTACTOE)], len(empty(Rules(15, 15, 5)))
    (['uint16'], 8)

    Raises `TooLargeError` for a board that has no arrays.
    """
    board_dtype(rules)
    dtype = narrowest(min(rules.cells, WIDTH))
    return (jnp.zeros((), dtype),) * words_for(rules.cells, WIDTH)


def operand(words: Words) -> Any:
    """The bitboard as the functions of `bits` take it."""
    return Limbs(words, WIDTH) if words[0].dtype == jnp.uint32 else words[0]


def words_of(result: Any, like: Words) -> Words:
    """The words of what such a function gave, arrays like those of a board."""
    words = result.words if isinstance(result, Limbs) else (result,)
    return tuple(jnp.asarray(word, like[0].dtype) for word in words)


def any_bit(result: Any) -> jax.Array:
    """Whether a bitboard has a stone, for each game."""
    return jnp.asarray(reduce(or_, result.words if isinstance(result, Limbs) else (result,)) != 0)


def kept(words: Words, where: jax.Array) -> Words:
    """The boards of the games in a mask, and empty ones for the others."""
    return tuple(jnp.where(where, word, word & 0) for word in words)


def chosen(where: jax.Array, words: Words, others: Words) -> Words:
    """The one board or the other of each game."""
    return tuple(map(lambda a, b: jnp.where(where, a, b), words, others))


def stone(cell: jax.Array, words: Words) -> Words:
    """The bit of a cell of each game; no bit on any word if the cell is on none.

    >>> [int(word) for word in stone(jnp.int32(33), (jnp.uint32(0),) * 2)]
    [0, 2]
    """
    # A shift past the top leaves nothing, and a negative number is such a shift, too.
    top = len(words) * WIDTH
    places = [jnp.clip(cell, -1, top) - number * WIDTH for number in range(len(words))]
    bits = (jnp.uint32(1) << place.astype(jnp.uint32) for place in places)
    return tuple(bit.astype(words[0].dtype) for bit in bits)


def cells(words: Words, rules: Rules) -> jax.Array:
    """Bitboards of any shape as bools, with the cells as a last axis.

    >>> cells((jnp.uint8(5),), Rules(1, 4, 3)).tolist()
    [True, False, True, False]
    """
    width = words[0].dtype.itemsize * 8
    parts = [
        word[..., None] >> jnp.arange(min(width, rules.cells - number * width), dtype=word.dtype)
        for number, word in enumerate(words)
    ]
    return jnp.concatenate(parts, axis=-1) & 1 != 0
