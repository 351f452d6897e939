"""The limits, the progress and the result of a search."""

from __future__ import annotations

from math import inf
from numbers import Integral, Real
from typing import Any, NamedTuple

from noughts.core.cell_names import move_name
from noughts.core.html import html_table
from noughts.core.message_text import quoted
from noughts.core.names_from_elsewhere import leading
from noughts.core.rules import Rules
from noughts.errors import LimitsError
from noughts.solver.tables.table import MoveEvaluation

SEARCH_CELLS = 64  # of the largest board that the search takes: a bitboard is a word
MEMORY = 256  # the default size of the table in MiB
MOST_THREADS = 256  # of one search


class Limits(NamedTuple):
    """The limits of a search: seconds and nodes (None: no limit), MiB for its table, and threads.

    The seconds do not include the time that a search in one process spends on compiling. With one
    thread, a search visits the same nodes in every run. With several threads, it finds the same
    value sooner, but visits different nodes in each run. `memory` is the size of the transposition
    table.

    >>> Limits(seconds=10)
    Limits(seconds=10, nodes=None, memory=256, threads=1)
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY
    threads: int = 1


UNLIMITED = Limits()


def check_limits(limits: Limits) -> None:
    """Raise `LimitsError` for an invalid limit, such as a time that is not a number."""
    seconds, nodes, memory, threads = limits
    if seconds is not None and not _is_time(seconds):
        raise LimitsError(
            f"seconds is {quoted(seconds)}; a number from 0 is needed, or None for no limit"
        )
    if nodes is not None and not _is_count(nodes, 0):
        raise LimitsError(
            f"nodes is {quoted(nodes)}; a whole number from 0 is needed, or None for no limit"
        )
    if not _is_count(memory, 1):
        raise LimitsError(f"memory is {quoted(memory)}; a whole number of MiB from 1 is needed")
    if not _is_count(threads, 1) or threads > MOST_THREADS:
        raise LimitsError(
            f"threads is {quoted(threads)}; a whole number from 1 to {MOST_THREADS} is needed"
        )


def _is_time(given: Any) -> bool:
    # Every comparison with nan is false.
    real = isinstance(given, Real) and not isinstance(given, bool)
    return real and bool(0 <= given < inf)


def _is_count(given: Any, least: int) -> bool:
    whole = isinstance(given, Integral) and not isinstance(given, bool)
    return whole and bool(given >= least)


class Progress(NamedTuple):
    """The progress of a search: positions visited, greatest depth in plies, bounds, and seconds.

    The search is compiled once on each machine. While `compiling` is true, the other fields do not
    change.

    >>> so_far = Progress(nodes=50_000, depth=21, lower=0, upper=1, seconds=0.4)
    >>> so_far.upper, so_far.compiling    # the player to move does not lose
    (1, False)
    """

    nodes: int
    depth: int
    lower: int
    upper: int
    seconds: float
    compiling: bool = False


@leading
class Solution(NamedTuple):
    """What was proved about a position, for the player to move: `lower <= value <= upper`.

    `line` is a principal variation: moves that all keep the value, up to the end of the game.
    `best_moves` are all the cells that keep the value, in rising order. After a search, each of the
    two is None if it was not asked for, or not found before a limit was met.

    A table visits no nodes, and always gives `line` and `best_moves`. It also gives `remoteness`,
    the plies to the end if both play best, and `moves`, the value and remoteness of each move. A
    search of a game in which stones fall gives `remoteness` and, if the best moves were asked for,
    `moves`, unless a limit is met first. In its `line`, the winner wins as soon as possible, and
    the loser loses as late as possible. After any other search, `remoteness` and `moves` are None.

    A notebook shows the solution as tables, in which moves have the names that `rules` gives them.

    >>> from noughts import Position, solve
    >>> solution = solve(Position.parse("XX./OO./..."))
    >>> solution.value, solution.best_moves, solution.remoteness, solution.nodes
    (1, [2], 1, 0)
    """

    lower: int
    upper: int
    nodes: int
    seconds: float
    line: list[int] | None = None
    best_moves: list[int] | None = None
    remoteness: int | None = None
    moves: list[MoveEvaluation] | None = None
    rules: Rules | None = None

    @property
    def value(self) -> int | None:
        """+1, 0 or -1 for the player to move; None if the bounds leave the value open."""
        return self.lower if self.lower == self.upper else None

    def _repr_html_(self) -> str:
        known = {**self._asdict(), "value": self.value}
        for name in ("best_moves", "line"):
            known[name] = known[name] and " ".join(map(self._named, known[name]))
        facts = ("value", "lower", "upper", "remoteness", "best_moves", "line", "nodes")
        rows = [[name, known[name]] for name in facts if known[name] is not None]
        told = html_table("What is proved, for the player to move", [["", ""], *rows])
        if not self.moves:
            return told
        heads = ["cell", "value", "remoteness"]
        rows = [[self._named(cell), *worth] for cell, *worth in self.moves]
        return told + html_table("Each move, for the player who makes it", [heads, *rows])

    def _named(self, cell: int) -> str:
        return move_name(cell, self.rules) if self.rules else str(cell)
