"""Random numbers for many games, and choices made with them; `build` compiles these loops.

Each game has its own stream of random numbers (`players.random_numbers`), whose state advances only
when the game needs a number. So a game's numbers do not depend on the other games.
"""

from __future__ import annotations

import numpy as np
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.dtypes import Bitboards, Lane, Uint64s
from noughts.kernels.set_bits import ones_in
from noughts.players.random_numbers import FACTORS, HALF_BITS, SHIFTS, STEP

lane: type[Lane] = GIVEN  # the dtype of a mask with a bit for each action
ACTIONS: int = GIVEN


def split_mixed_word(state: np.uint64) -> np.uint64:
    """The twin of `players.random_numbers.split_mixed` for machine words, which wrap around."""
    number = (state ^ state >> u64(SHIFTS[0])) * u64(FACTORS[0])
    number = (number ^ number >> u64(SHIFTS[1])) * u64(FACTORS[1])
    return number ^ number >> u64(SHIFTS[2])


def below(number: np.uint64, count: int | np.integer) -> np.int64:
    """The twin of `players.random_numbers.below` for a machine word and a count below 2**31."""
    return np.int64((number >> u64(HALF_BITS)) * u64(count) >> u64(HALF_BITS))


def draw(states: Uint64s, needed: Bitboards, numbers: Uint64s) -> None:
    """Fill `numbers` with the next number of each game needing one; other items are arbitrary."""
    for i in range(len(states)):
        state = u64(states[i] + u64(STEP) * u64(needed[i] != lane(0)))
        states[i] = state
        numbers[i] = split_mixed_word(state)


def pick(candidates: Bitboards, numbers: Uint64s, stones: Bitboards) -> None:
    """Fill `stones` with a candidate of each game, chosen by the game's number; 0 if none."""
    for i in range(len(candidates)):
        moves = lane(candidates[i])
        rank = lane(below(numbers[i], ones_in(u64(moves))))
        stone = lane(0)
        for move in range(ACTIONS):  # without a branch, so that the compiler vectorises the loop
            bit = lane(lane(moves >> lane(move)) & lane(1))
            here = lane(bit & lane(rank == lane(0)))
            stone = lane(stone | lane(here << lane(move)))
            rank = lane(rank - bit)
        stones[i] = stone
