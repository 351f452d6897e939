"""Calls the engine on one board, with a memory for each thread and one table for all threads.

The engine's functions are compiled once for all boards. Since loading and compiling them takes
seconds, the first search of a process begins as plain Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy import uint64 as u64

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import TooLargeError
from noughts.kernels.compiler import build, plain
from noughts.solver.search.engine.best_first import proves
from noughts.solver.search.engine.board import blank, board_of, record
from noughts.solver.search.engine.depth_first import wins
from noughts.solver.search.engine.for_certificates import pairs, splits, survey
from noughts.solver.search.engine.misere import suffers
from noughts.solver.search.engine.proof_numbers import MIX
from noughts.solver.search.engine.transposition_table import (
    ASKED,
    DEPTH,
    ENTRY_WORDS,
    KEEPS,
    MARKS,
    MEMORY,
    NODES,
    OTHERS,
    STOP,
)
from noughts.system.extras import require

T = TypeVar("T")

ENTRIES = (wins, proves, suffers, survey, pairs, splits)


@cache
def engine() -> Any:
    """The functions of `ENTRIES`, and the type `Node` of their arguments, compiled when called.

    Raises `MissingExtraError` if Numba is not installed.
    """
    require("fast", "searches of boards too large for a table")
    return build("search", *ENTRIES)


@cache
def plain_engine() -> Any:
    """The same functions as plain Python: a thousand times slower, but ready at once."""
    return plain(*ENTRIES)


def is_first_search() -> bool:
    """Whether this process has searched nothing yet."""
    return not engine.cache_info().currsize and not plain_engine.cache_info().currsize


ENTRY_BYTES = ENTRY_WORDS * 8


class Numbers(NamedTuple):
    """A move's proof number and disproof number, and its zone if one of these numbers is 0."""

    proof: int
    disproof: int
    zone: int


class Caller(ABC):
    """The memories of the threads of a search, and the table that they share.

    The threads run compiled functions; while `plain` is true, one thread runs plain Python.
    """

    def __init__(self, memories: list[Any], table: Any) -> None:
        self.plain = False
        self._compiles: list[Any] = []  # functions that Numba has begun to compile
        self._memories, self._table = memories, table

    @property
    def compiling(self) -> bool:
        """Whether a function is being compiled rather than read from the cache."""
        return bool(self._compiles)

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        return sum(int(memory.tally[NODES]) for memory in self._memories)

    @property
    def depth(self) -> int:
        """The depth of the deepest visited position, in plies."""
        return max(int(memory.tally[DEPTH]) for memory in self._memories)

    def forget(self) -> None:
        """Begin anew, with an empty table."""
        rows = len(self._table)
        del self._table  # first, since memory may have room for only one table
        self._memories = [record(memory.dtype) for memory in self._memories]
        self._table = self._new_table(rows)

    def stop_at(self, nodes: int) -> None:
        """Stop the search at this many nodes in all, or at once if it has already visited more.

        Each thread gets an equal part of the nodes that are left. Nodes that one thread leaves
        unused do not pass to another.
        """
        left, working = max(nodes - self.nodes, 0), self._working()
        for number, memory in enumerate(working):
            part = (left + number) // len(working)
            memory.tally[STOP] = int(memory.tally[NODES]) + part if part else 0

    def _working(self) -> list[Any]:
        """The memories of the threads that search; plain Python uses only one thread."""
        return self._memories[:1] if self.plain else self._memories

    def compile(self, way: str) -> None:
        """Compile a function of the engine, or read it from the cache."""
        from numba.core import event  # here, as in `engine`

        try:
            with event.install_recorder("numba:compile") as recorder:
                self._compiles = recorder.buffer
                self._call_once(way)
        finally:
            self._compiles = []

    @abstractmethod
    def _call_once(self, way: str) -> None:
        """Call a function on a position in which nothing is left to search."""

    @abstractmethod
    def _new_table(self, rows: int) -> Any:
        """An empty table."""

    def _together(self, search: Callable[[Any], T | None]) -> T | None:
        """The answer of the first thread that finds one; all threads then stop."""
        working = self._working()
        for memory in working:
            memory.tally[OTHERS] = len(working) - 1
        if len(working) == 1:
            return search(working[0])
        with ThreadPoolExecutor(len(working)) as pool:
            searches = [pool.submit(search, memory) for memory in working]
            try:
                answers = (each.result() for each in as_completed(searches))
                return next((found for found in answers if found is not None), None)
            finally:  # one answer is enough, and so is one failure
                self.stop_at(0)


class EngineCaller(Caller):
    """Calls the engine on one board, with a table whose entries take at most `mebibytes` of memory.

    `table` may be the table of another caller on the same board; by default, a new table is made.

    Raises `TooLargeError` if there is not enough memory.
    """

    def __init__(self, rules: Rules, mebibytes: int, threads: int = 1, table: Any = None) -> None:
        memories = [record(MEMORY) for _ in range(threads)]
        super().__init__(memories, table_of(mebibytes) if table is None else table)
        self._board, self._all, self._misere = board_of(rules), rules.board, rules.misere

    def _call_once(self, way: str) -> None:
        # A board without a line leaves nothing to search.
        self._call(way, (0, 0, 0, 0), True, blank(), record(MEMORY), new_table(2))

    def _new_table(self, rows: int) -> Any:
        return new_table(rows - MARKS)

    def search(
        self, way: str, attacker: int, position: Position, weak: bool = False
    ) -> bool | None:
        """Whether the attacker wins the game or, if `weak`, the weak game; None if stopped."""
        mine, theirs = position.sides
        attacks = position.turn == attacker
        if not attacks:
            mine, theirs = theirs, mine
        masks = (mine, 0 if weak else theirs, position.legal, 0 if weak else position.rules.board)
        return self._together(lambda memory: self._searched(way, masks, attacks, memory))

    def _searched(
        self, way: str, masks: tuple[int, int, int, int], attacks: bool, memory: Any
    ) -> bool | None:
        """The answer of one thread; None if the thread was stopped first."""
        return self._judged(way, masks, attacks, memory)[0]

    def _judged(
        self, way: str, masks: tuple[int, int, int, int], attacks: bool, memory: Any
    ) -> tuple[bool | None, int]:
        """The answer of one thread, and the zone."""
        memory.tally[ASKED] = KEEPS  # a stopped search may have left another request there
        verdict = self._call(way, masks, attacks, self._board, memory, self._table)
        won = bool(verdict.won)
        # Only the tally shows a stop. After a stop, `won` is valid only if it is true.
        settled = won or memory.tally[NODES] < memory.tally[STOP]
        return (won, int(verdict.zone)) if settled else (None, 0)

    def survey(
        self, attacker: int, defender: int, free: int, attacks: bool, weak: bool = False
    ) -> dict[int, Numbers]:
        """The `Numbers` of each move; the cells with the heaviest lines come first."""
        masks = (attacker, 0, free, 0) if weak else (attacker, defender, free, self._all)
        size = self._asked("survey", masks, attacks)
        frame = self._memories[0].frames[0, :size, :MIX].tolist()
        moves = self._memories[0].orders[0, :size].tolist()
        return {move: Numbers(*found) for move, found in zip(moves, frame, strict=True)}

    def pairs(self, attacker: int, free: int, attacks: bool) -> tuple[bool, list[int]]:
        """Whether pairs and weights stop all lines of the attacker, and the pairs."""
        held = not self._asked("pairs", (attacker, 0, free, 0), attacks).won
        return held, self._chosen()

    def splits(self, stones: int, free: int) -> list[int] | None:
        """In misère, pairs by which the side with these stones avoids finishing a line, or None."""
        lost = self._asked("splits", (0, stones, free, self._all), True).won
        return None if lost else self._chosen()

    def _chosen(self) -> list[int]:
        pairs: list[int] = self._memories[0].pairs.tolist()
        return pairs[: pairs.index(0)]

    def again(
        self, nodes: int, attacker: int, defender: int, free: int, attacks: bool, weak: bool = False
    ) -> bool | None:
        """Whether the attacker wins; None if `nodes` further nodes do not settle this."""
        way = "suffers" if self._misere else "proves"
        return self.judged(way, nodes, attacker, defender, free, attacks, weak)[0]

    def judged(
        self,
        way: str,
        nodes: int,
        attacker: int,
        defender: int,
        free: int,
        attacks: bool,
        weak: bool = False,
    ) -> tuple[bool | None, int]:
        """Whether the attacker wins, and the zone, both found by the search `way`."""
        masks = (attacker, 0, free, 0) if weak else (attacker, defender, free, self._all)
        memory = self._memories[0]
        memory.tally[OTHERS] = 0  # without others, a search proves settled positions again
        memory.tally[STOP] = int(memory.tally[NODES]) + nodes
        return self._judged(way, masks, attacks, memory)

    def _asked(self, way: str, masks: tuple[int, int, int, int], attacks: bool) -> Any:
        return self._call(way, masks, attacks, self._board, self._memories[0], self._table)

    def _call(
        self,
        way: str,
        masks: tuple[int, int, int, int],
        attacks: bool,
        board: Any,
        memory: Any,
        table: Any,
    ) -> Any:
        functions = plain_engine() if self.plain else engine()
        node = functions.Node(*map(u64, masks), attacks)
        spare = (u64(0),) if way == "suffers" else ()
        return getattr(functions, way)(node, *spare, 0, memory, table, board)


def table_of(mebibytes: int) -> Any:
    """An empty table with as many entries as fit in `mebibytes` of memory."""
    entries = max(mebibytes * 2**20 // ENTRY_BYTES, 2)
    return allocated(lambda: new_table(1 << entries.bit_length() - 1), mebibytes)


def allocated(table: Callable[[], Any], mebibytes: int) -> Any:
    """The result of `table()`. Raises `TooLargeError` if there is not enough memory."""
    try:  # the type of the error depends on how much too large the table is
        return table()
    except (MemoryError, OverflowError, ValueError) as error:
        raise TooLargeError(f"there is not enough memory for {mebibytes} MiB") from error


def new_table(entries: int) -> Any:
    """An empty transposition table. The number of entries must be a power of two."""
    return np.zeros((entries + MARKS, ENTRY_WORDS), np.uint64)
