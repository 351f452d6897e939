"""The player that never loses a game that it can win or draw.

A best move is any that keeps the value of the position, see `noughts.table`. On a board that only a
file solves, a random opponent has too many games to weigh, so `perfect:trap` plays as
`perfect:random` does.
"""

from __future__ import annotations

from fractions import Fraction

from noughts.core.position import Position
from noughts.core.quoting import quoted
from noughts.core.rules import Rules
from noughts.errors import PlayerError
from noughts.players.chances import uniform
from noughts.players.foreseeing import Foreseeing, weighs_random
from noughts.players.mixture import Mixture
from noughts.solver.tables.table import table


class Perfect(Foreseeing, proven=True):
    """A best move, chosen among equals by `rule`: first, random or trap.

    >>> Perfect("random").probabilities(Position.parse("XO./.X./..O"))
    {3: Fraction(1, 2), 6: Fraction(1, 2)}
    """

    RULES = ("first", "random", "trap")

    def __init__(self, rule: str = "trap", seed: int | None = None) -> None:
        super().__init__(seed)
        if rule not in self.RULES:
            raise PlayerError(
                f"{quoted(rule)} is not a way to choose among best moves; "
                f"the ways are {', '.join(self.RULES)}"
            )
        self.rule = rule
        self.name = f"perfect:{rule}"

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chances of best moves alone."""
        if self.rule == "trap" and weighs_random(position.rules):
            from noughts.players.trap import trap  # late: the first prompt does not wait for it

            return {trap(position.rules).move(position): Fraction(1)}
        best = table(position.rules).best_moves(position)
        return uniform(best[:1] if self.rule == "first" else best)

    def mixture(self, rules: Rules) -> Mixture:
        """Skill 1 at every ply."""
        return Mixture((Fraction(1),) * rules.cells, self.rule)
