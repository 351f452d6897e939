"""What `engine` is given: the constants and the bit expressions of one board, here of 3x3.

For any other board, `kernel` writes the same names anew, its expressions recorded. So the engine is
checked, typed and read as an ordinary module, and compiled as one that knows its board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import uint64 as u64

from noughts.core.bits import completions as completions_of
from noughts.core.bits import line_cells
from noughts.core.bits import openings as openings_of
from noughts.core.rules import TICTACTOE
from noughts.core.symmetry import Symmetry, symmetries, transform

Word = Any  # a bitboard, uint64
Words = Any  # an array of them

CELLS = TICTACTOE.cells
K = u64(TICTACTOE.k)
BOARD = u64(TICTACTOE.board)
LINES = np.array(TICTACTOE.lines, u64)
IMAGES = len(symmetries(TICTACTOE))
INVERSES = np.array([symmetry.inverse for symmetry in symmetries(TICTACTOE)])


def completions(stones: Word) -> Word:
    """`bits.completions`."""
    return u64(completions_of(int(stones), TICTACTOE))


def openings(stones: Word, free: Word) -> Word:
    """`bits.openings`."""
    return u64(openings_of(int(stones), int(free), TICTACTOE))


def live(cells: Word) -> Word:
    """`bits.line_cells`: given what a player has and can have, the cells of all lines left."""
    return u64(line_cells(int(cells), TICTACTOE))


def turned(stones: Word, image: int) -> Word:
    """`symmetry.transform`."""
    return u64(transform(int(stones), Symmetry(image), TICTACTOE))
