"""The narrowest unsigned dtype that holds a board or a code, and the number for no move."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.expressions.limbs import WORD

WORD_CELLS = WORD  # of a board in one number of the widest dtype
BULK_CELLS = 361  # 19x19; an expression of more words takes long to compile
WIDTHS = (8, 16, 32, 64)
NO_MOVE = 255  # after a game's last cell, in uint8 arrays of moves; see `no_move`


def narrowest(bits: int) -> np.dtype[Any]:
    """The narrowest unsigned dtype with at least this many bits.

    >>> narrowest(9), narrowest(64)
    (dtype('uint16'), dtype('uint64'))
    """
    return np.dtype(f"uint{next(width for width in WIDTHS if bits <= width)}")


def board_dtype(rules: Rules) -> np.dtype[Any]:
    """The dtype of one player's stones, one bit a cell; of several words, if one is too few.

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


def move_dtype(rules: Rules) -> np.dtype[Any]:
    """The dtype of moves and their numbers: uint8, or uint16 for more than 255 moves.

    A move is a cell; where a player has several hands, it is one of `rules.actions`.
    """
    return narrowest(rules.actions.bit_length())


def no_move(rules: Rules) -> int:
    """What stands after a game's last cell: the largest number of `move_dtype`.

    >>> no_move(Rules(15, 15, 5)) == NO_MOVE, no_move(Rules(19, 19, 5))
    (True, 65535)
    """
    return int(np.iinfo(move_dtype(rules)).max)
