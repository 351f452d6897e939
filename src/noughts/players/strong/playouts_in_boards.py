"""The random games of `tree_kernel` for boards in a board, each small board as two numbers.

A player's stones on a small board are the bits of a small number, and so are the boards that the
player has won. For each such number, a table has the bits that would complete a line. The random
numbers, moves and results are the same as in `tree_kernel`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import int64
from numpy import uint64 as u64

from noughts.core.answers import ANYWHERE
from noughts.core.bits import completions
from noughts.core.rules import Rules
from noughts.kernels.set_bits import ones_in
from noughts.players.strong import tree_kernel
from noughts.players.strong.tree_kernel import GIVEN, RANDOM, Planes, Tree, drawn

LARGEST = 12  # the most cells of a board that has a table
FULL, LINE, SIGN = tree_kernel.FULL, tree_kernel.LINE, tree_kernel.SIGN
EACH: int = GIVEN  # the number of cells of a board, which is also the number of boards
LACKED: Any = GIVEN  # by a player's bits: the cells that would complete a line


def playouts_for(rules: Rules) -> dict[str, Any]:
    """The kernel's functions and constants for these random games; empty for other games."""
    each, answers = rules.geometry.sizes[0], rules.answers
    if not rules.outer or each > LARGEST or answers.where != ANYWHERE or None in answers.line.worth:
        return {}
    every = (1 << each) - 1
    lacked = np.array([completions(some, rules) & every for some in range(1 << each)], np.int16)
    return {"played_out": played_out, "EACH": each, "LACKED": lacked}


def played_out(tree: Tree, planes: Planes, ply: int) -> int:
    """The result of a random game from a position, for the player to move there."""
    sides, going = np.empty((2, EACH), int64), np.empty(EACH, int64)
    won, every = np.zeros(2, int64), (1 << EACH) - 1
    named = unshut = mover = 0
    for at in range(EACH):
        own, other = board_of(planes, 0, at), board_of(planes, len(planes) >> 1, at)
        last = own & other
        if last > 0:  # the last stone stands on both planes
            own, named = own ^ last, size_of(last - 1)
        sides[0, at], sides[1, at] = own, other
        won[0] |= (LACKED[own] & own > 0) << at
        won[1] |= (LACKED[other] & other > 0) << at
        unshut |= (own | other != every) << at
    unshut &= ~(won[0] | won[1])
    sign, word = 1, tree.used[RANDOM]
    while True:
        first, end = (named, named + 1) if unshut >> named & 1 else (0, EACH)
        lacked, moves, lines = LACKED[won[mover]], 0, 0
        for at in range(first, end):
            going[at] = every & ~(sides[0, at] | sides[1, at]) if unshut >> at & 1 else 0
            if lacked >> at & 1:
                lined = LACKED[sides[mover, at]] & going[at]
                going[at] ^= lined
                lines += size_of(lined)
            moves += size_of(going[at])
        if moves == 0 or (lines > 0 and LINE[ply] == 1):
            result = LINE[ply] if lines > 0 else FULL[ply]
            break
        word = drawn(word)
        at, below = first, word * moves >> 32
        while below >= size_of(going[at]):
            below -= size_of(going[at])
            at += 1
        bits = going[at]
        for _ in range(below):
            bits &= bits - 1
        stone, stones = bits & -bits, sides[mover, at]
        sides[mover, at] = stones | stone
        won[mover] |= (LACKED[stones] & stone > 0) << at
        if won[mover] >> at & 1 or sides[0, at] | sides[1, at] == every:
            unshut ^= 1 << at
        named = size_of(stone - 1)
        sign *= SIGN[ply]
        ply, mover = ply + 1, 1 - mover
    tree.used[RANDOM] = word
    return sign * result


def board_of(planes: Planes, first: int, board: int) -> Any:
    """The bits of a small board, from the plane that begins with word number `first`."""
    word, place = first + (board * EACH >> 6), board * EACH & 63
    bits = planes[word] >> u64(place)
    if place + EACH > 64:
        bits |= planes[word + 1] << u64(64 - place)
    return int64(bits & u64((1 << EACH) - 1))


def size_of(bits: int) -> Any:
    """The number of set bits of a small number."""
    return int64(ones_in(u64(bits)))
