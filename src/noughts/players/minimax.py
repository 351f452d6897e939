"""The player that searches for its move as the textbooks do."""

from __future__ import annotations

from fractions import Fraction

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.foreseeing import Foreseeing
from noughts.players.mixture import Mixture
from noughts.solver.textbook_minimax import alphabeta


class Minimax(Foreseeing, proven=True):
    """The first best move, found by `alphabeta`.

    It looks at values alone, so it may win later than it could.

    >>> Minimax().choose("XX./OO./...")
    2
    """

    name = "minimax"
    reads_files = False

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Probability 1 for the best move with the lowest cell."""

        def worth(cell: int) -> int:
            return -alphabeta(*position.play_unchecked(cell).sides, position.rules)

        return {max(position.moves(), key=worth): Fraction(1)}

    def mixture(self, rules: Rules) -> Mixture:
        """Skill 1 at every ply: the table has the same values."""
        return Mixture((Fraction(1),) * rules.cells, "first")
