"""Random games of any board of up to 64 cells, in step: a game is a lane, an element of arrays.

The order of the cells is drawn by sorting. Each cell gets a key: a random number, with the cell
itself in its low bits. Sorted, the keys give the cells in an order as likely as any other, provided
that no two random numbers are equal; a game with such a tie is void, for its draws alone.

    key of cell   0      1      2                     the order of play: cells 1, 2, 0
    random|cell   610|0  044|1  231|2     ------->    044|1  231|2  610|0

Then each ply puts its cell on the board of its player, looks for a line, and keeps how long the
game was. No lane waits for another and none branches: what is decided is a bit that is added.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts import bits, jit
from noughts.arrays import xorshift
from noughts.arrays.dtypes import board_dtype
from noughts.arrays.sorting import comparators
from noughts.emit.python import Numba, indented
from noughts.emit.trace import Trace
from noughts.rules import Rules

CHUNK = 1 << 21  # cells to a start of the generators: some milliseconds' games
NO_MOVE = 255
"""What stands in place of a cell after the end of a game."""

SOURCE = '''"""Random games of {rules}, {lanes} in step."""

import numpy as np
from numba import njit
from numpy import uint8 as u8, uint16 as u16, uint32 as u32, uint64 as u64

COMPARATORS = np.array({comparators}, np.uint64)  # unsigned, so that no place counts from the end


@njit(cache=True, nogil=True)
def deal(generators, words):
    """Random keys, a cell after the other; a word holds {per_word} of them."""
    for cell in range({cells}):
        index = u64(cell) * u64({ones})
        for w in range({words}):
            s0, s1 = generators[w], generators[{words} + w]
{step}
            words[cell * {words} + w] = drawn & u64({random}) | index
            generators[w], generators[{words} + w] = s0, s1


@njit(cache=True, nogil=True)
def sort(keys):
    """Bring the keys of every lane into order."""
    for i in range(len(COMPARATORS)):
        low, high = COMPARATORS[i, 0], COMPARATORS[i, 1]
        for lane in range({lanes}):
            a, b = keys[low, lane], keys[high, lane]
            keys[low, lane] = min(a, b)
            keys[high, lane] = max(a, b)


@njit(cache=True, nogil=True)
def without_ties(keys, kept):
    """1 for every lane in which no two keys next to each other have the same random number."""
    kept[:] = 1
    for cell in range({cells} - 1):
        for lane in range({lanes}):
            apart = {key}({key}(keys[cell, lane] ^ keys[cell + 1, lane]) >> {key}({cell_bits}))
            tie = {key}({key}(apart - {key}(1)) >> {key}({key_bits} - 1))  # of 0 - 1 alone
            kept[lane] &= {key}(tie ^ {key}(1))


@njit(cache=True, nogil=True)
def play(keys, state, ended):
    """Play the games that are going on; `ended` counts those that a line ends, by their last ply.

    The lanes of `state` are the stones of the player to move, those of the other one, whether the
    game goes on, and its length. They lie in one array at fixed distances, so that the compiler
    sees them apart.
    """
    for ply in range({first_end}):
        for lane in range({lanes}):
{place}
    for ply in range({first_end}, {cells}):
        lines = {board}(0)
        for lane in range({lanes}):
{place}
{named}
            found = {found}
            line = {board}({board}(found | {board}(-found)) >> {board}({board_bits} - 1))
            line = {board}(line & going_on)
            lines = {board}(lines + line)
            state[2 * {lanes} + lane] = going_on ^ line
        ended[ply] += int(lines)


@njit(cache=True, nogil=True)
def write(keys, kept, state, eights, moves, lengths, done):
    """Write down the games that are kept, from the row `done` on; the number of rows by then.

    Eight moves of a game go through one word of `eights`, so that one store writes them.
    """
    for ply in range({cells}):
        for lane in range({lanes}):
            before_end = {key}({key}(ply) - {key}(state[3 * {lanes} + lane]))  # negative
            over = {key}({key}(before_end >> {key}({key_bits} - 1)) - {key}(1))  # 0, or all ones
            over = {key}(over & {key}({no_move}))
            keys[ply, lane] = {key}({key}(keys[ply, lane] & {key}({cell_mask})) | over)
    for eight in range({cells} // 8):
        for lane in range({lanes}):
            eights[eight, lane] = {eight_moves}
    for lane in range({lanes}):
        if kept[lane]:
            for eight in range({cells} // 8):
                word = eights[eight, lane]
                for ply in range(8):  # which the compiler joins
                    moves[done, 8 * eight + ply] = u8(word >> u64(8 * ply))
            for ply in range({cells} // 8 * 8, {cells}):
                moves[done, ply] = keys[ply, lane]
            lengths[done] = state[3 * {lanes} + lane]
            done += 1
    return done


@njit(cache=True, nogil=True)
def run(games, generators, ended, moves, lengths):
    """Play so many games, and write down each one's moves where there is room for them."""
    words = np.empty({cells} * {words}, np.uint64)
    keys = words.view(np.uint{key_bits}).reshape({cells}, {lanes})
    kept = np.empty({lanes}, np.uint{key_bits})
    state = np.empty(4 * {lanes}, np.uint{board_bits})
    eights = np.empty(({cells} // 8, {lanes}), np.uint64)
    done = 0
    while done < games:
        deal(generators, words)
        sort(keys)
        without_ties(keys, kept)
        if games - done < {lanes}:
            more = games - done
            for lane in range({lanes}):
                kept[lane] = kept[lane] if more else 0
                more -= int(kept[lane])
        state[:] = 0
        for lane in range({lanes}):
            state[2 * {lanes} + lane] = kept[lane]
        play(keys, state, ended)
        if len(moves):
            done = write(keys, kept, state, eights, moves, lengths, done)
        else:
            for lane in range({lanes}):
                done += int(kept[lane])
'''

PLACE = """cell = {board}({board}(keys[ply, lane]) & {board}({cell_mask}))
stones = {board}(state[lane] | {board}({board}(1) << cell))
going_on = state[2 * {lanes} + lane]
state[lane] = state[{lanes} + lane]
state[{lanes} + lane] = stones
state[3 * {lanes} + lane] = {board}(state[3 * {lanes} + lane] + going_on)"""


class Shape(NamedTuple):
    """How many lanes go in step, and the bits of a board, of a key, and of the cell in the key."""

    lanes: int
    board: int
    key: int
    cell: int


def shape(rules: Rules) -> Shape:
    """What serves a board best.

    Of the games of 16-bit keys, 1 in 100 is void on 3x3 and 14 on 5x5, which is less than the
    work of twice as many bits. The keys of all lanes fit the first-level cache.

    >>> shape(Rules(3, 3, 3)), shape(Rules(8, 7, 4))
    (Shape(lanes=512, board=16, key=16, cell=4), Shape(lanes=128, board=64, key=32, cell=6))
    """
    cell = (rules.cells - 1).bit_length()
    board = max(16, board_dtype(rules).itemsize * 8)
    return Shape(512, board, 16, cell) if cell <= 5 else Shape(128, board, 32, cell)


def chunk_size(rules: Rules) -> int:
    """How many games are played from one start of the generators."""
    return CHUNK // rules.cells


def play(
    games: int, rules: Rules, seed: int, chunk: int, moves: Any, lengths: Any
) -> npt.NDArray[np.int64]:
    """Play so many games; how many a line ends at each ply from 1 on: int64 [cells].

    Every game's cells are written to `moves`, uint8 [games, cells], `NO_MOVE` after its end, and
    its plies to `lengths`, uint8 [games]; or nothing, where these hold no game.
    """
    ended = np.zeros(rules.cells, np.int64)
    lanes, _, key_bits, _ = shape(rules)
    generators = xorshift.states(seed, chunk, lanes * key_bits // 64)
    with np.errstate(over="ignore"):  # numbers wrap round
        kernel(rules).run(games, generators, ended, moves, lengths)
    return ended


@cache
def kernel(rules: Rules) -> ModuleType:
    """The compiled functions of a board."""
    lanes, board_bits, key_bits, cell_bits = shape(rules)
    numba = Numba()
    numba.lane = board = f"u{board_bits}"
    trace = Trace(lambda stones: bits.line_starts(stones, rules), stones=rules.board)
    named, (found,) = numba.body(trace)
    per_word = 64 // key_bits
    ones = sum(1 << key_bits * i for i in range(per_word))
    cell = (1 << cell_bits) - 1
    place = PLACE.format(board=board, lanes=lanes, cell_mask=cell)
    return jit.load(
        "lanes",
        SOURCE.format(
            rules=rules,
            lanes=lanes,
            cells=rules.cells,
            comparators=list(comparators(rules.cells)) or [(0, 0)],
            first_end=min(2 * rules.k - 2, rules.cells),
            words=lanes // per_word,
            per_word=per_word,
            key=f"u{key_bits}",
            board=board,
            key_bits=key_bits,
            board_bits=board_bits,
            cell_bits=cell_bits,
            ones=ones,
            random=ones * ((1 << key_bits) - 1 - cell),
            cell_mask=cell,
            no_move=NO_MOVE,
            step="\n".join(indented([line.format(word="drawn") for line in xorshift.STEP], 3)),
            place="\n".join(indented(place.splitlines(), 3)),
            eight_moves=" | ".join(
                f"u64(keys[8 * eight + {i}, lane]) << u64({8 * i})" for i in range(8)
            ),
            named="\n".join(indented([f"{name} = {value}" for name, value in named], 3)),
            found=found,
        ),
    )
