"""Random games in step: each game is a lane, with one element in each row of the arrays.

A random game is a random permutation of the cells, cut off at the first line. The permutation is
drawn by insertion, cell by cell. Each cell takes a random place among the earlier cells, all places
equally likely, and the cells at that place and after it move up by one. In the end, a cell's place
is its ply, counted from 0.

    cell and place    0: 0    1: 0    2: 1     3: 1
    the order          0      1 0     1 2 0    1 3 2 0     the plies of 0 to 3 are 3, 0, 2 and 1

If the plies of a line's cells are all even (X's) or all odd (O's), the line is complete at the
latest of these plies. A game ends when its earliest line is complete. The loops therefore need not
step through the game: they take the maximum over the plies of each line, and the minimum over all
lines. No lane waits or branches.

A place is the integer part of a random fraction times the number of places (Lemire, "Fast random
integer generation in an interval", 2019). A few fractions would bias the result. A game that draws
such a fraction is void, whatever its moves: it is not counted, so the remaining games are unbiased.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.memory import WORD_CELLS, move_dtype, no_move
from noughts.arrays.random_games import (
    deal_kernel,
    deal_wide_kernel,
    lanes_kernel,
    lanes_unrolled,
    xorshift,
)
from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES, Rooms
from noughts.core.rules import Rules
from noughts.kernels.compiler import build

CHUNK = 1 << 21  # cells for each start of the generators: a few milliseconds of games
SIZES = 256  # the greatest product of sizes that share a number, so that few are void


def chunk_size(rules: Rules) -> int:
    """The number of games for each start of the generators."""
    return CHUNK // rules.cells


def play(
    games: int, rules: Rules, seed: int, chunk: int, moves: Any, lengths: Any
) -> npt.NDArray[np.int64]:
    """Play games. Returns, for each ply from 1, how many games end with a line: int64 [cells].

    Writes each game's cells in the order of play, followed by `no_move`, to a row of `moves`,
    [games, cells] of `move_dtype`, and each game's number of plies to `lengths`, [games] of the
    same dtype. If `moves` is empty, nothing is recorded.
    """
    ended = np.zeros(no_move(rules) + 1, np.int64)
    generators = xorshift.states(seed, chunk, GENERATORS)
    _kernel(rules).run(games, generators, rooms(rules), ended, moves, lengths)
    return ended[: rules.cells]


def count_ends(games: int, rules: Rules, seed: int, chunk: int) -> npt.NDArray[np.int64]:
    """Play the same games without recording their moves."""
    dtype = move_dtype(rules)
    nowhere = np.empty((0, rules.cells), dtype), np.empty(0, dtype)
    return play(games, rules, seed, chunk, *nowhere)


def rooms(rules: Rules) -> Rooms:
    """New arrays for playing games on a board."""
    is_wide = rules.cells > WORD_CELLS
    words = np.empty(GENERATORS * (1 + is_wide), np.uint64)
    numbers = words.view(np.uint32 if is_wide else np.uint16)
    block = block_size(rules.cells)
    rows = -(-rules.cells // block) * block
    plies = np.empty(rows * LANES, move_dtype(rules))
    ranks = plies.view(rank_dtype(rules))
    places = np.full_like(ranks, np.iinfo(ranks.dtype).max)  # no cell moves up for a missing cell
    x, o = np.empty((2, rules.cells * LANES), plies.dtype)
    return Rooms(
        *(words, numbers, places, ranks, plies, x, o),
        *(np.empty(LANES, np.uint8), np.empty(LANES, plies.dtype)),
    )


def rank_dtype(rules: Rules) -> np.dtype[Any]:
    """The signed dtype with the width of a ply."""
    return np.dtype(f"i{move_dtype(rules).itemsize}")


@cache
def _kernel(rules: Rules) -> Any:
    return build("lanes", lanes_kernel.run, **given(rules))


def given(rules: Rules) -> dict[str, Any]:
    """The constants of `lanes_kernel` for a board."""
    block = block_size(rules.cells)
    dtype = move_dtype(rules)
    return dealing(rules) | {
        "ply": dtype.type,
        "rank": rank_dtype(rules).type,
        "SIGN_BIT": dtype.type(1 << 8 * dtype.itemsize - 1),
        "NO_LINE": dtype.type(no_move(rules)),
        "CELLS": rules.cells,
        "BLOCK": block * LANES,
        "insert_within": lanes_unrolled.insert_within(block),
        "insert_later": lanes_unrolled.insert_later(block),
        "end_by_lines": lanes_unrolled.end_by_lines(rules),
    }


def dealing(rules: Rules) -> dict[str, Any]:
    """The function that draws the places, and its constants."""
    if rules.cells > WORD_CELLS:
        void = [(1 << 32) % (cell + 1) for cell in range(rules.cells)]
        return {"deal": deal_wide_kernel.deal, "VOID": np.array(void, np.uint32)}
    first, limits = zip(*shared(rules.cells), strict=True)
    return {
        "deal": deal_kernel.deal,
        "FIRST": np.array(first, np.uint8),
        "VOID": np.array(limits, np.uint16),
    }


def shared(cells: int) -> Iterator[tuple[bool, int]]:
    """For each cell, whether its place takes a new random number, and how many fractions are void.

    On boards of up to 64 cells, a random number r is a fraction r / 2**16, which several cells
    share: the fractional part that is left after one cell is the fraction for the next. A cell's
    size is its number of places. If `size` is the product of these cells' sizes, each combination
    of places comes from 2**16 // size numbers or from one more. In the latter case, exactly one of
    the numbers leaves a remainder below 2**16 % size after the last cell; this number is void.

    >>> [*shared(7)]    # sizes 2, 3, 4, 5 share, their product being 120; and so do 6 and 7
    [(False, 0), (True, 0), (False, 0), (False, 0), (False, 16), (True, 0), (False, 16)]
    """
    size = 1
    for cell in range(cells):
        is_first = size == 1 and cell > 0
        size *= cell + 1
        is_last = cell + 1 == cells or size * (cell + 2) > SIZES
        yield is_first, (1 << 16) % size if is_last else 0
        size = 1 if is_last else size


def block_size(cells: int) -> int:
    """The number of cells in a block: four or five, whichever leaves fewer rows unused.

    >>> block_size(25), block_size(56)
    (5, 4)
    """
    return min((4, 5), key=lambda size: -cells % size)
