"""The narrowest unsigned dtype that holds a board or a code, and the number for no move."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.core.rules import Rules
from noughts.errors import TooLargeError

WORD_CELLS = 64  # the bits of the widest dtype
WIDTHS = (8, 16, 32, 64)
NO_MOVE = 255  # after a game's last cell, in uint8 arrays of moves


def narrowest(bits: int) -> np.dtype[Any]:
    """The narrowest unsigned dtype with at least this many bits.

    >>> narrowest(9), narrowest(64)
    (dtype('uint16'), dtype('uint64'))
    """
    return np.dtype(f"uint{next(width for width in WIDTHS if bits <= width)}")


def board_dtype(rules: Rules) -> np.dtype[Any]:
    """The dtype of one player's stones, one bit a cell.

    >>> from noughts import TICTACTOE
    >>> board_dtype(TICTACTOE)
    dtype('uint16')

    Raises `TooLargeError` for a board of more than 64 cells.
    """
    if rules.cells > WORD_CELLS:
        raise TooLargeError(
            f"arrays hold boards of up to {WORD_CELLS} cells, and {rules} has {rules.cells}; "
            "Position holds any"
        )
    return narrowest(rules.cells)
