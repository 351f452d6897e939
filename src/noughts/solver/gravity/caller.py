"""Calls the search on one board, with a memory for each thread and one table for all threads.

The search is compiled for each board, since the distances between the bits of a line are constants
in the code. The first search of a process begins in plain Python, which needs no compiling.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy import uint64 as u64

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.kernels.compiled_expressions import function
from noughts.kernels.compiler import build, plain
from noughts.solver.gravity.columns import columns_of
from noughts.solver.gravity.kernel import NODES, REST, STOP, reaches
from noughts.solver.search.engine.board import record, structure
from noughts.solver.search.engine_caller import Caller, allocated
from noughts.solver.which_search import WORD_BITS

MEMORY = structure(
    [
        ("tally", u64, 4),
        # For each ply: the moves, the threats that each move makes, and how many threats they are.
        ("order", u64, (WORD_BITS, WORD_BITS // 2)),
        ("threats", u64, (WORD_BITS, WORD_BITS // 2)),
        ("weights", u64, (WORD_BITS, WORD_BITS // 2)),
    ]
)
MARKS = 1024  # more than the number of positions that all threads mark at a time
BOTH = 2  # entries for each place in the table


@cache
def engine(rules: Rules) -> Any:
    """The search of a board, compiled when called."""
    return build("gravity", reaches, **given(rules))


@cache
def plain_engine(rules: Rules) -> Any:
    """The same search as plain Python: far slower, but ready at once."""
    return plain(reaches, **given(rules))


def is_first_search() -> bool:
    """Whether this process has not yet searched a board where stones fall."""
    return not engine.cache_info().currsize and not plain_engine.cache_info().currsize


def given(rules: Rules) -> dict[str, Any]:
    """The constants of a board that the kernel needs."""
    columns = columns_of(rules)
    keys = columns.height * columns.cols
    return {
        "BOARD": u64(columns.board),
        "BOTTOM": u64(columns.bottom),
        "SECONDS": u64(columns.seconds),
        "COLUMNS": tuple(map(u64, columns.columns)),
        "ORDER": tuple(u64(columns.columns[col] & columns.board) for col in columns.order),
        "COLS": columns.cols,
        "HEIGHT": columns.height,
        "KEYS": u64((1 << keys) - 1),
        "HALF": u64(keys // 2),
        "line": function("line", columns.line, stones=columns.board),
        "completing": function("completing", columns.completing, stones=columns.board),
    }


class GravityCaller(Caller):
    """Calls the search on a board where stones fall, with a table of up to `mebibytes` MiB.

    Raises `TooLargeError` if that much memory is not available, or is too little for the board: an
    entry must hold the part of the key that does not follow from the entry's place in the table.
    """

    def __init__(self, rules: Rules, mebibytes: int, threads: int = 1) -> None:
        self._rules, self._columns = rules, columns_of(rules)
        places = 1 << (mebibytes * 2**20 // 8 // BOTH).bit_length() - 1
        least = 1 << max(self._columns.height * self._columns.cols - (WORD_BITS - int(REST)), 0)
        if places < least:
            raise TooLargeError(
                f"a search of {rules} needs {least * BOTH * 8 >> 20} MiB of memory at least, "
                f"and not {mebibytes}"
            )
        table = allocated(lambda: self._new_table(places * BOTH), mebibytes)
        super().__init__([record(MEMORY) for _ in range(threads)], table)
        self._marks = np.zeros(MARKS, u64)

    def _call_once(self, way: str) -> None:  # noqa: ARG002 - there is one
        self._call(0, 0, 0, 0, 0, record(MEMORY))

    def _new_table(self, rows: int) -> Any:
        return np.zeros(rows, u64)

    def bound(self, position: Position, target: int) -> int | None:
        """A bound on the mover's score; None if the search was stopped first.

        A result of at least `target` is a lower bound, and any other is an upper bound. The game
        must not be over.
        """
        columns = self._columns
        own, filled = columns.of(position)
        free = position.rules.cells - position.ply
        empty = columns.board ^ filled
        if columns.completing(own) & (filled + columns.bottom) & empty:
            return (free + 1) // 2
        threats = columns.completing(filled ^ own) & empty

        def search(memory: Any) -> int | None:
            bound = self._call(own, filled, threats, free, target, memory)
            return bound if memory.tally[NODES] < memory.tally[STOP] else None

        return self._together(search)

    def _call(
        self, own: int, filled: int, threats: int, free: int, target: int, memory: Any
    ) -> int:
        search = (plain_engine if self.plain else engine)(self._rules).reaches
        words = map(u64, (own, filled, threats))
        return int(search(*words, free, target, 0, memory, self._table, self._marks))
