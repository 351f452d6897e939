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
from noughts.arrays.dtypes import NO_MOVE, board_dtype
from noughts.arrays.lanes_source import PLACE, SOURCE
from noughts.arrays.sorting import comparators
from noughts.emit.python import Numba, indented
from noughts.emit.trace import Trace
from noughts.rules import Rules

CHUNK = 1 << 21  # cells to a start of the generators: some milliseconds' games


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
    its plies to `lengths`, uint8 [games].
    """
    ended = np.zeros(rules.cells, np.int64)
    lanes, _, key_bits, _ = shape(rules)
    generators = xorshift.states(seed, chunk, lanes * key_bits // 64)
    with np.errstate(over="ignore"):  # numbers wrap round
        kernel(rules).run(games, generators, ended, moves, lengths)
    return ended


def count(games: int, rules: Rules, seed: int, chunk: int) -> npt.NDArray[np.int64]:
    """Play the same games without writing them down."""
    nowhere = np.empty((0, rules.cells), np.uint8), np.empty(0, np.uint8)
    return play(games, rules, seed, chunk, *nowhere)


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
