"""How a state lies in memory: in as few arrays as can be, since XLA makes a loop for each.

up to 12 cells    one uint32: stones of who is to move, of the other, and flags above them
larger boards     the words of the one and of the other, whether it is over, and other flags
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from noughts.arrays.dtypes import narrowest
from noughts.core.rules import Rules
from noughts.envs.jax.words import WIDTH, Words


class Flags(NamedTuple):
    """What is known of a game besides its board, bools."""

    over: jax.Array
    truncated: jax.Array
    player: jax.Array  # the one to move, 0 or 1
    beginner: jax.Array  # the one who moved first
    gained: jax.Array  # whether player 0 won by the last move
    lost: jax.Array  # whether player 0 lost by it
    illegal: jax.Array  # whether the game ended by an action that is not legal


def in_one_word(rules: Rules) -> bool:
    """Whether a game fits into a single word.

    >>> in_one_word(Rules(4, 3, 3)), in_one_word(Rules(1, 13, 3))
    (True, False)
    """
    return 2 * rules.cells + len(Flags._fields) < WIDTH


def packed(mover: Words, other: Words, flags: Flags, rules: Rules) -> Words:
    """The arrays of games: the boards of the player to move and of the other, and their flags."""
    if not in_one_word(rules):
        # Whether a game is over is what the loops of the boards ask for, and find here.
        return *mover, *other, flags.over, _joined(flags[1:], jnp.uint8)
    low, high = mover[0].astype(jnp.uint32), other[0].astype(jnp.uint32)
    return (low | high << rules.cells | _joined(flags, jnp.uint32) << 2 * rules.cells,)


def _joined(flags: Sequence[jax.Array], dtype: Any) -> jax.Array:
    return reduce(or_, (flag.astype(dtype) << number for number, flag in enumerate(flags)))


def boards_of(held: Words, rules: Rules) -> tuple[Words, Words]:
    """The boards of the player to move and of the other."""
    if not in_one_word(rules):
        half = len(held) // 2 - 1
        return held[:half], held[half:-2]
    dtype = narrowest(rules.cells)
    mover, other = (held[0] >> side * rules.cells & rules.board for side in (0, 1))
    return (mover.astype(dtype),), (other.astype(dtype),)


def flags_of(held: Words, rules: Rules) -> Flags:
    """The flags of games."""
    if not in_one_word(rules):
        return Flags(held[-2], *_parted(held[-1], len(Flags._fields) - 1))
    return Flags(*_parted(held[0] >> 2 * rules.cells, len(Flags._fields)))


def _parted(word: jax.Array, count: int) -> Iterator[jax.Array]:
    return (word >> number & 1 != 0 for number in range(count))
