"""The values of moves in games where stones fall: estimated by random games, proved by search.

The random games show which moves look best. They get a small part of the budget or, if the budget
is short and a first search does not settle the value of the position, a large part. The search then
settles the value if it can. It keeps its results for later moves, in a table that is large if the
budget is long. Finally it looks for a move that keeps the value and, in a won or lost position, one
that wins as soon or loses as late as possible.
"""

from __future__ import annotations

from noughts.core.position import Position
from noughts.players.judgement import Judgement
from noughts.players.strong.budget import Budget
from noughts.players.strong.search_proofs import LONG, Prover, prover
from noughts.players.strong.tree_search import TreeSearch

# Each is a part of the budget that is left when its step begins.
FOR_FIRST_GAMES, FOR_A_TRY, FOR_GAMES, FOR_VALUE, FOR_A_MOVE = 0.05, 0.1, 0.85, 0.9, 0.5
SHORT, LATE = 0.1, 28  # in fewer seconds, positions with more free cells are not searched
FOR_SOONEST = 0.3  # only a part, as the result of the game is settled by then
FOR_GAMES_IF_LONG = 0.1  # from LONG on: results in a larger table soon settle moves
GLANCE = 0.01  # enough for a move whose value is in the table
FOR_VALUE_OF_EVERY = 0.6  # if all moves are still to be settled afterwards


class FallingWorths:
    """The values of the moves of a position, in a game that `solver.gravity` supports.

    If `every` is true, the value of each move is proved if the budget allows; otherwise the work
    ends once a best move is known. If `kept` has a search for the same rules, it is used again; at
    the end, the search that was used is put in `kept`.
    """

    def __init__(
        self, position: Position, budget: Budget, every: bool, kept: list[Prover] | None = None
    ) -> None:
        self.position, self._budget, self._every = position, budget, every
        self._kept = [] if kept is None else kept
        self._games = TreeSearch(position, budget, every)
        self._chosen: int | None = None

    def moves(self) -> list[Judgement]:
        """The judgement of every move, in order of cell."""
        known = self._played(FOR_FIRST_GAMES)
        if self._every or not self._is_settled(known):
            search = None if self._is_hopeless else prover(self.position, self._budget, self._kept)
            if search:
                search.settle(self._budget, FOR_A_TRY)
            if not search or search.bounds[0] < search.bounds[1]:
                known = self._played(self._for_games if search else 1)
            if search and (self._every or not self._is_settled(known)):
                self._prove(search, known)
            if search:
                self._kept.append(search)
        return [*known.values()]

    def _played(self, part: float) -> dict[int, Judgement]:
        """Each move's judgement, by cell, after more random games with a part of the budget."""
        share = self._budget.share(part)
        moves = self._games.moves(share)
        self._budget.take(share)
        return {move.cell: move for move in moves}

    def best(self, moves: list[Judgement]) -> list[int]:
        """The cells of the best moves."""
        return self._games.best(moves) if self._chosen is None else [self._chosen]

    @property
    def _for_games(self) -> float:
        is_long = not self._every and (self._budget.seconds or 0) >= LONG
        return FOR_GAMES_IF_LONG if is_long else FOR_GAMES

    @property
    def _is_hopeless(self) -> bool:
        """Whether the search would only waste time that the random games can use."""
        seconds, free = self._budget.seconds, self.position.rules.cells - self.position.ply
        return seconds is not None and seconds < SHORT and free > LATE

    def _is_settled(self, known: dict[int, Judgement]) -> bool:
        return len(known) == 1 or any(move.proved and move.value == 1 for move in known.values())

    def _prove(self, search: Prover, known: dict[int, Judgement]) -> None:
        """Settle the value of the position, then of its moves, the most promising first."""
        search.settle(self._budget, FOR_VALUE_OF_EVERY if self._every else FOR_VALUE)
        lower, upper = search.bounds
        cells = sorted(known, key=lambda cell: -known[cell].value)
        glances = [] if self._every else [(cell, GLANCE) for cell in cells]
        parts = [1 / (len(cells) - at) if self._every else FOR_A_MOVE for at in range(len(cells))]
        for cell, part in [*glances, *zip(cells, parts, strict=True)]:
            low, high = -1, upper
            if known[cell].proved:
                low = high = int(known[cell].value)
            elif not self._budget.is_spent:
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
            soonest = search.soonest(cells, self._budget, FOR_SOONEST)
            self._chosen = self._chosen if soonest is None else soonest
