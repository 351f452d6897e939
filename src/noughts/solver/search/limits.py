"""When a search stops, how far it is, and what it proves."""

from __future__ import annotations

from typing import NamedTuple

from noughts.solver.tables.table import MoveEvaluation

SEARCH_CELLS = 64  # of the largest board that is searched: a cell is a bit of a word
MEMORY = 256  # MiB of table, unless told otherwise


class Limits(NamedTuple):
    """When to stop: after so many seconds or nodes, None for never; and MiB of table to use.

    Seconds are those of the search: what is compiled first is not counted.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY


UNLIMITED = Limits()


class Progress(NamedTuple):
    """How far a search is: positions looked at, the deepest ply below the root, and the bounds.

    While the search is `compiling`, which it does once a machine, nothing else changes.
    """

    nodes: int
    depth: int
    lower: int
    upper: int
    seconds: float
    compiling: bool = False


class Solution(NamedTuple):
    """What was proved of a position, for the player to move: `lower <= value <= upper`.

    `line` is a principal variation, moves that all keep the value, to the end of the game, and
    `best_moves` are all the cells that keep it, rising. Either is None where it was not asked
    for, or not found before a limit.

    A table tells both unasked, the `remoteness`, the plies to the end where both play best, and
    what all `moves` are worth; these two are None where there is none. It needs no nodes.
    """

    lower: int
    upper: int
    nodes: int
    seconds: float
    line: list[int] | None = None
    best_moves: list[int] | None = None
    remoteness: int | None = None
    moves: list[MoveEvaluation] | None = None

    @property
    def value(self) -> int | None:
        """+1, 0 or -1 for the player to move; None where the bounds leave it open."""
        return self.lower if self.lower == self.upper else None
