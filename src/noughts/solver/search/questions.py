"""The questions about a position, and their order. Whoever answers them settles the value.

A value has three cases, so two yes-or-no questions settle it: can the player to move win, and can
the other player? What is proved is kept as bounds, which an interruption leaves as they are:

    the mover wins        lower = 1               the mover does not win      upper = 0
    the other one wins    upper = -1              the other one does not      lower = 0

One answer needs no search: on the empty board the second player does not win. If he could, the
first would put a stone anywhere and then play as the second, and the extra stone never hurts
(Nash's strategy stealing). In misère an extra stone can hurt, so that is not assumed. There the
first player does not win if the number of cells is even: the second player answers each stone in
the opposite cell (docs/certificates.md, Reflection).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from typing import Any, ClassVar

from noughts.core.answers import LAWS
from noughts.core.bits import cells_of, completions
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.turns import opponent
from noughts.errors import PositionError, TooLargeError
from noughts.solver.search.limits import SEARCH_CELLS, Progress, Solution
from noughts.system.extras import require


class Stopped(Exception):  # noqa: N818 - not an error: a limit was met
    """A question was left open."""


class Questions(ABC):
    """The questions about one position, and the bounds so far."""

    what: ClassVar[str] = "a search"
    lower: int
    upper: int

    def __init__(self, position: Position) -> None:
        self.turn_to(position)
        require("fast", "searches of boards too large for a table")

    def turn_to(self, position: Position) -> None:
        """Ask about this position from now on, of the same board."""
        self._check(position)
        self.position = position
        self.lower, self.upper = self._known()

    def _check(self, position: Position) -> None:
        """Raise an error for a position that the search cannot take."""
        rules = position.rules
        # Strategy stealing, pairs, weights and zones need them.
        instead = "the player strong takes it"
        rules.require(self.what, "full", instead=instead)
        rules.require(self.what, *LAWS, instead=f"{instead}, and noughts.table a small one")
        if rules.cells > SEARCH_CELLS:
            raise TooLargeError(
                f"{rules} has {rules.cells} cells; the search takes boards of up to {SEARCH_CELLS}"
            )
        if position.unreachable:
            raise PositionError(f"play cannot reach {position}: {position.unreachable}")

    def _known(self) -> tuple[int, int]:
        """The bounds that need no search."""
        rules, empty = self.position.rules, self.position.ply == 0
        lower = 0 if empty and not rules.misere else -1
        return lower, 0 if empty and rules.misere and has_opposites(rules) else 1

    def solution(self, line: bool, best_moves: bool) -> Solution:
        """Everything asked for, as far as the limits allow."""
        found: dict[str, Any] = {}
        with suppress(Stopped, KeyboardInterrupt):
            self._answer(found, line, best_moves)
        now = self._now()
        found["rules"] = self.position.rules
        return Solution(now.lower, now.upper, now.nodes, now.seconds, **found)

    def settle(self) -> None:
        """Bring the bounds as close as the limits allow."""
        with suppress(Stopped):
            self._settle()

    def _answer(self, found: dict[str, Any], line: bool, best_moves: bool) -> None:
        """Settle the value, then find what is asked for."""
        self._settle()
        if line:
            found["line"] = self._line()
        if best_moves:
            found["best_moves"] = self._best_moves()

    def _settle(self) -> None:
        """Ask until the bounds meet."""
        if self.lower == self.upper:
            return
        position = self.position
        mover, other = position.turn, opponent(position.turn)
        if self.upper > 0:
            if self._wins(mover, position):
                self.lower = 1
                return
            self.upper = 0
        if self.lower < 0:
            if self._wins(other, position):
                self.upper: int = -1
            else:
                self.lower: int = 0

    def _best_moves(self) -> list[int]:
        """The moves that keep the value, once it is settled."""
        moves = self.position.legal_moves
        return [cell for cell in moves if self._keeps(self.position, cell, self.lower)]

    def _line(self) -> list[int]:
        """Moves to the end of the game that keep the value, once it is settled."""
        position, value = self.position, self.lower
        line = []
        while position.legal:
            moves = ranked(position)
            cell = next(cell for cell in moves if self._keeps(position, cell, value))
            line.append(cell)
            position, value = position.play_unchecked(cell), -value
        return line

    def _keeps(self, position: Position, cell: int, value: int) -> bool:
        """Whether a move keeps `value`, which is the value of the position."""
        after = position.play_unchecked(cell)
        if value > 0:
            return self._wins(position.turn, after)
        return value < 0 or not self._wins(after.turn, after)

    @abstractmethod
    def _wins(self, attacker: int, position: Position) -> bool:
        """Whether X or O wins a position. Raises `Stopped` if a limit leaves it open."""

    @abstractmethod
    def _now(self) -> Progress:
        """How far the search has come."""


def ranked(position: Position) -> list[int]:
    """The moves in nearly the order in which the engine tries them.

    If a line wins, a move that makes one comes first: a block may weigh more, and keep the win too,
    but a line of play should end as soon as it can.
    """
    rules, free = position.rules, position.legal
    weight: Counter[int] = Counter()
    for stones in position.sides:
        for line in rules.lines:
            if not line & ~(stones | free):
                lacks = line & free
                for cell in cells_of(lacks):
                    weight[cell] += 4 ** (rules.k - lacks.bit_count())
    moves = sorted(position.legal_moves, key=lambda cell: -weight[cell])
    if rules.misere:
        return moves[::-1]
    finishing = completions(position.sides[0], rules)
    return sorted(moves, key=lambda cell: not finishing >> cell & 1)


def has_opposites(rules: Rules) -> bool:
    """Whether each cell has an opposite one, other than itself, and each line an opposite line.

    The cell opposite to the first one is the last one, and so on.

    >>> has_opposites(Rules(4, 3, 3)), has_opposites(Rules(3, 3, 3))
    (True, False)
    """
    last, lines = rules.cells - 1, set(rules.lines)
    return all(cell != last - cell for cell in range(rules.cells)) and all(
        sum(1 << last - cell for cell in cells_of(line)) in lines for line in lines
    )
