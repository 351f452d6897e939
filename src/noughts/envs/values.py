"""The exact values of positions for an agent, on boards that have a table of all values."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from noughts.core.rules import Rules
from noughts.errors import EnvError
from noughts.solver.tables.table import TABLE_CELLS, has_table, table


class Judged(NamedTuple):
    """A judged move: the value for its player before the move, and how much value it gave away."""

    value: int
    regret: int


class Values:
    """The values of one board: 1, 0 or -1.

    >>> from noughts import TICTACTOE
    >>> Values(TICTACTOE).to_mover(0b011, 0b011000)
    1
    """

    def __init__(self, rules: Rules) -> None:
        self._cells, self._second = rules.cells, rules.answers.turns.second
        self._scores = table(rules).scores

    def to_mover(self, x: int, o: int) -> int:
        """The value, for the player to move, of a position that play can reach."""
        score = self._scores.get(x | o << self._cells)
        assert score is not None, "environments play from the empty board"
        return (score > 0) - (score < 0)

    def to_player(self, second: int, x: int, o: int) -> int:
        """The value of a position for the first player (`second` is 0) or the second player (1)."""
        value = self.to_mover(x, o)
        return value if self._second((x | o).bit_count(), self._cells) == second else -value

    def judged(self, second: int, x: int, o: int, after_x: int, after_o: int) -> Judged:
        """The judgement of a player's move from one position to another."""
        value = self.to_player(second, x, o)
        return Judged(value, value - self.to_player(second, after_x, after_o))


@cache
def values(rules: Rules) -> Values | None:
    """The values of a board; None if it has no table.

    >>> values(Rules(5, 5, 4)) is None
    True
    """
    return Values(rules) if has_table(rules) else None


def required(rules: Rules, what: str) -> Values:
    """The values of a board, for the setting that `what` names.

    Raises `EnvError`, with `what` in the message, if the board has no table.
    """
    known = values(rules)
    if known is None:
        raise EnvError(
            f"{what} needs the value of every position of {rules}, which has {rules.cells} cells: "
            f"a table is made for up to {TABLE_CELLS}, and by 'noughts table' for larger boards"
        )
    return known
