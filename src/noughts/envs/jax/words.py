"""Bitboards as JAX holds them: one word for up to 16 cells, or words of 32 bits for larger boards.

    3x3        uint16                            15x15      uint32 uint32 ... uint32, eight of them

By default, JAX has no integers of 64 bits, and beside words of 32 bits it takes the constants of an
expression as signed numbers, so a mask with bit 31 does not fit. `Limbs` gives constants the dtype
of the words. Therefore, words of 32 bits are always wrapped in `Limbs`, even a single word. A
bitboard is a tuple of words, and each word is an array with an entry for each game.

A state is stored in as few arrays as possible, since XLA makes a loop for each array:

    up to 12 cells    one uint32: the mover's stones, then the other player's, then the flags
    larger boards     the words of both bitboards, whether the game is over, and other flags
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from noughts.arrays.memory import board_dtype, narrowest
from noughts.core.rules import Rules
from noughts.expressions.limbs import Limbs, words_for

WIDTH = 32

Words = tuple[jax.Array, ...]


def empty(rules: Rules) -> Words:
    """An empty board.

    >>> from noughts import TICTACTOE
    >>> [word.dtype.name for word in empty(TICTACTOE)], len(empty(Rules(15, 15, 5)))
    (['uint16'], 8)

    Raises `TooLargeError` for a board that is too large for arrays.
    """
    board_dtype(rules)
    dtype = narrowest(min(rules.cells, WIDTH))
    return (jnp.zeros((), dtype),) * words_for(rules.cells, WIDTH)


def operand(words: Words) -> Any:
    """The bitboard as an operand of bit expressions."""
    return Limbs(words, WIDTH) if words[0].dtype == jnp.uint32 else words[0]


def words_of(result: Any, like: Words) -> Words:
    """The words of the result of a bit expression, with the dtype of `like`."""
    words = result.words if isinstance(result, Limbs) else (result,)
    return tuple(jnp.asarray(word, like[0].dtype) for word in words)


def any_bit(result: Any) -> jax.Array:
    """Whether a bitboard has a stone, for each game."""
    return jnp.asarray(reduce(or_, result.words if isinstance(result, Limbs) else (result,)) != 0)


def with_room(words: Words, bits: int) -> Words:
    """The bitboard in enough words for `bits` bits.

    >>> [word.dtype.name for word in with_room((jnp.uint16(5),), 18)]
    ['uint32']
    """
    if bits <= len(words) * words[0].dtype.itemsize * 8:
        return words
    low = tuple(word.astype(jnp.uint32) for word in words)
    return low + (jnp.zeros_like(low[0]),) * (words_for(bits, WIDTH) - len(low))


def kept(words: Words, where: jax.Array) -> Words:
    """The boards of the games in the mask `where`, and empty boards for all other games."""
    return tuple(jnp.where(where, word, word & 0) for word in words)


def chosen(where: jax.Array, words: Words, others: Words) -> Words:
    """For each game, its entries in `words` if `where` is set, else its entries in `others`."""
    return tuple(map(lambda a, b: jnp.where(where, a, b), words, others))


def stone(cell: jax.Array, words: Words) -> Words:
    """For each game, a bitboard with only the bit `cell` set; empty if there is no such bit.

    >>> [int(word) for word in stone(jnp.int32(33), (jnp.uint32(0),) * 2)]
    [0, 2]
    """
    # A shift past the top gives 0. As an unsigned number, a negative shift is such a shift, too.
    top = len(words) * WIDTH
    places = [jnp.clip(cell, -1, top) - number * WIDTH for number in range(len(words))]
    bits = (jnp.uint32(1) << place.astype(jnp.uint32) for place in places)
    return tuple(bit.astype(words[0].dtype) for bit in bits)


def bools(words: Words, count: int) -> jax.Array:
    """The first `count` bits of each mask as bools, along a new last axis.

    >>> bools((jnp.uint8(5),), 4).tolist()
    [True, False, True, False]
    """
    width = words[0].dtype.itemsize * 8
    parts = [
        word[..., None] >> jnp.arange(min(width, count - number * width), dtype=word.dtype)
        for number, word in enumerate(words)
    ]
    return jnp.concatenate(parts, axis=-1) & 1 != 0


class Flags(NamedTuple):
    """The state of a game besides its board, as bools."""

    over: jax.Array
    truncated: jax.Array
    player: jax.Array  # the player to move, 0 or 1
    beginner: jax.Array  # the player who moved first
    gained: jax.Array  # whether player 0 won by the last move
    lost: jax.Array  # whether player 0 lost by the last move
    illegal: jax.Array  # whether an illegal action ended the game


def in_one_word(rules: Rules) -> bool:
    """Whether the state of a game fits in a single word.

    >>> in_one_word(Rules(4, 3, 3)), in_one_word(Rules(1, 13, 3))
    (True, False)
    """
    return 2 * rules.cells + len(Flags._fields) < WIDTH


def packed(mover: Words, other: Words, flags: Flags, rules: Rules) -> Words:
    """The arrays that store games: the mover's boards, the other player's boards, and flags."""
    if not in_one_word(rules):
        # `over` has an array of its own, since the loops over the boards read it.
        return *mover, *other, flags.over, _joined(flags[1:], jnp.uint8)
    low, high = mover[0].astype(jnp.uint32), other[0].astype(jnp.uint32)
    return (low | high << rules.cells | _joined(flags, jnp.uint32) << 2 * rules.cells,)


def _joined(flags: Sequence[jax.Array], dtype: Any) -> jax.Array:
    return reduce(or_, (flag.astype(dtype) << number for number, flag in enumerate(flags)))


def boards_of(held: Words, rules: Rules) -> tuple[Words, Words]:
    """The boards of the player to move and of the other player."""
    if not in_one_word(rules):
        half = len(held) // 2 - 1
        return held[:half], held[half:-2]
    dtype = narrowest(rules.cells)
    mover, other = (held[0] >> side * rules.cells & rules.board for side in (0, 1))
    return (mover.astype(dtype),), (other.astype(dtype),)


def flags_of(held: Words, rules: Rules) -> Flags:
    """The flags of stored games."""
    if not in_one_word(rules):
        return Flags(held[-2], *_parted(held[-1], len(Flags._fields) - 1))
    return Flags(*_parted(held[0] >> 2 * rules.cells, len(Flags._fields)))


def _parted(word: jax.Array, count: int) -> Iterator[jax.Array]:
    return (word >> number & 1 != 0 for number in range(count))
