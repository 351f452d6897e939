"""The player that takes any legal move."""

from __future__ import annotations

from fractions import Fraction

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player
from noughts.players.chances import uniform
from noughts.players.mixture import Mixture


class Random(Player, proven=True):
    """Any legal move, all equally likely.

    >>> Random().probabilities(Position.parse("XOX/OXO/..."))
    {6: Fraction(1, 3), 7: Fraction(1, 3), 8: Fraction(1, 3)}
    """

    name = "random"

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The same chance for every free cell."""
        return uniform(position.moves())

    def mixture(self, rules: Rules) -> Mixture:
        """Skill 0 at every ply."""
        return Mixture((Fraction(0),) * rules.cells)
