"""`OneGame`: two bitboards that change, as an environment of one game holds them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from noughts.core import bits, turns
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.envs.observations import octets_of, unpacked


class OneGame:
    """A game from the empty board; `over` says whether it has ended.

    >>> from noughts import TICTACTOE
    >>> game = OneGame(TICTACTOE)
    >>> game.play(4), game.legal_cells()
    (None, [0, 1, 2, 3, 5, 6, 7, 8])
    """

    __slots__ = ("_octets", "_shape", "o", "over", "rules", "x")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._shape = (rules.cells,)
        self._octets = octets_of(rules.cells)
        self.reset()

    def reset(self) -> None:
        """Empty the board."""
        self.x = self.o = 0
        self.over = False

    @property
    def position(self) -> Position:
        """The board as it is now."""
        return Position(self.x, self.o, self.rules)

    def is_taken(self, cell: int) -> bool:
        """Whether a cell of the board has a stone."""
        return bool((self.x | self.o) >> cell & 1)

    def legal_cells(self) -> list[int]:
        """The free cells of a game that goes on."""
        return list(bits.cells_of(bits.free_cells(self.x, self.o, self.rules)))

    def mask(self) -> npt.NDArray[np.int8]:
        """The legal cells as an array [cells] of 0 and 1."""
        legal = 0 if self.over else bits.free_cells(self.x, self.o, self.rules)
        return unpacked(legal, self._shape, self._octets)

    def play(self, cell: int) -> int | None:
        """Play a legal cell. The outcome for the player who moves, or None if the game goes on."""
        stone = 1 << cell
        if turns.mover((self.x | self.o).bit_count()) == X:
            after = self.x = self.x | stone
        else:
            after = self.o = self.o | stone
        if bits.line_starts(after, self.rules):
            self.over = True
            return turns.line_worth(self.rules)
        self.over = self.x | self.o == self.rules.board
        return 0 if self.over else None
