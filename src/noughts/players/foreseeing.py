"""What the players share that look to the end of the game; they play small boards only."""

from __future__ import annotations

from noughts.core.answers import LAWS
from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.players.base import Player
from noughts.solver.tables.table import TABLE_CELLS, has_table


class Foreseeing(Player):
    """A player that asks what every move is worth in the end."""

    reads_files = True  # whether it can also use the table file of a larger board

    def check(self, rules: Rules) -> None:
        """Raise `TooLargeError` if the player cannot see to the end of every game."""
        if not (has_table(rules) if self.reads_files else rules.cells <= TABLE_CELLS):
            raise TooLargeError(
                f"the {self.name} player cannot play {rules}: it has {rules.cells} cells, and "
                f"{TABLE_CELLS} is the most that it solves; the strong player plays larger boards"
            )


def weighs_random(rules: Rules) -> bool:
    """Whether the rule `trap` can weigh a random opponent: on a small board, by all orders.

    >>> from noughts import TICTACTOE
    >>> weighs_random(TICTACTOE), weighs_random(Rules(4, 4, 4))
    (True, False)
    """
    return rules.cells <= TABLE_CELLS and rules.has(*LAWS)
