"""Alpha-beta search: judges moves a few plies deep, by the weights of live lines.

Iterative deepening adds a ply each time until the budget is spent. At each ply, only the moves on
which live lines have the most weight are tried. But a *four*, a line that lacks one cell, is always
completed or, if it is the other player's, stopped; the stopping move does not count towards the
depth. In misère a line loses, so the moves with the least weight are tried, and a move that makes a
line is played only if every move makes one.
"""

from __future__ import annotations

import math
from functools import cache

from noughts.core.rules import Rules
from noughts.core.turns import line_worth
from noughts.players.strong.budget import Budget, OutOfTime
from noughts.players.strong.line_weights import GROWTH, Patterns

WON = 1e15  # minus the ply: more than the weight of all lines together
WIDTH = 10  # moves tried at each ply
ROOT_WIDTH = 16
DEEPEST = 40  # plies, including plies that cost no depth
TEMPO = 1.5  # the factor on the weight of the mover's lines


@cache
def _outward(rules: Rules) -> list[int]:
    """The cells of a board, from its centre outwards."""
    sizes, place = rules.geometry.sizes, rules.geometry.place

    def square_of_distance(cell: int) -> int:
        return sum((2 * at + 1 - size) ** 2 for at, size in zip(place(cell), sizes, strict=True))

    return sorted(range(rules.cells), key=square_of_distance)


class AlphaBeta:
    """The search of one position, given by the bitboards of the mover and the other player."""

    def __init__(self, rules: Rules, own: int, other: int, budget: Budget) -> None:
        self._patterns = Patterns(rules, own, other)
        self._budget = budget
        self._line_loses = line_worth(rules) < 0
        self._outward = _outward(rules)
        self._even = 2.0 * GROWTH ** (rules.k - 1)  # a lead of this size is about half of a win

    def judged(self, moves: int) -> dict[int, float]:
        """The estimated value of each move in the mask `moves`, between -1 (lost) and 1 (won)."""
        cells = self.ordered(moves, 0)
        tried, rest = cells[:ROOT_WIDTH], cells[ROOT_WIDTH:]
        scores = {cell: self._at_a_glance(cell) for cell in cells}
        free = self._patterns.free.bit_count()
        try:
            for depth in range(1, free + 1):
                deeper = self._deepened(tried, depth)
                scores |= deeper
                tried.sort(key=lambda cell: -deeper[cell])
                if all(abs(score) >= WON - DEEPEST for score in deeper.values()):
                    break
        except OutOfTime:
            pass
        if tried:  # untried moves seemed worse, and must not tie with tried ones
            worst = min(scores[cell] for cell in tried)
            scores |= {cell: min(scores[cell], worst - 1) for cell in rest}
        return {cell: self._share(score) for cell, score in scores.items()}

    def _share(self, score: float) -> float:
        """A score converted to a value from -1 (loss) to 1 (win); earlier wins are closer to 1."""
        if abs(score) >= WON - DEEPEST:
            return math.copysign(0.99 - (WON - abs(score)) / 1000, score)
        return 0.9 * math.tanh(score / self._even)

    def ordered(self, moves: int, side: int) -> list[int]:
        """The moves, the most promising first; among equals, the nearest to the centre."""
        own, other = self._patterns.weight[side], self._patterns.weight[1 - side]
        sign = 1 if self._line_loses else -1
        cells = [cell for cell in self._outward if moves >> cell & 1]
        return sorted(cells, key=lambda cell: sign * (own[cell] + other[cell]))

    def _deepened(self, cells: list[int], depth: int) -> dict[int, float]:
        """The scores of moves by a search to `depth`. Scores below the best may be upper bounds."""
        best = -math.inf
        scores: dict[int, float] = {}
        for cell in cells:
            floor = -math.inf if best == -math.inf else best - 1
            scores[cell] = self._after(cell, 0, depth, 0, floor, math.inf)
            best = max(best, scores[cell])
        return scores

    def _at_a_glance(self, cell: int) -> float:
        """The score of a move without search."""
        self._patterns.place(cell, 0)
        score = -self._weighed(1)
        self._patterns.remove(cell, 0)
        return score

    def _weighed(self, side: int) -> float:
        """The score of a position for the side to move, without search, from weights of lines."""
        own, other = self._patterns.total[side], self._patterns.total[1 - side]
        return other - own if self._line_loses else TEMPO * own - other

    def _after(
        self, cell: int, side: int, depth: int, ply: int, alpha: float, beta: float
    ) -> float:
        """The score of a move for the side that makes it."""
        patterns = self._patterns
        if patterns.fours[side] and patterns.completing(side) >> cell & 1:
            return ply - WON if self._line_loses else WON - ply
        patterns.place(cell, side)
        try:
            return -self._score(1 - side, depth - 1, ply + 1, -beta, -alpha)
        finally:
            patterns.remove(cell, side)

    def _score(self, side: int, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The score of a position for the side to move."""
        self._budget.spend()
        patterns = self._patterns
        free = patterns.free
        if not free:
            return 0.0
        own, stops = (
            patterns.completing(one) if patterns.fours[one] else 0 for one in (side, 1 - side)
        )
        moves = free
        if self._line_loses:
            moves = free & ~own
            if not moves:
                return ply + 1 - WON
        elif own:
            return WON - ply - 1
        elif stops:
            moves = stops
            if moves & moves - 1:
                return ply + 2 - WON
            depth += ply < DEEPEST - 2
        if depth <= 0 or not (patterns.total[0] or patterns.total[1] or self._line_loses):
            return self._weighed(side)
        best = -math.inf
        for cell in self.ordered(moves, side)[:WIDTH]:
            best = max(best, self._after(cell, side, depth, ply, max(alpha, best), beta))
            if best >= beta:
                break
        return best
