"""The engine, asked as the tests ask it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np

from noughts import Position, Rules
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.solver.search.engine.board import Node, Verdict, board_of, record
from noughts.solver.search.engine.memory import MARKS, MEMORY, NODES, STOP, TAG
from noughts.solver.search.engine_caller import ENTRIES, engine, new_table
from noughts.solver.search.limits import Limits, Solution
from noughts.solver.search.one_process import MAX_NODES, Search

SMALL = Limits(memory=1)


def word(mask: int) -> Any:
    return np.uint64(mask)


def node(attacker: int, defender: int, free: int, seen: int, attacks: bool) -> Node:
    return Node(word(attacker), word(defender), word(free), word(seen), attacks)


def plain() -> Any:
    """The engine as plain Python, as NUMBA_DISABLE_JIT has it."""
    quiet = np.errstate(over="ignore")
    return SimpleNamespace(Node=Node, **{each.__name__: quiet(each) for each in ENTRIES})


class Asked:
    """One way to search a board, with a memory and a table of its own."""

    def __init__(self, rules: Rules, way: str, functions: Any = None, entries: int = 2**14) -> None:
        self.rules = rules
        self._functions = functions or engine()
        self._way = way
        self._memory = record(MEMORY)
        self._table = new_table(entries)
        self.stop_at(MAX_NODES)

    def stop_at(self, nodes: int) -> None:
        self._memory.tally[NODES], self._memory.tally[STOP] = 0, nodes

    @property
    def nodes(self) -> int:
        return int(self._memory.tally[NODES])

    @property
    def left_in_table(self) -> int:
        """A checksum of what the searches have kept: zones and numbers, kinds and work."""
        said = self._table[:-MARKS, 3:].astype("<u8")
        said[:, 1] &= ~TAG
        return crc32(said.tobytes())

    def zone(self, attacker: int, defender: int, free: int, attacks: bool, **how: Any) -> int:
        """The zone of a win, or another number that is not 0; 0 for no win."""
        won, zone = self.verdict(attacker, defender, free, attacks, **how)
        return int(zone) or 1 if won else 0

    def verdict(
        self,
        attacker: int,
        defender: int,
        free: int,
        attacks: bool,
        weak: bool = False,
        spare: int = 0,
    ) -> Verdict:
        """What the engine says of a position. `spare` cells are for misère."""
        masks = (attacker, defender, free, 0 if weak else self.rules.board)
        started = self._functions.Node(*map(word, masks), attacks)
        spares = (word(spare),) if self._way == "suffers" else ()
        search = getattr(self._functions, self._way)
        verdict: Verdict = search(
            started, *spares, 0, self._memory, self._table, board_of(self.rules)
        )
        return verdict


def sides(position: Position) -> Iterator[tuple[int, int, bool]]:
    """`(attacker, defender, attacks)` with each side for the attacker."""
    mover, other = position.sides
    yield mover, other, True
    yield other, mover, False


def settles(asked: Asked, position: Position, value: int) -> bool:
    """Whether it says of both sides whether they win, where the position has this value."""
    return all(
        bool(asked.zone(attacker, defender, position.legal, attacks))
        == (value == (1 if attacks else -1))
        for attacker, defender, attacks in sides(position)
    )


@cache
def plain_value(mover: int, other: int, rules: Rules) -> int:
    """Minimax with a memory and nothing else, for boards beyond the table."""
    if bits.line_starts(other, rules):
        return 1 if rules.misere else -1
    free = bits.free_cells(mover, other, rules)
    replies = (plain_value(other, mover | 1 << cell, rules) for cell in cells_of(free))
    return max((-reply for reply in replies), default=0)


def ways(rules: Rules) -> tuple[str, ...]:
    """The names of every search that holds for the rules."""
    return ("suffers",) if rules.misere else ("wins", "proves")


def searched(
    position: Position,
    limits: Limits = SMALL,
    progress: Any = None,
    line: bool = False,
    best_moves: bool = False,
) -> Solution:
    """`solve`, for a board that has a table too."""
    return Search(position, limits, progress).solution(line, best_moves)
