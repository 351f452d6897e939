"""What `wide_kernel` is given for a board, written from the expressions of `bits`."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.arrays.boards import words_of
from noughts.core import bits
from noughts.core.rules import Rules
from noughts.core.turns import line_worth
from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import recorded_in_words, split
from noughts.kernels.compiler import Written
from noughts.kernels.tiles import TILE

# For each byte, its bits one by one.
BOOLS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1, bitorder="little")


def given(rules: Rules) -> dict[str, Any]:
    """The values of the kernel's names."""
    words = words_of(rules)
    return {
        "WORDS": words,
        "CELLS": rules.cells,
        "REWARD": line_worth(rules),
        **{name: row * TILE for name, row in rows(words).items()},
        "play_tile": play_tile(rules),
        "check_tile": check_tile(rules),
        "BOOLS": BOOLS,
    }


def rows(words: int) -> dict[str, int]:
    """Where each kind of row begins in the memory, and how many rows there are.

    >>> rows(4)
    {'OTHER': 4, 'LEGAL': 8, 'CELL': 12, 'LINE': 13, 'OVER': 14, 'LENGTH': 15}
    """
    starts = [words, 2 * words, *range(3 * words, 3 * words + 4)]
    return dict(zip(("OTHER", "LEGAL", "CELL", "LINE", "OVER", "LENGTH"), starts, strict=True))


def play_tile(rules: Rules) -> Written:
    """`play_tile(memory)`: a move in each game of a tile, which restarts if it is over."""
    words = words_of(rules)
    at = rows(words)

    def moved(mover: Any, other: Any, stone: Any) -> tuple[Any, Any, Any]:
        after = mover | stone
        return after, bits.free_cells(after, other, rules), bits.line_starts(after, rules)

    boards = dict.fromkeys(("mover", "other", "stone"), rules.board)
    trace = recorded_in_words(moved, [words] * 3, **boards)
    numba = Numba()
    named, results = numba.body(trace)
    after, free, lines = (results[first : first + words] for first in range(0, 3 * words, words))
    every = [f"u64({word})" for word in split(rules.board, words)]
    inner = [
        *_read(words),
        *(f"{name} = {value}" for name, value in named),
        f"line = {' | '.join(lines)}",
        f"over = (line != u64(0)) | (({' | '.join(free)}) == u64(0))",
        f"{_place(at['LINE'])} = line",
        f"{_place(at['OVER'])} = u64(over)",
    ]
    for word in range(words):
        inner += [
            f"{_place(word)} = u64(0) if over else other{word}",
            f"{_place(at['OTHER'] + word)} = u64(0) if over else {after[word]}",
            f"{_place(at['LEGAL'] + word)} = {every[word]} if over else {free[word]}",
        ]
    return _over_tile("play_tile", inner)


def check_tile(rules: Rules) -> Written:
    """`check_tile(memory)`: nonzero in the row `OVER` where a cell is taken or not on the board."""
    words = words_of(rules)
    taken = " | ".join(f"(mover{w} | other{w}) & stone{w}" for w in range(words))
    wrong = f"{_place(rows(words)['OVER'])} = {taken} | u64(cell >= u64({rules.cells}))"
    return _over_tile("check_tile", [*_read(words), wrong])


def _read(words: int) -> list[str]:
    """The statements that read a game: both boards and the stone to play."""
    at = rows(words)
    lines = [f"mover{word} = {_place(word)}" for word in range(words)]
    lines += [f"other{word} = {_place(at['OTHER'] + word)}" for word in range(words)]
    lines += [
        f"cell = {_place(at['CELL'])}",
        "bit = u64(u64(1) << u64(cell & u64(63)))",
        "where = cell >> u64(6)",
    ]
    return lines + [
        f"stone{word} = bit if where == u64({word}) else u64(0)" for word in range(words)
    ]


def _place(row: int) -> str:
    return f"memory[{row * TILE} + i]"


def _over_tile(name: str, inner: list[str]) -> Written:
    text = [f"def {name}(memory):", f"    for i in range({TILE}):", *indented(inner, 2)]
    return Written(name, "\n".join(text))
