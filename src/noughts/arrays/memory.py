"""How arrays lie in memory: the narrowest dtypes, cache lines, and parts for threads.

NumPy's large arrays begin 16 bytes past the start of a cache line. So every other vector of 32
bytes, and every vector of 64 bytes, straddles two cache lines, and a step of many games takes a
sixth longer. `empty_aligned` makes large arrays that begin at the start of a cache line.

Compiled loops release the global interpreter lock, so that threads can run them at the same time.
Long arrays are split into parts, one for each thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.expressions.limbs import WORD
from noughts.kernels.dtypes import Array, Lane

WORD_CELLS = WORD  # the most cells of a board that fits one number of the widest dtype
BULK_CELLS = 361  # 19x19; an expression of more words is slow to compile
WIDTHS = (8, 16, 32, 64)
NO_MOVE = 255  # after a game's last cell, in uint8 arrays of moves; see `no_move`


def narrowest(bits: int) -> np.dtype[Lane]:
    """The narrowest unsigned dtype with at least this many bits.

    >>> narrowest(9), narrowest(64)
    (dtype('uint16'), dtype('uint64'))
    """
    return np.dtype(f"uint{next(width for width in WIDTHS if bits <= width)}")


def board_dtype(rules: Rules) -> np.dtype[Lane]:
    """The dtype of one player's stones, one bit per cell; boards of several words have uint64.

    >>> from noughts import TICTACTOE
    >>> board_dtype(TICTACTOE), board_dtype(Rules(15, 15, 5))
    (dtype('uint16'), dtype('uint64'))

    Raises `TooLargeError` for a board of more than 361 cells.
    """
    if rules.cells > BULK_CELLS:
        raise TooLargeError(
            f"arrays hold boards of up to {BULK_CELLS} cells, and {rules} has {rules.cells}; "
            "Position holds any"
        )
    return narrowest(min(rules.cells, WORD_CELLS))


def move_dtype(rules: Rules) -> np.dtype[Lane]:
    """The dtype of moves and of counts of moves: uint8, or uint16 if the rules have over 255 moves.

    A move is a cell or, where a player has several marks, a number below `rules.actions`.
    """
    return narrowest(rules.actions.bit_length())


def no_move(rules: Rules) -> int:
    """The filler after a game's last move: the largest number of `move_dtype`.

    >>> no_move(Rules(15, 15, 5)) == NO_MOVE, no_move(Rules(19, 19, 5))
    (True, 65535)
    """
    return int(np.iinfo(move_dtype(rules)).max)


LINE = 64  # bytes
LEAST_ALIGNED = 1 << 14  # bytes; for a smaller array, alignment costs more than it saves


def empty_aligned(
    shape: tuple[int, ...], dtype: npt.DTypeLike, order: Literal["C", "F"] = "C"
) -> Array:
    """`np.empty`, but a large array begins at the start of a cache line.

    >>> array = empty_aligned((10_000,), np.uint16)
    >>> array.shape, array.ctypes.data % LINE
    ((10000,), 0)
    """
    size = math.prod(shape) * np.dtype(dtype).itemsize
    if size < LEAST_ALIGNED:
        return np.empty(shape, dtype, order)
    room = np.empty(size + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + size].view(dtype).reshape(shape, order=order)


LEAST_PART = 1 << 17  # items that take about as long as starting a thread


def parts(n: int, threads: int, least: int = 0) -> list[slice]:
    """Slices of `n` items for up to `threads` threads; an empty list if one thread is as fast.

    Each slice but the last has at least `least` items or, if `least` is 0, at least `LEAST_PART`.

    >>> parts(300_000, 4)
    [slice(0, 150016, None), slice(150016, 300000, None)]
    >>> parts(1000, 4)
    []
    """
    count = min(threads, n // (least or LEAST_PART))
    size = -(-n // max(count, 1) // 64) * 64  # so that no two threads write to one cache line
    return [slice(at, min(at + size, n)) for at in range(0, n, size)] if count > 1 else []


def over_parts(loop: Callable[..., Any], of: Sequence[slice], *arrays: Any) -> list[Any]:
    """The result of `loop` for each slice in `of`, taken from all arrays (or tuples of arrays)."""

    def of_part(array: Any, part: slice) -> Any:
        if isinstance(array, tuple):
            return tuple(row[part] for row in array)
        return array[part]

    with ThreadPoolExecutor(len(of)) as pool:
        return list(pool.map(lambda part: loop(*(of_part(array, part) for array in arrays)), of))
