"""The questions that settle the value of a position, and their order.

There are three possible values, so two yes-or-no questions settle the value of a position: can the
player to move win, and can the other player win? The answers are kept as bounds on the value, which
remain valid after an interruption:

    the mover wins        lower = 1               the mover does not win      upper = 0
    the other one wins    upper = -1              the other one does not      lower = 0

One answer needs no search: on the empty board, the second player cannot force a win. If he could,
the first player could place a stone anywhere and then win with the second player's strategy, since
the extra stone never hurts (Nash's strategy stealing). In misère an extra stone can hurt, so this
argument fails. Instead, on many boards one player never loses if he answers each stone with a stone
on the opposite cell. If the number of cells is even, this is the second player; otherwise it is the
first player, who begins in the centre (docs/certificates.md, Reflection in misère).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from functools import cache
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
    """A limit was met before a question was answered."""


class Questions(ABC):
    """Asks the questions about one position, and keeps the bounds so far."""

    what: ClassVar[str] = "a search"
    lower: int
    upper: int

    def __init__(self, position: Position) -> None:
        self.turn_to(position)
        require("fast", "searches of boards too large for a table")

    def turn_to(self, position: Position) -> None:
        """From now on, ask about this position, which must be on the same board."""
        self._check(position)
        self.position = position
        self.lower, self.upper = self._known()

    def _check(self, position: Position) -> None:
        """Raise an error for a position that the search cannot take."""
        rules = position.rules
        # Strategy stealing, pairs, weights and zones are valid only under these laws.
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
        """The bounds that are known without a search."""
        if self.position.ply:
            return -1, 1
        rules = self.position.rules
        return reflected(rules) if rules.misere else (0, 1)

    def solution(self, line: bool, best_moves: bool) -> Solution:
        """Answer everything asked for, as far as the limits allow."""
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
        """Settle the value, then find the line and the best moves, each only if it is asked for."""
        self._settle()
        if line:
            found["line"] = self._line()
        if best_moves:
            found["best_moves"] = self._best_moves()

    def _settle(self) -> None:
        """Ask questions until the bounds are equal."""
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
        """The moves that keep the value, once the value is settled."""
        moves = self.position.legal_moves
        return [cell for cell in moves if self._keeps(self.position, cell, self.lower)]

    def _line(self) -> list[int]:
        """Moves that all keep the value, up to the end of the game, once the value is settled."""
        position, value = self.position, self.lower
        line = []
        while position.legal:
            moves = sorted(ranked(position), key=lambda cell: not reflects(position, cell, value))
            cell = next(cell for cell in moves if self._keeps(position, cell, value))
            line.append(cell)
            position, value = position.play_unchecked(cell), -value
        return line

    def _keeps(self, position: Position, cell: int, value: int) -> bool:
        """Whether a move keeps `value`, which is the value of the position."""
        if reflects(position, cell, value):
            return True
        after = position.play_unchecked(cell)
        if value > 0:
            return self._wins(position.turn, after)
        return value < 0 or not self._wins(after.turn, after)

    @abstractmethod
    def _wins(self, attacker: int, position: Position) -> bool:
        """Whether the attacker wins a position. Raises `Stopped` if a limit leaves this open."""

    @abstractmethod
    def _now(self) -> Progress:
        """The progress of the search."""


def ranked(position: Position) -> list[int]:
    """The moves in nearly the order in which the engine tries them.

    If lines win, moves that make a line come first, even if the lines through another cell weigh
    more together: a principal variation should end as soon as it can.
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


@cache
def reflected(rules: Rules) -> tuple[int, int]:
    """The bounds on the value of an empty board in misère that reflection proves.

    >>> reflected(Rules(4, 3, 3)), reflected(Rules(3, 3, 3)), reflected(Rules.parse("3x3x3,3"))
    ((-1, 0), (0, 1), (1, 1))
    """
    lines, centre = set(rules.lines), centre_of(rules)
    if any(opposite(line, rules) not in lines for line in lines):
        return -1, 1
    if not centre:
        return -1, 0
    if any(line == centre or line != opposite(line, rules) for line in lines if line & centre):
        return -1, 1
    return int(not has_split(centre, 0, rules)), 1


def opposite(cells: int, rules: Rules) -> int:
    """The cells opposite to the given cells: the last cell is opposite to the first, and so on."""
    return sum(1 << rules.cells - 1 - cell for cell in cells_of(cells))


def centre_of(rules: Rules) -> int:
    """The cell that is opposite to itself, as a bitboard; 0 if there is no such cell.

    >>> centre_of(Rules(3, 3, 3)), centre_of(Rules(4, 3, 3))
    (16, 0)
    """
    middle = 1 << rules.cells // 2
    return middle & opposite(middle, rules)


def has_split(own: int, other: int, rules: Rules) -> bool:
    """Whether the sides can share out each pair of opposite cells so that neither has a line.

    If one player has a line, the other player has the opposite line, so only one player's lines are
    checked.
    """
    if any(not line & ~own for line in rules.lines):
        return False
    free = rules.board & ~(own | other)
    if not free:
        return True
    one = free & -free
    two = opposite(one, rules)
    return has_split(own | one, other | two, rules) or has_split(own | two, other | one, rules)


def reflects(position: Position, cell: int, value: int) -> bool:
    """Whether reflection shows that a move keeps `value`, which is the value of the position."""
    rules = position.rules
    if not rules.misere:
        return False
    lower, upper = reflected(rules)
    centre = centre_of(rules)
    own, other = position.sides
    secured = lower if centre else -upper
    return value <= secured and (own | 1 << cell) == opposite(other, rules) | centre
