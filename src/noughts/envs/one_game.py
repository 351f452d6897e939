"""`OneGame`: two bitboards that change, as an environment of one game holds them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from noughts.core.bits import cells_of
from noughts.core.on_ints import on_ints
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.turns import line_worth
from noughts.envs.observations import octets_of, unpacked


class OneGame:
    """A game from the empty board that `options.rules_of` takes; `over` says whether it has ended.

    >>> from noughts import TICTACTOE
    >>> game = OneGame(TICTACTOE)
    >>> game.play(4), game.legal_cells()
    (None, [0, 1, 2, 3, 5, 6, 7, 8])
    """

    __slots__ = ("_ints", "_octets", "_shape", "_worth", "o", "over", "rules", "x")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._ints, self._worth = on_ints(rules), line_worth(rules)
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

    def may_play(self, cell: int) -> bool:
        """Whether a cell may be played, in a game that goes on."""
        return bool(self._ints.playable(self.x, self.o) >> cell & 1)

    def legal_cells(self) -> list[int]:
        """The cells that may be played in a game that goes on."""
        return list(cells_of(self._ints.playable(self.x, self.o)))

    def mask(self) -> npt.NDArray[np.int8]:
        """The legal cells as an array [cells] of 0 and 1."""
        legal = 0 if self.over else self._ints.playable(self.x, self.o)
        return unpacked(legal, self._shape, self._octets)

    def play(self, cell: int) -> int | None:
        """Play a legal cell. The outcome for the player who moves, or None if the game goes on."""
        step = self._ints.step
        if (self.x | self.o).bit_count() & 1:  # in turn, after an odd number of stones, O's
            self.x, self.o, playable, lined = step(self.o, self.x, 1 << cell)
        else:
            self.o, self.x, playable, lined = step(self.x, self.o, 1 << cell)
        self.over = bool(lined) or not playable
        return self._worth if lined else 0 if self.over else None
