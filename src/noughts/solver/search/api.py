"""The value of a position on a board of up to 64 cells, from a table or by search."""

from __future__ import annotations

import time
from collections.abc import Callable

from noughts.core.answers import LAWS
from noughts.core.game import Game, as_game
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.search.limits import UNLIMITED, Limits, Progress, Solution, check_limits
from noughts.solver.tables.table import has_table, table
from noughts.system.extras import missing


def solve(
    position: Position | Game | Rules | str,
    *,
    limits: Limits = UNLIMITED,
    progress: Callable[[Progress], object] | None = None,
    line: bool = False,
    best_moves: bool = False,
) -> Solution:
    """Find the value of a position, a game, or an empty board, each of which may be given as text.

    If the board has up to 12 cells, or has a file from `noughts table`, a table gives the answer
    without a search. On any other board, the search goes on until the value is proved or a limit is
    met, and calls `progress` about ten times a second. A KeyboardInterrupt stops the search just as
    a limit does: the result contains what was proved by then.

    >>> from noughts import Position, Rules
    >>> solve("4,4,4").value
    0
    >>> position = Position.parse("XXX./OO../..../....", Rules(4, 4, 4))
    >>> solve(position.play(15), best_moves=True).best_moves    # O must stop X
    [3]
    >>> solve("2,3,2").remoteness, solve("2,3,2: a1").remoteness
    (3, 2)

    Raises `PositionError` for a position that play cannot reach and for a `position` of any other
    type; `RulesError` for a game that no search takes; and `RulesError`, `NotationError`,
    `CellError` or `IllegalMoveError` for text that is not valid. Raises `LimitsError` for limits
    that are not valid, and `TooLargeError` for a board of more than 64 cells or for a transposition
    table larger than the machine's memory. Without Numba, a search in misère or where stones fall
    raises `MissingExtraError`. Any other search then runs as plain Python, ignores the limits of
    memory and threads, and raises `MissingExtraError` if the position needs too many nodes.
    """
    check_limits(limits)
    position = as_game(position).position
    if has_table(position.rules):
        return _looked_up(position)
    if missing("fast") and position.rules.has(*LAWS) and not position.rules.misere:
        from noughts.solver.search.plain_python import (
            PlainSearch,  # here, since it is rarely needed
        )

        return PlainSearch(position, limits, progress).solution(line, best_moves)
    from noughts.solver.gravity.search import search_of  # here, since a table needs no threads

    return search_of(position, limits, progress).solution(line, best_moves)


def _looked_up(position: Position) -> Solution:
    start = time.monotonic()
    known = table(position.rules)
    value, remoteness = known[position]
    line, best, every = known.best_line(position), known.best_moves(position), known.moves(position)
    seconds = time.monotonic() - start
    return Solution(value, value, 0, seconds, line, best, remoteness, every, position.rules)
