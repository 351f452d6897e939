"""The value of any position on a board of up to 64 cells, by a table or by search."""

from __future__ import annotations

import time
from collections.abc import Callable

from noughts.core.messages import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PositionError
from noughts.solver.search.limits import UNLIMITED, Limits, Progress, Solution, check_limits
from noughts.solver.tables.table import has_table, table


def solve(
    position: Position | Rules | str,
    *,
    limits: Limits = UNLIMITED,
    progress: Callable[[Progress], object] | None = None,
    line: bool = False,
    best_moves: bool = False,
) -> Solution:
    """The value of a position, or of an empty board given as `Rules` or as text.

    A board of up to 12 cells, or one with a file from `noughts table`, has a table, which answers
    at once. Any other board is searched until the value is proved or a limit is met, and
    `progress` is called about ten times a second. A KeyboardInterrupt stops the search as a limit
    does: the result is what was proved by then.

    >>> from noughts import Position, Rules
    >>> solve("4,4,4").value
    0
    >>> position = Position.parse("XXX./OO../..../....", Rules(4, 4, 4))
    >>> solve(position.play(15), best_moves=True).best_moves    # O must stop X
    [3]
    >>> solve("2,3,2").remoteness
    3

    Raises `PositionError` for a position that play cannot reach and for anything that is neither a
    position nor a board, and `NotationError` or `RulesError` for text that is not a valid board.
    Raises `LimitsError` for limits that are not numbers from 0, `TooLargeError` for a board of more
    than 64 cells or for more memory than there is, and `MissingExtraError` for a search without
    Numba.
    """
    check_limits(limits)
    position = position_of(position)
    if has_table(position.rules):
        return _looked_up(position)
    from noughts.solver.search.running import Search  # here, since a table needs no threads

    return Search(position, limits, progress).solution(line, best_moves)


def position_of(given: Position | Rules | str) -> Position:
    """The position that is meant: itself, or the empty board. Raises as `solve` does."""
    if isinstance(given, str):
        given = Rules.parse(given)
    if isinstance(given, Rules):
        given = Position(rules=given)
    if not isinstance(given, Position):
        raise PositionError(
            f"{quoted(given)} is neither a position nor a board; give a Position, Rules, or text "
            "such as '6,6,5'"
        )
    return given


def _looked_up(position: Position) -> Solution:
    start = time.monotonic()
    known = table(position.rules)
    value, remoteness = known[position]
    line, best, every = known.best_line(position), known.best_moves(position), known.moves(position)
    return Solution(value, value, 0, time.monotonic() - start, line, best, remoteness, every)
