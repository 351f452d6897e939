"""Random games counted by their ends: `sliced` as compiled code, 64 games to a word.

A round plays 64 games in each of many words, and adds its results to counters that are planes
themselves: bit g of a counter's four planes is how many games have ended so in place g of a word.
After 15 rounds they are full, and are emptied into plain numbers.

Every plane lies at its own fixed distance from the beginning of one array. So the compiler sees
that no two of them overlap, and takes several words at once; two thirds of the operations are the
game, and the rest are random bits and counters.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from noughts.arrays.random_games import sliced, xorshift
from noughts.core.rules import Rules
from noughts.emit.python import Python, indented
from noughts.expressions.trace import Trace
from noughts.kernels import loader

MAX_CELLS = 10  # more make an expression that takes too long to compile
CHUNK = 1 << 22  # games to a start of the generators
WORDS = 64  # generators, and words to a plane
PLANES = 4  # of a counter
ROUNDS = (1 << PLANES) - 1
ONES = (1 << 64) - 1

SOURCE = '''"""Random games of {rules}, 64 to a word, counted by how they end."""

from numba import njit
from numpy import uint64 as u64


@njit(cache=True, nogil=True)
def ones_in(memory, at):
    """The bits of a plane, summed in pairs, then in fours, then in bytes."""
    total = u64(0)
    for word in range({words}):
        bits = memory[at + word]
        bits -= bits >> u64(1) & u64(0x5555555555555555)
        bits = (bits & u64(0x3333333333333333)) + (bits >> u64(2) & u64(0x3333333333333333))
        bits = bits + (bits >> u64(4)) & u64(0x0F0F0F0F0F0F0F0F)
        total += bits * u64(0x0101010101010101) >> u64(56)
    return int(total)


@njit(cache=True, nogil=True)
def keep_first(memory, games):
    """Of the games of one round, word by word and from the lowest bit on, keep the first."""
    for word in range({words}):
        ended = u64(0)
        for counter in range({counters}, {end}, {counter}):
            ended |= memory[counter + word]
        left = ended
        while left and games:
            left &= left - u64(1)
            games -= 1
        for counter in range({counters}, {end}, {counter}):
            memory[counter + word] &= ended ^ left


@njit(cache=True, nogil=True)
def count(games, memory, ended):
    """Play so many games; `memory` begins with the generators, `ended` is added to."""
    while games > 0:
        rounds = {rounds} if games >= {batch} else 1  # never one game more than are left
        memory[{counters}:] = u64(0)
        for _ in range(rounds):
            for word in range({words}):
                s0, s1 = memory[word], memory[{words} + word]
{play}
                memory[word], memory[{words} + word] = s0, s1
        if games < {round}:
            keep_first(memory, games)
        for result in range({results}):
            for plane in range({planes}):
                at = {counters} + result * {counter} + plane * {words}
                number = ones_in(memory, at) << plane
                ended[result] += number
                games -= number
'''


def count(games: int, rules: Rules, seed: int, chunk: int) -> npt.NDArray[np.int64]:
    """Play so many games; how many a line ends at each ply from 1 on: int64 [cells]."""
    plies = sliced.plies(rules)
    results = len(plies) + 1
    memory = np.empty((2 + results * PLANES) * WORDS, np.uint64)
    memory[: 2 * WORDS] = xorshift.states(seed, chunk, WORDS)
    ended = np.zeros(results, np.int64)
    with np.errstate(over="ignore"):  # words wrap round
        _kernel(rules).count(games, memory, ended)
    by_ply = np.zeros(rules.cells, np.int64)
    by_ply[plies.start - 1 :] = ended[:-1]  # the last are the draws
    return by_ply


@cache
def _kernel(rules: Rules) -> ModuleType:
    results = len(sliced.plies(rules)) + 1
    counters, counter = 2 * WORDS, PLANES * WORDS
    return loader.load(
        "counting",
        SOURCE.format(
            rules=rules,
            words=WORDS,
            planes=PLANES,
            results=results,
            rounds=ROUNDS,
            round=64 * WORDS,
            batch=64 * WORDS * ROUNDS,
            counters=counters,
            counter=counter,
            end=counters + results * counter,
            play="\n".join(indented(_play(rules), 4)),
        ),
    )


def _play(rules: Rules) -> list[str]:
    """The statements that play a round in one word, whose generator is s0, s1."""
    names = [f"bit{i}" for i in range(sliced.bits_a_game(rules))]
    game = Trace(
        lambda **bits: tuple(sliced.ends(iter(bits.values()), rules, ONES)),
        **dict.fromkeys(names, ONES),
    )
    lines = [line.format(word=name) for name in names for line in xorshift.STEP]
    named, results = Python().body(game)
    lines += [f"{name} = {value}" for name, value in named]
    lines += [f"ended{i} = {result}" for i, result in enumerate(results)]
    for i in range(len(results)):  # a counter at a time, or too many words are under way
        lines += _add(f"ended{i}", (2 + i * PLANES) * WORDS)
    return lines


def _add(plane: str, at: int) -> list[str]:
    """The statements that add a plane to the counter at a place in the memory."""
    bits = {f"bit{i}": f"memory[{at + i * WORDS} + word]" for i in range(PLANES)}
    trace = Trace(
        lambda **planes: tuple(sliced.added(planes.pop(plane), list(planes.values()))),
        **dict.fromkeys([plane, *bits], ONES),
    )
    named, sums = Python().body(trace)
    lines = [f"{name} = {place}" for name, place in bits.items()]
    lines += [f"{name} = {value}" for name, value in named]
    return lines + [f"{place} = {sum_}" for place, sum_ in zip(bits.values(), sums, strict=True)]
