"""The levels easy, medium and hard: the strong player, but with some moves made at a glance."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.player import Strong

AT_A_GLANCE = 8  # the number of moves that look best without thinking ahead


class Careless(Player, proven=True):
    """Moves at a glance with probability `slips`, otherwise moves like `Strong` with `seconds`.

    A move at a glance is made without looking ahead, whatever the opponent threatens. It is one of
    the moves that `at_a_glance` returns, all equally likely.
    """

    slips: ClassVar[Fraction]
    seconds: ClassVar[float]

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        super().__init__(seed)
        self._strong = Strong(self.seconds, seed, nodes)

    def check(self, rules: Rules) -> None:
        """Raise what `Strong.check` raises."""
        self._strong.check(rules)

    def prepare(self, rules: Rules) -> None:
        """Compile the search or solve the board, like `Strong`."""
        self._strong.prepare(rules)

    def hurry(self, seconds: float | None) -> None:
        """Limit the time for a move, as in `Strong`."""
        self._strong.hurry(seconds)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The total probability of each move, at a glance or by `Strong`."""
        chances = dict.fromkeys(position.legal_moves, Fraction(0))
        for cell, chance in self._strong.probabilities(position).items():
            chances[cell] += (1 - self.slips) * chance
        glances = at_a_glance(position)
        for cell in glances:
            chances[cell] += self.slips / len(glances)
        return {cell: chance for cell, chance in chances.items() if chance}


class Easy(Careless):
    """Plays like `Strong`, but makes one move in two without looking ahead.

    >>> Easy().probabilities(Position.parse("XX./OO./..."))[2]    # 1/2 + 1/2 * 1/5
    Fraction(3, 5)
    """

    name = "easy"
    slips: ClassVar[Fraction] = Fraction(1, 2)
    seconds: ClassVar[float] = 0.1


class Medium(Careless):
    """Plays like `Strong`, but makes one move in five without looking ahead.

    >>> Medium().probabilities(Position.parse("XX./OO./..."))[2]    # 4/5 + 1/5 * 1/5
    Fraction(21, 25)
    """

    name = "medium"
    slips: ClassVar[Fraction] = Fraction(1, 5)
    seconds: ClassVar[float] = 0.2


class Hard(Careless):
    """Plays like `Strong`, but makes one move in twenty without looking ahead.

    >>> Hard().probabilities(Position.parse("XX./OO./..."))[2]    # 19/20 + 1/20 * 1/5
    Fraction(24, 25)
    """

    name = "hard"
    slips: ClassVar[Fraction] = Fraction(1, 20)
    seconds: ClassVar[float] = 0.5


def at_a_glance(position: Position) -> list[int]:
    """Up to eight moves: those on which live lines have the most weight, or in misère the least.

    If a game lacks one of the laws `owned`, `fair` and `stones` (see `core.answers`), the result is
    all legal moves.
    """
    if not position.rules.has("owned", "fair", "stones"):
        return position.legal_moves
    judge = AlphaBeta(position.rules, *position.sides, Budget())
    return judge.ordered(position.legal, 0)[:AT_A_GLANCE]
