"""A board as the engine takes it: lines and symmetries, in a record of one type for all boards."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy import uint64 as u64

from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries, transform

Word = Any  # a bitboard, uint64
Words = Any  # an array of them
Board = Any  # a record of `BOARD`

ZERO, ONE, TWO = u64(0), u64(1), u64(2)
MOST_LINES = 210  # of a board of up to `SEARCH_CELLS`: 8x8 with two in a row


def structure(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of records of these fields. Numba recognises the same dtype at once."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


# A record goes to a function by its address, with its arrays, so each call passes one word.
BOARD = structure(
    [
        ("k", u64),
        ("cells", u64),  # the bits of all
        ("line_count", np.int64),
        ("lines", u64, MOST_LINES),
        ("symmetries", np.int64),
        ("inverses", np.int64, 8),
        ("images", u64, (8, 8, 256)),  # for each symmetry, where each byte of a bitboard goes
    ]
)


@cache
def board_of(rules: Rules) -> Board:
    """The record of a board of up to 64 cells."""
    board = record(BOARD)
    every = symmetries(rules)
    board.k, board.cells = rules.k, rules.board
    board.line_count, board.symmetries = len(rules.lines), len(every)
    board.lines[: len(rules.lines)] = np.array(rules.lines, u64)
    for symmetry in every:
        board.inverses[symmetry] = symmetry.inverse
        for cell in range(rules.cells):
            byte, bit = divmod(cell, 8)
            having = np.arange(256) >> bit & 1 == 1
            board.images[symmetry, byte, having] |= u64(transform(1 << cell, symmetry, rules))
    return board


def record(dtype: np.dtype[Any]) -> Any:
    """A record of zeros whose fields are attributes."""
    return np.zeros(1, dtype)[0]


def turned(stones: Word, image: int, board: Board) -> Word:
    """`symmetry.transform`, a byte at a time."""
    if image == 0:
        return stones
    images = board.images[image]
    found = ZERO
    for byte in range(8):
        found |= images[byte, stones >> u64(8 * byte) & u64(255)]
    return found
