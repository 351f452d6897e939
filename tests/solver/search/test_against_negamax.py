"""100,000 random positions of 36 boards: the engine in every mode, against a plain negamax.

The negamax has the lines of the oracle, tries each move in turn, and remembers nothing.
`make longer` runs all of it; a part, as of every 50th position of some boards:

    NEGAMAX_EACH=50 pytest -m longer tests/solver/search/test_against_negamax.py -k "torus"
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from noughts import Position, Rules
from noughts.core.rules import O, X
from noughts.kernels import compiled_cache, compiler
from noughts.solver.search import engine_caller
from noughts.solver.search.limits import Limits
from noughts.solver.search.one_process import Search
from tests import oracle
from tests.solver.search.jobs import hands
from tests.solver.search.tools import Asked, searched, ways
from tests.strategies import board_of
from tests.tools import COMPILED

pytestmark = [
    pytest.mark.longer,
    pytest.mark.no_cover,
    pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python"),
]

FLAT = ["3,3,3", "4,3,3", "3,5,3", "4,4,3", "4,4,4", "5,4,4", "2,9,4", "5,5,4", "6,5,4", "6,6,5"]
FLAT += ["7,7,5", "8,8,5", "1,14,3"]
TORI = ["3,3,3,torus", "3,4,3,torus", "4,4,4,torus", "4,5,4,torus", "5,5,5,torus", "8,8,6,torus"]
BOXES = ["2x2x3,3", "3x3x2,3", "2x3x4,3", "3x3x4,4", "4x4x4,4", "2x2x2x3,3"]
MISERE = ["3,3,3", "4,3,3", "4,4,3", "5,4,4", "5,5,4", "6,4,4", "2,9,4", "3,4,3,torus"]
MISERE += ["4,5,4,torus", "2x3x4,3", "3x3x2,3"]
BOARDS = [*FLAT, *TORI, *BOXES, *(f"{text},misere" for text in MISERE)]
EACH = int(os.environ.get("NEGAMAX_EACH", "1"))  # of so many positions one is looked at
COUNT = -(-100_000 // len(BOARDS))  # of a board
MOST_FREE = 10  # cells, more of which take a plain negamax too long

Value = Callable[[Position], int]


@numba.njit("i8(u8, u8, u8, u8[:, :], i8)")
def negamax(mover: Any, other: Any, free: Any, through: Any, lost: Any) -> Any:
    """What a position is worth to the mover; `lost` is what a line of the other one is worth."""
    best = -2
    for cell in range(len(through)):
        stone = np.uint64(1) << np.uint64(cell)
        if not free & stone:
            continue
        after = mover | stone
        value = -2
        for line in through[cell]:
            if line and not line & ~after:
                value = -lost
        if value == -2:
            value = -negamax(other, after, free & ~stone, through, lost)
        best = max(best, value)
        if best == 1:
            return 1
    return 0 if best == -2 else best


@cache
def through_cells(rules: Rules) -> Any:
    """The lines through each cell, and zeros behind them."""
    board = board_of(rules)
    every = [oracle.mask_of(line, board) for line in oracle.lines(board)]
    found = [[line for line in every if line >> cell & 1] for cell in range(rules.cells)]
    rows = np.zeros((rules.cells, max(map(len, found)) or 1), np.uint64)
    for row, own in zip(rows, found, strict=True):
        row[: len(own)] = own
    return rows


def worth(position: Position) -> int:
    """What the negamax says of a position."""
    mover, other = map(np.uint64, position.sides)
    lost = 1 if position.rules.misere else -1
    found = negamax(
        mover, other, np.uint64(position.legal), through_cells(position.rules), np.int64(lost)
    )
    return int(found)


def positions(rules: Rules) -> Iterator[Position]:
    """Random positions that go on, with few cells free; each stone is put where it makes no line.

    A position without a line is one that play can reach.
    """
    draw = random.Random(str(rules))
    through = [[int(line) for line in row if line] for row in through_cells(rules)]
    made = 0
    while made < COUNT:
        wanted = draw.randint(1, min(MOST_FREE, rules.cells))
        sides, rest = [0, 0], draw.sample(range(rules.cells), rules.cells)
        while len(rest) > wanted:
            own = (rules.cells - len(rest)) % 2
            cell = next(
                (
                    each
                    for each in rest
                    if all(line & ~(sides[own] | 1 << each) for line in through[each])
                ),
                None,
            )
            if cell is None:
                break
            rest.remove(cell)
            sides[own] |= 1 << cell
        if len(rest) <= MOST_FREE:
            made += 1
            if made % EACH == 0:
                yield Position(sides[0], sides[1], rules)


# Each way to ask.


def by_engine(rules: Rules, way: str, functions: Any = None) -> Value:
    """One order of the engine, asked whether the mover wins, and whether the other one does."""
    asked = Asked(rules, way, functions)

    def value(position: Position) -> int:
        (mover, other), free = position.sides, position.legal
        if asked.zone(mover, other, free, attacks=True):
            return 1
        return -1 if asked.zone(other, mover, free, attacks=False) else 0

    return value


def by_threads(rules: Rules, threads: int) -> Value:
    """All orders in turn, in so many threads, as `solve` does."""
    search = Search(Position(rules=rules), Limits(memory=1, threads=threads), None)
    search._first = False

    def value(position: Position) -> int:
        if search._wins(position.turn, position):
            return 1
        return -1 if search._wins(X + O - position.turn, position) else 0

    return value


def by_jobs(nodes: int) -> Value:
    """A search in jobs of so many nodes, some of which settle nothing, so that its tree grows."""

    def value(position: Position) -> int:
        found = hands.searched(position, hands.Hands(3, position.legal, left_open=0.3), nodes).value
        assert found is not None
        return found

    return value


@cache
def without_zones() -> Any:
    """The engine without its zones."""
    text = compiler.source(*engine_caller.ENTRIES)
    without = text.replace("moves &= further.zone", "moves &= moves")
    assert without != text
    return compiled_cache.load("search", without)


def modes(rules: Rules) -> dict[str, Value]:
    """Every mode, by its name."""
    found = {way: by_engine(rules, way) for way in ways(rules)}
    if not rules.misere:  # which has none
        found |= {
            f"{way} without zones": by_engine(rules, way, without_zones()) for way in ways(rules)
        }
    found |= {f"{threads} threads": by_threads(rules, threads) for threads in (1, 2, 4)}
    return found | {f"jobs of {nodes} nodes": by_jobs(nodes) for nodes in (16, 64)}


@pytest.mark.parametrize("text", BOARDS)
def test_every_mode_says_of_random_positions_what_a_plain_negamax_says(text: str) -> None:
    rules = Rules.parse(text)
    asked, seen = modes(rules), set()
    for position in positions(rules):
        wanted = worth(position)
        seen.add(wanted)
        assert {name: value(position) for name, value in asked.items()} == dict.fromkeys(
            asked, wanted
        ), position
    assert len(seen) > 1 or EACH > 1


def searched_values(some: list[tuple[str, str]]) -> list[tuple[str, str, int | None]]:
    """What a worker finds of boards and positions, each in a search of its own."""
    found = []
    for board, text in some:
        position = Position.parse(text, Rules.parse(board))
        found.append((board, text, searched(position).value))
    return found


def test_workers_of_a_cluster_say_the_same() -> None:
    pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")
    from noughts.cluster import connect

    given = {
        (text, str(position)): worth(position)
        for text in BOARDS
        for number, position in enumerate(positions(Rules.parse(text)))
        if number % 10 == 0
    }
    asked = [*given]
    found = {}
    with connect("local:2") as workers:
        chunks = [asked[first : first + 50] for first in range(0, len(asked), 50)]
        for some in workers.results(searched_values, chunks):
            found.update({(board, text): value for board, text, value in some})
    assert found == given
