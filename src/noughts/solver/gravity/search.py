"""The questions about a position where stones fall, answered by `kernel` within limits.

The value is settled first. Then a binary search settles the score; those of its questions that
concern an early end of the game cost little. Once the score is known, one more question decides
whether a given move keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import ProofError
from noughts.solver.gravity.columns import columns_of
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.one_process import MAX_NODES, Search, Turn
from noughts.solver.search.questions import Stopped
from noughts.solver.tables.table import MoveEvaluation
from noughts.solver.which_search import takes

TURNS = (Turn("reaches", False, MAX_NODES),)
FEW_NODES = 1 << 14  # nodes that take about as long as starting a thread for them


class GravitySearch(Search):
    """Answers the questions about one position, within limits and with one table.

    >>> from noughts import Position
    >>> from noughts.solver.search.limits import UNLIMITED
    >>> position = Position.parse("..../..../X.../XOXO", "4,4,3,gravity")
    >>> GravitySearch(position, UNLIMITED, None).solution(line=False, best_moves=False).remoteness
    4
    """

    turns = TURNS

    def _check(self, position: Position) -> None:
        """Accept any position: every position of a supported board can be searched."""

    def _known(self) -> tuple[int, int]:
        return -1, 1  # where stones fall, the first player may lose

    def _made(self, rules: Rules, limits: Limits) -> tuple[Any, bool]:
        from noughts.solver.gravity.caller import GravityCaller, is_first_search  # needs NumPy

        return GravityCaller(rules, limits.memory, limits.threads), is_first_search()

    def evaluated(self, cell: int) -> MoveEvaluation | None:
        """The value and remoteness of a move; None if the limits leave them open."""
        with suppress(Stopped):
            return self._evaluated(cell)
        return None

    def moves(self, position: Position) -> list[MoveEvaluation]:
        """The value and remoteness of each legal move, for a proof.

        Raises `ProofError` if the limits leave a move open.
        """
        self.turn_to(position)
        found = [*map(self.evaluated, position.legal_moves)]
        known = [move for move in found if move]
        if len(known) < len(found):
            raise ProofError(f"the search has not settled the moves of {position}")
        return known

    def soonest(self, cells: list[int]) -> int | None:
        """The first move in `cells` that keeps the score; None if the limits leave this open."""
        with suppress(Stopped):
            self._settle()
            score = self._score(self.position, self.lower)
            return next(cell for cell in cells if self._keeps_score(self.position, cell, score))
        return None

    def _evaluated(self, cell: int) -> MoveEvaluation:
        after = self.position.play_unchecked(cell)
        outcome = after.outcome
        if outcome:
            return MoveEvaluation(cell, 1 if outcome.winner else 0, 1)
        value = self._value(after)
        return MoveEvaluation(cell, -value, 1 + remoteness_of(self._score(after, value), after))

    def _answer(self, found: dict[str, Any], line: bool, best_moves: bool) -> None:
        if not (self._first and self._answers_plainly(found, line, best_moves)):
            self._settle()
            score = self._score(self.position, self.lower)
            found["remoteness"] = remoteness_of(score, self.position)
            if line:
                found["line"] = self._best_line(score)
            if best_moves:
                moves = [self._evaluated(cell) for cell in self.position.legal_moves]
                found["moves"] = moves
                found["best_moves"] = [move.cell for move in moves if move.value == self.lower]

    def _wins(self, attacker: int, position: Position) -> bool:
        outcome = position.outcome
        if outcome:
            return outcome.winner == attacker
        if attacker == position.turn:
            return self._bound(position, 1) >= 1
        return self._bound(position, 0) < 0

    def _value(self, position: Position) -> int:
        """The value of a position that is not over."""
        if self._bound(position, 1) >= 1:
            return 1
        return 0 if self._bound(position, 0) >= 0 else -1

    def _score(self, position: Position, value: int) -> int:
        """The score of a position that has this value."""
        free = position.rules.cells - position.ply
        if position.outcome or value == 0:
            return value * (free // 2 + 1)
        least, most = (1, (free + 1) // 2) if value > 0 else (-(free // 2), -1)
        while least < most:
            target = (least + most + 1) // 2
            bound = self._bound(position, target)
            if bound >= target:
                least = bound
            else:
                most = bound
        return least

    def _best_line(self, score: int) -> list[int]:
        """Moves that keep the score until the game ends, each as near to the middle as possible."""
        columns = columns_of(self.position.rules)
        position, line = self.position, list[int]()
        while position.legal:
            legal = sorted(
                position.legal_moves, key=lambda cell: columns.order.index(cell % columns.cols)
            )
            cell = next(cell for cell in legal if self._keeps_score(position, cell, score))
            line.append(cell)
            position, score = position.play_unchecked(cell), -score
        return line

    def _keeps_score(self, position: Position, cell: int, score: int) -> bool:
        after = position.play_unchecked(cell)
        if after.outcome:
            return score > 0 if after.outcome.winner else score == 0
        return self._bound(after, 1 - score) < 1 - score

    def _bound(self, position: Position, target: int) -> int:
        """A bound on the score, as `kernel.reaches` gives it. Raises `Stopped` at a limit."""
        engine = self._engine
        if not self._time_is_up and engine.nodes < self._most:
            self._compile("reaches")
            engine.stop_at(self._most)
            if self._most - engine.nodes <= FEW_NODES:
                bound = engine.bound(position, target)
                self._look()
            else:
                bound = self._waited(self._look, engine.bound, position, target)
            if bound is not None:
                return int(bound)
        raise Stopped


def remoteness_of(score: int, position: Position) -> int:
    """The plies to the end of the game, from the score.

    >>> from noughts import Game
    >>> empty = Position(rules="6,7,4,gravity")
    >>> remoteness_of(1, empty), remoteness_of(0, empty), remoteness_of(-1, empty)
    (41, 42, 42)
    """
    free = position.rules.cells - position.ply
    if score == 0 or position.outcome:
        return 0 if position.outcome else free
    last = free - 2 * (abs(score) - 1)  # at most; the parity shows who wins
    return last - ((last ^ (score > 0)) & 1)


def search_of(
    position: Position, limits: Limits, progress: Callable[[Progress], object] | None
) -> Search:
    """The search of a position: a `GravitySearch` if `takes` accepts the game, else a `Search`."""
    return (GravitySearch if takes(position.rules) else Search)(position, limits, progress)
