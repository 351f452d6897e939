"""The best move against which a random opponent does worst, by exact expected results.

Some best moves set harder problems than others. Of the best moves, the rule takes the one with the
highest expected result (win 1, draw 0, loss -1), supposing that the opponent plays random legal
moves, all equally likely, and that the rule is followed to the end. Of policies that never lose,
none does better: if such a policy plays a move that is not a best move, it gives up a won position,
from which the rule is sure to win.

The opponent chooses among all free cells, whose number falls by one with each ply. So with f free
cells, the expected result times f! is an integer, which is computed here:

    opponent to move:   the sum over the positions one move away
    player to move:     f times the highest of them
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial

from noughts.core.answers import LAWS
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.solver.tables.table import TABLE_CELLS, table


class Trap:
    """The rule on one board. Raises `TooLargeError` for more than `table.TABLE_CELLS` cells.

    >>> from noughts import TICTACTOE, X
    >>> Trap(TICTACTOE).expectation(Position(), X)
    Fraction(191, 192)
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("the trap rule", *LAWS)
        if rules.cells > TABLE_CELLS:  # though a file may hold its table
            raise TooLargeError(
                f"{rules} has {rules.cells} cells; the trap rule weighs every game to come, and is "
                f"for boards of up to {TABLE_CELLS}"
            )
        self._table = table(rules)
        self._sums: dict[tuple[Position, int], int] = {}

    def expectation(self, position: Position, player: int) -> Fraction:
        """The expected result for `player`, X or O, who plays by the rule from this position on."""
        free = position.rules.cells - position.ply
        return Fraction(self._sum(position, player), factorial(free))

    def move(self, position: Position) -> int:
        """The cell that the rule takes for the player to move.

        Among moves with equal expected results, the rule takes the quickest win or the slowest
        loss, and among several of these, the lowest cell.
        """
        player = position.turn

        def merit(cell: int) -> tuple[int, int]:
            after = position.play_unchecked(cell)
            return self._sum(after, player), -self._table.score(after)

        return max(self._table.best_moves(position), key=merit)

    def _sum(self, position: Position, player: int) -> int:
        """The expected result for `player`, times the factorial of the number of free cells."""
        known = self._sums.get((position, player))
        if known is not None:
            return known
        outcome = position.outcome
        free = position.rules.cells - position.ply
        if outcome:
            result = outcome.worth(player) * factorial(free)
        elif position.turn == player:
            best = self._table.best_moves(position)
            result = free * max(self._sum(position.play_unchecked(c), player) for c in best)
        else:
            moves = position.legal_moves
            result = sum(self._sum(position.play_unchecked(c), player) for c in moves)
        self._sums[position, player] = result
        return result


@lru_cache(maxsize=32)
def trap(rules: Rules) -> Trap:
    """The rule on a board, cached."""
    return Trap(rules)
