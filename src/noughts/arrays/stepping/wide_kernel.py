"""The counterpart of `kernel` for more than 64 actions; it takes a tile of games at a time.

A tile is copied into one array, `memory`. Each row of `memory` has one word of every game in the
tile, as in `kernels.tiles`. The code that makes the moves is generated from the expressions of
`core.move_bits`.

    memory   mover 0 | ... | other 0 | ... | legal 0 | ... | action | reward | over
             TILE words each
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy import int8
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.dtypes import Array, Bools, Rows, Uint8s, Uint64s
from noughts.kernels.tiles import TILE, drain, fill

BOARD_WORDS: int = GIVEN  # the words in a board
ACTION_WORDS: int = GIVEN  # the words in a mask of actions
ACTIONS: int = GIVEN
BOOLS: Uint8s = GIVEN  # for each byte its bits, [256, 8]
OTHER: int = GIVEN  # the first row of each kind of word in the memory
LEGAL: int = GIVEN
ACTION: int = GIVEN
REWARD: int = GIVEN
OVER: int = GIVEN
LENGTH: int = GIVEN
play_tile: Callable[[Uint64s], None] = GIVEN  # plays the action of each game
check_tile: Callable[[Uint64s], None] = GIVEN  # writes to `OVER` whether an action is illegal


def load(memory: Uint64s, movers: Rows, others: Rows, actions: Array, at: int, size: int) -> None:
    """Copy the boards and actions of some games into the memory."""
    for word in range(BOARD_WORDS):
        fill(memory[word * TILE :], movers[word], at, size)
        fill(memory[OTHER + word * TILE :], others[word], at, size)
    fill(memory[ACTION:], actions, at, size)


def first_illegal(movers: Rows, others: Rows, actions: Array) -> int:
    """The index of the first game with an illegal action; if there is none, the number of games."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(actions), TILE):
        size = min(TILE, len(actions) - at)
        load(memory, movers, others, actions, at, size)
        check_tile(memory)
        wrong, anywhere = memory[OVER : OVER + size], u64(0)
        for i in range(len(wrong)):
            anywhere |= wrong[i]
        if anywhere:
            first = 0
            while not wrong[first]:
                first += 1
            return at + first
    return len(actions)


def play_part(
    memory: Uint64s,
    movers: Rows,
    others: Rows,
    rewards: Array,
    dones: Bools,
    actions: Array,
    at: int,
    size: int,
) -> None:
    """Play an action in each game of a tile, and leave the next legal actions in `memory`."""
    load(memory, movers, others, actions, at, size)
    play_tile(memory)
    for word in range(BOARD_WORDS):
        drain(memory[word * TILE :], movers[word], at, size)
        drain(memory[OTHER + word * TILE :], others[word], at, size)
    earned, reward = memory[REWARD : REWARD + size], rewards[at : at + size]
    for i in range(len(reward)):
        reward[i] = int8(earned[i])
    overs, done = memory[OVER : OVER + size], dones[at : at + size]
    for i in range(len(done)):
        done[i] = overs[i] != u64(0)


def step_unchecked(
    movers: Rows, others: Rows, rewards: Array, dones: Bools, legals: Rows, actions: Array
) -> None:
    """Play an action in every game."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(actions), TILE):
        size = min(TILE, len(actions) - at)
        play_part(memory, movers, others, rewards, dones, actions, at, size)
        for word in range(ACTION_WORDS):
            drain(memory[LEGAL + word * TILE :], legals[word], at, size)


def write_masks(memory: Uint64s, masks: Uint8s, size: int) -> None:
    """Write the legal actions of a tile to `masks`: a row per game, eight bools at a time."""
    for i in range(size):
        for byte in range(ACTIONS // 8):
            legal = memory[LEGAL + (byte >> 3) * TILE + i] >> u64(8 * (byte & 7)) & u64(255)
            for bit in range(8):
                masks[i, 8 * byte + bit] = BOOLS[legal, bit]
        for action in range(ACTIONS // 8 * 8, ACTIONS):
            legal = memory[LEGAL + (action >> 6) * TILE + i]
            masks[i, action] = legal >> u64(action & 63) & u64(1)


def act_unchecked(
    movers: Rows, others: Rows, rewards: Array, dones: Bools, masks: Bools, actions: Array
) -> None:
    """`step_unchecked`, with the legal actions as bools."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(actions), TILE):
        size = min(TILE, len(actions) - at)
        play_part(memory, movers, others, rewards, dones, actions, at, size)
        write_masks(memory, masks[at : at + size].view(np.uint8), size)
