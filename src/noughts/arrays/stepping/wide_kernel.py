"""`kernel` for boards of several words, a tile of games at a time.

A tile is copied into one array, `memory`, whose rows have one word of each of its games, as in
`kernels.tiles`. What is played there is written from the expressions of `bits`.

    memory   mover 0 | mover 1 | ... | other 0 | other 1 | ... | legal 0 | ... | cell | line | over
             TILE words each
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import int8
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.tiles import TILE, drain, fill

WORDS: int = GIVEN  # of a board
CELLS: int = GIVEN
REWARD: int = GIVEN  # for a line
BOOLS: Any = GIVEN  # for each byte its bits, uint8 [256, 8]
OTHER: int = GIVEN  # where rows begin in the memory
LEGAL: int = GIVEN
CELL: int = GIVEN
LINE: int = GIVEN
OVER: int = GIVEN
LENGTH: int = GIVEN
play_tile: Callable[[Any], None] = GIVEN  # plays the cell of each game
check_tile: Callable[[Any], None] = GIVEN  # writes to `OVER` whether a cell cannot be played


def load(memory: Any, movers: Any, others: Any, cells: Any, at: int, size: int) -> None:
    """Copy the boards and cells of some games into the memory."""
    for word in range(WORDS):
        fill(memory, word * TILE, movers[word], at, size)
        fill(memory, OTHER + word * TILE, others[word], at, size)
    fill(memory, CELL, cells, at, size)


def first_illegal(movers: Any, others: Any, cells: Any) -> int:
    """The first game whose cell cannot be played; if there is none, the number of games."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(cells), TILE):
        size = min(TILE, len(cells) - at)
        load(memory, movers, others, cells, at, size)
        check_tile(memory)
        wrong, anywhere = memory[OVER : OVER + size], u64(0)
        for i in range(len(wrong)):
            anywhere |= wrong[i]
        if anywhere:
            first = 0
            while not wrong[first]:
                first += 1
            return at + first
    return len(cells)


def play_part(
    memory: Any, movers: Any, others: Any, rewards: Any, dones: Any, cells: Any, at: int, size: int
) -> None:
    """Play a cell in each game of a tile; `memory` then has the cells to play next."""
    load(memory, movers, others, cells, at, size)
    play_tile(memory)
    for word in range(WORDS):
        drain(memory, word * TILE, movers[word], at, size)
        drain(memory, OTHER + word * TILE, others[word], at, size)
    lines, reward = memory[LINE : LINE + size], rewards[at : at + size]
    for i in range(len(reward)):
        reward[i] = int8(REWARD) if lines[i] != u64(0) else int8(0)
    overs, done = memory[OVER : OVER + size], dones[at : at + size]
    for i in range(len(done)):
        done[i] = overs[i] != u64(0)


def step_unchecked(
    movers: Any, others: Any, rewards: Any, dones: Any, legals: Any, cells: Any
) -> None:
    """Play a cell in every game."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(cells), TILE):
        size = min(TILE, len(cells) - at)
        play_part(memory, movers, others, rewards, dones, cells, at, size)
        for word in range(WORDS):
            drain(memory, LEGAL + word * TILE, legals[word], at, size)


def step(movers: Any, others: Any, rewards: Any, dones: Any, legals: Any, cells: Any) -> int:
    """`step_unchecked` if every cell can be played. Returns `first_illegal` in any case."""
    illegal = first_illegal(movers, others, cells)
    if illegal == len(cells):
        step_unchecked(movers, others, rewards, dones, legals, cells)
    return illegal


def write_masks(memory: Any, masks: Any, size: int) -> None:
    """Write the legal cells of a tile as bools, one row a game, eight at a time."""
    for i in range(size):
        for byte in range(CELLS // 8):
            legal = memory[LEGAL + (byte >> 3) * TILE + i] >> u64(8 * (byte & 7)) & u64(255)
            for bit in range(8):
                masks[i, 8 * byte + bit] = BOOLS[legal, bit]
        for cell in range(CELLS // 8 * 8, CELLS):
            legal = memory[LEGAL + (cell >> 6) * TILE + i]
            masks[i, cell] = legal >> u64(cell & 63) & u64(1)


def act_unchecked(
    movers: Any, others: Any, rewards: Any, dones: Any, masks: Any, actions: Any
) -> None:
    """`step_unchecked`, with the legal cells as bools."""
    memory = np.zeros(LENGTH, np.uint64)
    for at in range(0, len(actions), TILE):
        size = min(TILE, len(actions) - at)
        play_part(memory, movers, others, rewards, dones, actions, at, size)
        write_masks(memory, masks[at : at + size].view(np.uint8), size)


def act(movers: Any, others: Any, rewards: Any, dones: Any, masks: Any, actions: Any) -> int:
    """`act_unchecked` if every action can be played. Returns `first_illegal` in any case."""
    illegal = first_illegal(movers, others, actions)
    if illegal == len(actions):
        act_unchecked(movers, others, rewards, dones, masks, actions)
    return illegal
