"""`record_class`: a whole finished game of 3x3 up to the symmetries of the square, in 15 bits.

A game stands for its class if none of its eight images is less, move by move. That can be decided
during the game. Under a symmetry that moves none of the stones so far, the game and its image are
equal up to here, so the next move must not be greater than its image. Any other symmetry has been
decided at an earlier move. So a game may go on with a cell that is the least of its images under
the symmetries that leave every stone in its place.

    . . .        all 8 leave an empty board alone:           X . .        the mirror on the
    . . .        the cells 0, 1 and 4 are the least          . . .        diagonal is left: cells
    . . .        of their images                             . . .        1 2 4 5 8 may follow
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from noughts.codecs.codec_base import Bulk
from noughts.codecs.dense.reachable import BOARD, CELLS
from noughts.codecs.dense.record import Record
from noughts.core.game import Game
from noughts.core.rules import TICTACTOE
from noughts.core.symmetry import symmetries, transform_cell

# Where each symmetry takes each cell.
IMAGES = tuple(
    tuple(transform_cell(cell, symmetry, TICTACTOE) for cell in range(CELLS))
    for symmetry in symmetries(TICTACTOE)
)


class RecordClass(Record):
    """The number of a finished game's class; a code decodes to the least game of the class.

    >>> RecordClass().encode(Game.parse("a1 a2 b1 b2 c1"))
    699
    >>> print(RecordClass().decode(699))
    a1 b1 a2 b2 a3
    """

    name = "record_class"
    about = "a whole finished game, up to symmetry of the sequence of moves"
    bulk = Bulk.GAME_TREE
    up_to_symmetry = True
    size = 31896

    def _choices(self, pair: int) -> Iterator[int]:
        least = _least_cells((pair | pair >> CELLS) & BOARD)
        return (move for move in super()._choices(pair) if (least | least << CELLS) & move)

    def encode(self, game: Game) -> int:
        """The code of a finished game's class. Raises `CodeError` as `record` does."""
        moves = self._checked_moves(game)
        return self._number(min(tuple(image[cell] for cell in moves) for image in IMAGES))


@cache
def _least_cells(stones: int) -> int:
    """The cells that are least among their images under symmetries that move no stone."""
    still = [
        image
        for image in IMAGES
        if all(image[cell] == cell for cell in range(CELLS) if stones >> cell & 1)
    ]
    return sum(1 << cell for cell in range(CELLS) if all(image[cell] >= cell for image in still))
