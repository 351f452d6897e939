"""What moves are worth where stones fall: judged by random games, then proved by the search.

The games say which moves look best, in a small part of the budget. The search settles the value of
the position if it can, then a move that keeps it; among won moves it takes one that wins soonest,
among lost moves one that holds out longest.
"""

from __future__ import annotations

from noughts.core.position import Position
from noughts.players.judgement import Judgement
from noughts.players.strong.budget import Budget
from noughts.players.strong.search_proofs import Prover, prover
from noughts.players.strong.tree_search import TreeSearch

# The parts of what is left of the budget when it comes to them.
FOR_GAMES, FOR_VALUE, FOR_A_MOVE = 0.5, 0.9, 0.5
FOR_VALUE_OF_EVERY = 0.6  # where what it finds leaves every move to be settled


class FallingWorths:
    """What the moves of one position are worth, on a board that the search for gravity takes.

    If `every`, each move is settled as far as possible; else it ends once the best is known. The
    search is taken from `kept`, and is put back there.
    """

    def __init__(
        self, position: Position, budget: Budget, every: bool, kept: list[Prover] | None = None
    ) -> None:
        self.position, self._budget, self._every = position, budget, every
        self._kept = [] if kept is None else kept
        self._share = budget.share(FOR_GAMES)
        self._games = TreeSearch(position, self._share, every)
        self._chosen: int | None = None

    def moves(self) -> list[Judgement]:
        """Every move and what it is worth, by rising cell."""
        known = {move.cell: move for move in self._games.moves()}
        self._budget.take(self._share)
        if self._every or not self._is_settled(known):
            search = prover(self.position, self._budget, self._kept)
            if search:
                self._prove(search, known)
                self._kept.append(search)
        return [*known.values()]

    def best(self, moves: list[Judgement]) -> list[int]:
        """The cells of the best of its moves."""
        return self._games.best(moves) if self._chosen is None else [self._chosen]

    def _is_settled(self, known: dict[int, Judgement]) -> bool:
        return len(known) == 1 or any(move.proved and move.value == 1 for move in known.values())

    def _prove(self, search: Prover, known: dict[int, Judgement]) -> None:
        """Settle the value of the position, then of its moves, the most promising first."""
        search.settle(self._budget, FOR_VALUE_OF_EVERY if self._every else FOR_VALUE)
        lower, upper = search.bounds
        cells = sorted(known, key=lambda cell: -known[cell].value)
        for at, cell in enumerate(cells):
            low, high = -1, upper
            if known[cell].proved:
                low = high = int(known[cell].value)
            elif not self._budget.is_spent:
                part = 1 / (len(cells) - at) if self._every else FOR_A_MOVE
                low, high = search.move(cell, self._budget, part)
            value = min(max(known[cell].value, low), high)
            known[cell] = Judgement(cell, value, proved=low == high)
            if not self._every and low >= max(lower, 0):
                self._chosen = cell if low == upper else None
                break
        if self._every:
            for at, cell in enumerate(cells):
                if known[cell].proved and not self._budget.is_spent:
                    found = search.evaluated(cell, self._budget, 1 / (len(cells) - at))
                    known[cell] = Judgement(*found) if found else known[cell]
        elif lower == upper:
            soonest = search.soonest(cells, self._budget)
            self._chosen = self._chosen if soonest is None else soonest
