"""Levels with names that a person understands: strong, but with mistakes of a stated chance."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.player import Strong

AT_A_GLANCE = 8  # moves that look best to who does not think


class Careless(Player, proven=True):
    """With the chance `slips`, a move at a glance; else the move of `Strong`, with `seconds`.

    A move at a glance looks no move ahead: it is any of the eight on which the live lines of both
    sides weigh most, all equally likely, whatever they threaten.
    """

    slips: ClassVar[Fraction]
    seconds: ClassVar[float]

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        super().__init__(seed)
        self._strong = Strong(self.seconds, seed, nodes)

    def check(self, rules: Rules) -> None:
        """Raise as `Strong` does."""
        self._strong.check(rules)

    def prepare(self, rules: Rules) -> None:
        """Compile or solve as `Strong` does."""
        self._strong.prepare(rules)

    def hurry(self, seconds: float | None) -> None:
        """Think as `Strong` does."""
        self._strong.hurry(seconds)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chances of both kinds of move together."""
        chances = dict.fromkeys(position.legal_moves, Fraction(0))
        for cell, chance in self._strong.probabilities(position).items():
            chances[cell] += (1 - self.slips) * chance
        glances = at_a_glance(position)
        for cell in glances:
            chances[cell] += self.slips / len(glances)
        return {cell: chance for cell, chance in chances.items() if chance}


class Easy(Careless):
    """As `Strong`, but one move in two is made without looking ahead.

    >>> Easy().probabilities(Position.parse("XX./OO./..."))[2]    # 1/2 + 1/2 * 1/5
    Fraction(3, 5)
    """

    name = "easy"
    slips: ClassVar[Fraction] = Fraction(1, 2)
    seconds: ClassVar[float] = 0.1


class Medium(Careless):
    """As `Strong`, but one move in five is made without looking ahead.

    >>> Medium().probabilities(Position.parse("XX./OO./..."))[2]    # 4/5 + 1/5 * 1/5
    Fraction(21, 25)
    """

    name = "medium"
    slips: ClassVar[Fraction] = Fraction(1, 5)
    seconds: ClassVar[float] = 0.2


class Hard(Careless):
    """As `Strong`, but one move in twenty is made without looking ahead.

    >>> Hard().probabilities(Position.parse("XX./OO./..."))[2]    # 19/20 + 1/20 * 1/5
    Fraction(24, 25)
    """

    name = "hard"
    slips: ClassVar[Fraction] = Fraction(1, 20)
    seconds: ClassVar[float] = 0.5


def at_a_glance(position: Position) -> list[int]:
    """The moves on which the lines weigh most, or in misère least.

    Where lines are not a player's own, or the players have different aims, these are all moves.
    """
    if not position.rules.has("owned", "fair", "stones"):
        return position.legal_moves
    judge = AlphaBeta(position.rules, *position.sides, Budget())
    return judge.ordered(position.legal, 0)[:AT_A_GLANCE]
