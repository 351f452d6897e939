"""The proved worth of moves near the end of a game: alpha-beta with a memory, on codes.

Any game and any board is allowed, since few cells are free. The scores are a table's scores
(`solver.tables.table`), so a search by them also knows remoteness.
"""

from __future__ import annotations

from functools import lru_cache

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.successors import bits_of, moves_at
from noughts.errors import TooLargeError
from noughts.solver.tables.table import MoveEvaluation

FREE_CELLS = 12  # of a position that is searched: at most some 100,000 positions follow


def worths(position: Position) -> tuple[MoveEvaluation, ...]:
    """What each move is worth to the player who makes it, by rising move; none at the end.

    >>> worths(Position.parse("XO./OX./..."))[-1]
    MoveEvaluation(cell=8, value=1, remoteness=1)

    Raises `TooLargeError` where more than `FREE_CELLS` cells are free.
    """
    return _kept(position)


@lru_cache(maxsize=64)
def _kept(position: Position) -> tuple[MoveEvaluation, ...]:
    return Endings(position.rules).worths(position)


class Endings:
    """The scores of positions of one game, worked out when they are needed; and their number.

    >>> endings = Endings(Rules(3, 3, 3))
    >>> len(endings.worths(Position.parse("X../.O./..X"))), endings.nodes < 100
    (6, True)
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("the end of a game", "full", "stones")  # remoteness counts on a full board
        self.rules = rules
        self.nodes: int = 0
        self._by_ply = [moves_at(ply, rules) for ply in range(rules.cells + 1)]
        self._bounds: dict[int, tuple[int, int]] = {}  # of the score, by code
        self._most = rules.cells + 1  # no score is beyond it

    def worths(self, position: Position) -> tuple[MoveEvaluation, ...]:
        """As the function `worths`."""
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
        """The score of a position without a line; outside `alpha` to `beta`, a bound of it."""
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
            best = ended  # nothing is sooner
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
