"""What `counting` compiles: rounds of 64 games to a word, and counters that are bit-sliced too.

The memory begins with the generators: WORDS words of s0 and as many of s1. A counter for each
result follows: the bits g of its slices say how many games in place g of a word had that result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.words import ones_in

WORDS = 64  # generators, and words to a slice
SLICES = 4  # of a counter
ROUNDS = (1 << SLICES) - 1  # until a counter is full
ROUND = 64 * WORDS  # games
COUNTERS = 2 * WORDS  # where they begin
COUNTER = SLICES * WORDS  # from one to the next

RESULTS: int = GIVEN
play_round: Callable[[Any], None] = GIVEN  # plays a game in every bit, and counts how it ends


def ones_from(memory: Any, at: int) -> int:
    """The number of bits of a slice."""
    total = u64(0)
    for word in range(WORDS):
        total += ones_in(memory[at + word])
    return int(total)


def keep_first(memory: Any, games: int) -> None:
    """Keep only the first games of one round, word by word and from the lowest bit on."""
    end = COUNTERS + RESULTS * COUNTER
    for word in range(WORDS):
        ended = u64(0)
        for counter in range(COUNTERS, end, COUNTER):
            ended |= memory[counter + word]
        left = ended
        while left and games:
            left &= left - u64(1)
            games -= 1
        for counter in range(COUNTERS, end, COUNTER):
            memory[counter + word] &= ended ^ left


def count_ends(games: int, memory: Any, ended: Any) -> None:
    """Play `games` games, and add to `ended` how many have each result."""
    while games > 0:
        rounds = ROUNDS if games >= ROUND * ROUNDS else 1  # never more games than are left
        memory[COUNTERS:] = u64(0)
        for _ in range(rounds):
            play_round(memory)
        if games < ROUND:
            keep_first(memory, games)
        for result in range(RESULTS):
            for bit in range(SLICES):
                number = ones_from(memory, COUNTERS + result * COUNTER + bit * WORDS) << bit
                ended[result] += number
                games -= number
