"""Proofs about a position and its moves, made by the search of `solve` within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import MissingExtraError, RulesError, TooLargeError
from noughts.players.strong.budget import Budget
from noughts.solver.gravity.search import GravitySearch, search_of
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.one_process import Search
from noughts.solver.tables.table import MoveEvaluation

MEMORY, LARGE = 32, 256  # MiB of table: as much as a few seconds fill, or a whole game
LONG = 2  # seconds for a move from which the table is large
# The nodes that the compiled search visits while a player visits one. Measured: 3 in a 4x4x4 box,
# 11 to 16 on flat boards, and 28 to 35 where stones fall.
ENGINE_NODES = 20
ENGINE_RATE = 1 << 23  # the most nodes in a second, which limits a short search without a clock

T = TypeVar("T")


class Prover:
    """One search that answers several questions about a position, one after another."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def turn_to(self, position: Position) -> bool:
        """Turn to another position, and keep the table. Returns False if the board differs."""
        same = position.rules == self._search.position.rules
        if same:
            self._search.turn_to(position)
        return same

    @property
    def bounds(self) -> tuple[int, int]:
        """Bounds on the position's value for the player to move."""
        return self._search.lower, self._search.upper

    def settle(self, budget: Budget, part: float) -> None:
        """Tighten the bounds as far as a part of the budget allows."""
        self._ask(self._search.settle, budget, part)

    def move(self, cell: int, budget: Budget, part: float) -> tuple[int, int]:
        """Bounds on the value of a move, as tight as a part of the budget allows."""
        return self._ask(partial(self._search.bounds_of_move, cell), budget, part)

    def evaluated(self, cell: int, budget: Budget, part: float) -> MoveEvaluation | None:
        """The value and remoteness of a move, in a game where stones fall; None if unknown."""
        return self._ask(partial(self._falling.evaluated, cell), budget, part)

    def soonest(self, cells: list[int], budget: Budget, part: float) -> int | None:
        """The first of `cells` that keeps the value and the remoteness; None if unknown."""
        return self._ask(partial(self._falling.soonest, cells), budget, part)

    @property
    def _falling(self) -> GravitySearch:
        assert isinstance(self._search, GravitySearch)
        return self._search

    def _ask(self, question: Callable[[], T], budget: Budget, part: float) -> T:
        """Run `question`; charge the search to the budget, but not compiling and loading."""
        search, share = self._search, budget.share(part)
        nodes = None if share.nodes is None else share.nodes * ENGINE_NODES
        if share.seconds is not None and nodes is None:
            nodes = int(share.seconds * ENGINE_RATE) + 1
        search.allow(share.seconds, nodes)
        begin, nodes = time.monotonic(), search.nodes
        answer = question()
        budget.extend(time.monotonic() - begin - search.seconds)
        budget.used += (search.nodes - nodes) // ENGINE_NODES
        return answer


def prepare(rules: Rules, progress: Callable[[Progress], object]) -> None:
    """Compile the search for a board in advance, if possible; report to `progress`."""
    with suppress(RulesError, TooLargeError, MissingExtraError):
        search_of(Position(rules=rules), Limits(memory=MEMORY), progress).compile()


def prover(position: Position, budget: Budget, kept: list[Prover] | None = None) -> Prover | None:
    """A `Prover` for a position; None if the game is not supported, or if Numba is missing.

    The last prover in `kept` is removed from the list, and reused if it has the same rules.
    """
    last = kept.pop() if kept else None
    if last and last.turn_to(position):
        return last
    begin = time.monotonic()
    try:
        memory = LARGE if (budget.seconds or 0) >= LONG else MEMORY
        search = search_of(position, Limits(memory=memory), None)
    except (RulesError, TooLargeError, MissingExtraError):
        return None
    budget.extend(time.monotonic() - begin)
    return Prover(search)
