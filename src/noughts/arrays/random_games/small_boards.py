"""Random games counted by result: `sliced` as compiled code, 64 games to a word.

A round plays 64 games in each of many words, and adds the results to counters, which are also
bit-sliced. After 15 rounds the counters are full, and are added to ordinary numbers.

Every slice has a fixed offset in one array. So the compiler sees that no two slices overlap, and
vectorises the code. Two thirds of the operations play the games; the rest produce random bits and
update the counters.

The array `memory` begins with the generators: SLICE_WORDS words of s0, then SLICE_WORDS words of
s1. Then comes a counter for each result, SLICES slices long. Bit g of word w in each slice is one
binary digit of a number: how many games played in bit g of word w had this result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy import uint64 as u64

from noughts.arrays.random_games import sliced, xorshift
from noughts.core.rules import Rules
from noughts.emit.python import Python, indented
from noughts.expressions.trace import Trace
from noughts.kernels.compiler import GIVEN, Written, build
from noughts.kernels.set_bits import ones_in

SLICED_CELLS = 10  # with more, the expression takes too long to compile
CHUNK = 1 << 22  # games for each start of the generators
ONES = (1 << 64) - 1


def count_ends(games: int, rules: Rules, seed: int, chunk: int) -> npt.NDArray[np.int64]:
    """Play games. Returns, for each ply from 1, how many games end with a line: int64 [cells]."""
    plies = sliced.plies(rules)
    results = len(plies) + 1
    memory = np.empty(COUNTERS + results * COUNTER, np.uint64)
    memory[:COUNTERS] = xorshift.states(seed, chunk, SLICE_WORDS)
    ended = np.zeros(results, np.int64)
    _kernel(rules).add_ends(games, memory, ended)
    by_ply = np.zeros(rules.cells, np.int64)
    by_ply[plies.start - 1 :] = ended[:-1]  # the last entry counts draws
    return by_ply


@cache
def _kernel(rules: Rules) -> Any:
    return build(
        "small_boards",
        add_ends,
        RESULTS=len(sliced.plies(rules)) + 1,
        play_round=written_round(rules),
    )


def written_round(rules: Rules) -> Written:
    """`play_round(memory)`: plays 64 games in every word; each word has a generator s0, s1."""
    random = [f"bit{i}" for i in range(sliced.bits_a_game(rules))]
    game = Trace(
        lambda **bits: tuple(sliced.ends(iter(bits.values()), rules, ONES)),
        **dict.fromkeys(random, ONES),
    )
    named, results = Python().body(game)
    lines = [f"s0, s1 = memory[word], memory[{SLICE_WORDS} + word]"]
    lines += [f"{bit}, s0, s1 = drawn(s0, s1)" for bit in random]
    lines += [f"{name} = {value}" for name, value in named]
    lines += [f"ended{i} = {result}" for i, result in enumerate(results)]
    for i in range(len(results)):  # one counter at a time, so that fewer words are live at once
        lines += _add(f"ended{i}", COUNTERS + i * COUNTER)
    lines += [f"memory[word], memory[{SLICE_WORDS} + word] = s0, s1"]
    head = ["def play_round(memory):", f"    for word in range({SLICE_WORDS}):"]
    text = "\n".join([*head, *indented(lines, 2)])
    return Written("play_round", text, {"drawn": xorshift.drawn})


def _add(ended: str, at: int) -> list[str]:
    """The statements that add the slice `ended` to the counter at the offset `at`."""
    bits = {f"bit{i}": f"memory[{at + i * SLICE_WORDS} + word]" for i in range(SLICES)}
    trace = Trace(
        lambda **slices: tuple(sliced.added(slices.pop(ended), list(slices.values()))),
        **dict.fromkeys([ended, *bits], ONES),
    )
    named, sums = Python().body(trace)
    lines = [f"{name} = {place}" for name, place in bits.items()]
    lines += [f"{name} = {value}" for name, value in named]
    return lines + [f"{place} = {sum_}" for place, sum_ in zip(bits.values(), sums, strict=True)]


SLICE_WORDS = 64  # generators, and words to a slice
SLICES = 4  # of a counter
ROUNDS = (1 << SLICES) - 1  # until a counter is full
ROUND = 64 * SLICE_WORDS  # games
COUNTERS = 2 * SLICE_WORDS  # where they begin
COUNTER = SLICES * SLICE_WORDS  # from one to the next

RESULTS: int = GIVEN
play_round: Callable[[Any], None] = GIVEN  # plays a game in every bit, and counts how it ends


def ones_from(memory: Any, at: int) -> int:
    """The number of set bits in a slice."""
    total = u64(0)
    for word in range(SLICE_WORDS):
        total += ones_in(memory[at + word])
    return int(total)


def keep_first(memory: Any, games: int) -> None:
    """In a round's counters, keep only the first `games` games, word by word, lowest bit first."""
    end = COUNTERS + RESULTS * COUNTER
    for word in range(SLICE_WORDS):
        ended = u64(0)
        for counter in range(COUNTERS, end, COUNTER):
            ended |= memory[counter + word]
        left = ended
        while left and games:
            left &= left - u64(1)
            games -= 1
        for counter in range(COUNTERS, end, COUNTER):
            memory[counter + word] &= ended ^ left


def add_ends(games: int, memory: Any, ended: Any) -> None:
    """Play `games` games, and add the number of games with each result to `ended`."""
    while games > 0:
        rounds = ROUNDS if games >= ROUND * ROUNDS else 1  # never more games than are left
        memory[COUNTERS:] = u64(0)
        for _ in range(rounds):
            play_round(memory)
        if games < ROUND:
            keep_first(memory, games)
        for result in range(RESULTS):
            for bit in range(SLICES):
                number = ones_from(memory, COUNTERS + result * COUNTER + bit * SLICE_WORDS) << bit
                ended[result] += number
                games -= number
