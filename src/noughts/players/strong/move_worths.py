"""The values of a position's moves: proved as far as the budget allows, otherwise estimated.

moves that end the game, or let it end at once  proved, without a search
wins by threats, the mover's and the other's    proved by `threats`
the value, if the search supports the board     proved by `search_proofs`, for half of the budget
the rest                                        judged by `alpha_beta`, then proved where it matters
"""

from __future__ import annotations

from typing import ClassVar

from noughts.core.answers import Law
from noughts.core.bits import cells_of, completions
from noughts.core.position import Position
from noughts.core.turns import line_worth
from noughts.players.judgement import Judgement
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget, OutOfTime
from noughts.players.strong.search_proofs import Prover, prover
from noughts.players.strong.threats import MOST_THREES, Threats

# Each is a part of the budget that is left when its step begins.
FOR_WINS, FOR_DEFENCE, FOR_VALUE, FOR_ALPHA_BETA = 0.2, 0.35, 0.5, 0.75
FOR_A_GLANCE = 0.02
# The laws that threats and weights need. If longer lines do not count, the search proves nothing.
NEEDS: tuple[Law, ...] = ("alternates", "any_order", "owned", "fair")
FOR_A_MOVE = 0.5


class MoveWorths:
    """The values of the moves of a position.

    If `every` is true, the value of each move is proved if the budget allows; otherwise the work
    ends once a best move is known.
    """

    judged_by: ClassVar[type[AlphaBeta]] = AlphaBeta

    def __init__(self, position: Position, budget: Budget, every: bool) -> None:
        rules = self._rules = position.rules
        rules.require("a search by threats and lines", *NEEDS)
        self.position = position
        self._own, self._other = position.sides
        self._budget = budget
        self._every = every
        self._proved: dict[int, int] = {}
        self._seems: dict[int, float] = {}
        self._bounds: dict[int, tuple[int, int]] = {}
        self._upper = 1  # an upper bound on the position's value
        self._stops = 0

    @property
    def _open(self) -> int:
        """The bitboard of the moves that are not settled."""
        cells = self.position.legal
        for cell in self._proved:
            cells ^= 1 << cell
        return cells

    def moves(self) -> list[Judgement]:
        """The judgement of every move, in order of cell."""
        self._look_at_ends()
        if self._goes_on and line_worth(self._rules) > 0:
            self._win_by_threats()
            if self._goes_on:
                self._stop_threats()
        search = self._settle() if self._goes_on else None
        won = search is not None and search.bounds == (1, 1)
        self._judge(FOR_A_GLANCE if won else FOR_ALPHA_BETA)
        if search and self._open:
            self._prove_moves(search)
        return [
            Judgement(cell, self._proved[cell])
            if cell in self._proved
            else Judgement(cell, self._within(cell), proved=False)
            for cell in self.position.legal_moves
        ]

    def _within(self, cell: int) -> float:
        """The estimated value of a move, limited to its proved bounds."""
        lower, upper = self._bounds.get(cell, (-1, self._upper))
        return min(max(self._seems[cell], lower), upper)

    def best(self, moves: list[Judgement]) -> list[int]:
        """The cells of the best moves or, if all lose, of the moves that seem to resist longest."""
        best = max(move.value for move in moves)
        cells = [move.cell for move in moves if move.value == best]
        if best == -1:
            # One four is stopped, even if the other player has two.
            cells = [cell for cell in cells if self._stops >> cell & 1] or cells
        cells = [cell for cell in cells if cell in self._proved] or cells
        most = max(self._seems.get(cell, 0.0) for cell in cells)
        return [cell for cell in cells if self._seems.get(cell, 0.0) == most]

    @property
    def _goes_on(self) -> bool:
        """Whether there is still a move to settle."""
        if self._every:
            return bool(self._open)
        open_ = self._open
        return 1 not in self._proved.values() and bool(open_ & open_ - 1)

    def _look_at_ends(self) -> None:
        """Settle the moves that end the game or let the other player complete a line at once."""
        free, worth = self.position.legal, line_worth(self._rules)
        ending = completions(self._own, self._rules) & free
        self._settle_moves(ending, worth)
        if free & free - 1 == 0:
            self._settle_moves(free & ~ending, 0)
        elif worth > 0:
            self._stops = completions(self._other, self._rules) & free
            if self._stops:
                several = self._stops & self._stops - 1
                self._settle_moves(free & ~ending & ~(0 if several else self._stops), -1)

    def _settle_moves(self, cells: int, value: int) -> None:
        self._proved |= dict.fromkeys(cells_of(cells), value)

    def _win_by_threats(self) -> None:
        share = self._budget.share(FOR_WINS)
        threats = Threats(self._rules, share)
        try:
            for threes in range(MOST_THREES + 1):
                win = threats.win(self._own, self._other, threes)
                if win:
                    self._settle_moves(1 << win.cell, 1)
                    break
        except OutOfTime:
            pass
        self._budget.take(share)

    def _stop_threats(self) -> None:
        """Settle the moves after which the other player wins by threats."""
        share = self._budget.share(FOR_DEFENCE)
        threats = Threats(self._rules, share)
        try:
            for threes in range(MOST_THREES + 1):
                win = threats.win(self._other, self._own, threes)  # a win if the mover passed
                if not win:
                    continue
                self._settle_moves(self._open & ~win.zone, -1)
                for cell in cells_of(self._open):
                    if threats.win(self._other, self._own | 1 << cell, threes):
                        self._settle_moves(1 << cell, -1)
        except OutOfTime:
            pass
        self._budget.take(share)

    def _settle(self) -> Prover | None:
        """Search for the position's value; if it is a loss, settle all open moves as lost."""
        search = prover(self.position, self._budget)
        if search:
            search.settle(self._budget, FOR_VALUE)
            self._upper = search.bounds[1]
            if search.bounds == (-1, -1):
                self._settle_moves(self._open, -1)
        return search

    def _judge(self, part: float) -> None:
        """Estimate the moves that are not settled or, if all are settled as lost, all moves."""
        lost = all(value < 0 for value in self._proved.values())
        cells = self._open or (self.position.legal if lost else 0)
        share = self._budget.share(part if self._goes_on else FOR_A_GLANCE)
        self._seems = self.judged_by(self._rules, self._own, self._other, share).judged(cells)
        self._budget.take(share)

    def _prove_moves(self, search: Prover) -> None:
        """Settle moves by search, the most promising first; unless `every`, stop at a good one.

        A move is good if it is proved to reach the lower bound of the position's value, and at
        least a draw. The budget that settled moves did not use goes to the other moves, in another
        round.
        """
        lower = max(search.bounds[0], 0)
        cells = sorted(cells_of(self._open), key=lambda cell: -self._seems[cell])
        before: list[int] = []
        while cells != before:
            before = cells
            for at, cell in enumerate(cells):
                if self._budget.is_spent:
                    return
                part = 1 / (len(cells) - at) if self._every else FOR_A_MOVE
                low, high = self._bounds[cell] = search.move(cell, self._budget, part)
                if low == high:
                    self._proved[cell] = low
                if not self._every and low >= lower:
                    return
            cells = [cell for cell in cells if cell not in self._proved]
