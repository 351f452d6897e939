"""Exact values of moves near the end of a game, by alpha-beta search with a transposition table.

Boards may have any size, but at most `FREE_CELLS` cells may be free. The search supports all games
that obey the laws `full` and `stones`. It scores positions as the tables do
(`solver.tables.table`), so that a score also gives the remoteness.
"""

from __future__ import annotations

from functools import lru_cache

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.successors import bits_of, moves_at
from noughts.errors import TooLargeError
from noughts.solver.tables.table import MoveEvaluation

FREE_CELLS = 12  # of a position to search: at most some 100,000 positions follow it


def worths(position: Position) -> tuple[MoveEvaluation, ...]:
    """The value of each move for its player, in order of `legal_moves`; empty if the game is over.

    >>> worths(Position.parse("XO./OX./..."))[-1]
    MoveEvaluation(cell=8, value=1, remoteness=1)

    Raises `TooLargeError` if more than `FREE_CELLS` cells are free, and `RulesError` for a game
    that lacks the law `full` or the law `stones`.
    """
    return _kept(position)


@lru_cache(maxsize=64)
def _kept(position: Position) -> tuple[MoveEvaluation, ...]:
    return Endings(position.rules).worths(position)


class Endings:
    """The scores of one game's positions, computed on demand; `nodes` counts searched positions.

    >>> endings = Endings(Rules(3, 3, 3))
    >>> len(endings.worths(Position.parse("X../.O./..X"))), endings.nodes < 100
    (6, True)
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("the end of a game", "full", "stones")  # a draw ends on a full board
        self.rules = rules
        self.nodes: int = 0
        self._by_ply = [moves_at(ply, rules) for ply in range(rules.cells + 1)]
        self._bounds: dict[int, tuple[int, int]] = {}  # of the score, by code
        self._most = rules.cells + 1  # no score is beyond it

    def worths(self, position: Position) -> tuple[MoveEvaluation, ...]:
        """What the function `worths` returns, with the scores kept in this object."""
        rules, ply = self.rules, position.ply
        if rules.cells - ply > FREE_CELLS:
            raise TooLargeError(
                f"{position} on {rules} has {rules.cells - ply} free cells; up to {FREE_CELLS} "
                "may be free where every reply is searched"
            )
        if position.is_over:
            return ()
        code = position.x | position.o << rules.cells
        of, shift, line, _, sign, _ = self._by_ply[ply]
        moves, lined = of(code)
        found = []
        for move in bits_of(moves):
            if move & lined:
                score = line * (rules.cells - ply)
            else:
                score = sign * self._score(code | move, ply + 1, -self._most, self._most)
            plies = rules.cells - ply if score == 0 else self._most - abs(score) - ply
            value = (score > 0) - (score < 0)
            found.append(MoveEvaluation(move.bit_length() - 1 - shift, value, plies))
        return tuple(found)

    def _score(self, code: int, ply: int, alpha: int, beta: int) -> int:
        """The score of a position without a line, or a bound if it is outside `alpha` to `beta`."""
        lower, upper = self._bounds.get(code, (-self._most, self._most))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        self.nodes += 1
        of, _, line, full, sign, _ = self._by_ply[ply]
        moves, lined = of(code)
        ended = line * (self.rules.cells - ply)
        if lined and line > 0:
            best = ended  # no win is sooner
        elif not moves:
            best = full * (self._most - ply)
        else:
            best = ended if lined else -self._most
            for move in bits_of(moves & ~lined):
                if best >= beta:
                    break
                low = max(alpha, best)
                window = (-beta, -low) if sign < 0 else (low, beta)
                best = max(best, sign * self._score(code | move, ply + 1, *window))
        if best <= alpha:
            self._bounds[code] = lower, best
        else:
            self._bounds[code] = best, upper if best >= beta else best
        return best
