"""What holds on every small box and torus: by table, by search, and by plain minimax."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from noughts import Position, Rules, solve
from noughts.core.box import Box
from noughts.core.geometry import Geometry
from noughts.core.rules import O, X
from noughts.core.torus import Torus
from noughts.solver.counting.perft import perft
from noughts.solver.counting.positions import counts
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import Search
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table
from tests.tools import COMPILED
from tests.walked import Walk, lines_of

CELLS = 12  # of the largest boards here
BOXES = [*combinations_with_replacement(range(1, CELLS + 1), 3), (2, 3, 2), (3, 2, 2), (2, 1, 2, 2)]
GEOMETRIES: list[Geometry] = [
    geometry
    for geometry in [
        *(Torus(*sizes) for sizes in product(range(1, CELLS + 1), repeat=2)),
        *(Box(*sizes) for sizes in BOXES),
    ]
    if geometry.cells <= CELLS
]
EVERY = [
    Rules(geometry=geometry, k=k, misere=misere)
    for geometry in GEOMETRIES
    # If one of the lengths is more than a player's stones, more would be the same.
    for k in range(1, min(geometry.longest, (geometry.cells + 1) // 2 + 1) + 1)
    for misere in (False, True)
]
NAMED = ["2x2x2,2", "2x2x2,2,misere", "3,3,3,torus", "3,3,3,torus,misere", "2,4,3,torus", "2x2x2,1"]


def holds(rules: Rules, every: int, folder: Path) -> None:
    """Table, file, search, perft and counts agree with a walk; the search on one in `every`."""
    walk, solved = Walk(rules).worths, Table(rules)
    path = folder / str(rules)
    write_table(rules, path)
    stored = Table(rules, path)
    assert len(solved) == len(walk) == len(stored)
    search = Search(Position(rules=rules), Limits(memory=1), None)
    for number, position in enumerate(solved):
        value, plies = walk[position.sides]
        assert solved[position] == (value, plies)
        if number % every == 0:
            assert stored[position] == (value, plies)
            assert search._wins(position.turn, position) == (value > 0)
            assert search._wins(X + O - position.turn, position) == (value < 0)
    rows = list(counts(rules))
    assert sum(row.positions for row in rows) == len(walk)
    assert [row.paths for row in rows] == [row.paths for row in perft(rules)]
    if misere_mirrors(rules):
        assert walk[0, 0][0] <= 0


def misere_mirrors(rules: Rules) -> bool:
    """Whether O never loses: on an even number of cells he answers a cell with the opposite one.

    The opposite of his line would be X's, and earlier. A cell opposite to itself is there only if
    all sizes are odd.
    """
    return rules.misere and rules.cells % 2 == 0


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize("text", NAMED)
def test_table_search_and_counts_of_a_small_board_are_those_of_a_walk(
    text: str, tmp_path: Path
) -> None:
    holds(Rules.parse(text), 7, tmp_path)


CHECKED = ["4,3,2,torus,misere", "2x2x3,2"]  # in every check; both have 12 cells


@pytest.mark.no_cover
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=pytest.mark.long if str(rules) in CHECKED else pytest.mark.longer)
        for rules in EVERY
    ],
    ids=str,
)
def test_table_search_and_counts_of_every_board_of_12_cells_are_those_of_a_walk(
    rules: Rules, tmp_path: Path
) -> None:
    holds(rules, 29, tmp_path)


@pytest.mark.wide
@pytest.mark.parametrize("text", ["2x2x2,2", "3,3,3,torus", "2,3,2,torus", "2x1x3,2"])
def test_classes_are_as_many_as_positions_that_stand_for_one(text: str) -> None:
    rules = Rules.parse(text)
    standing = {position.canonical() for position in Table(rules)}
    by_ply = [sum(each.ply == ply for each in standing) for ply in range(rules.cells + 1)]
    assert [row.classes for row in counts(rules)] == [number for number in by_ply if number]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[("3x3x3,3", 1), ("3,3,3,torus", 1), ("4,4,3,torus", 1), ("2x2x2x2x2x2,2", 1)],
        *[("4,4,4,torus", 0), ("5,5,5,torus", 0), ("3x3x2,3", 0), ("5,5,4,torus", 1)],
        *[("2x2x2x2,2,misere", -1), ("4,4,4,torus,misere", 0)],
    ],
)
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_boards_beyond_the_table_are_searched(text: str, value: int) -> None:
    found = solve(text, line=True)
    assert found.value == value
    position = Position(rules=Rules.parse(text))
    for cell in found.line or []:
        position = position.play(cell)
    assert position.outcome
    assert {X: 1, O: -1, None: 0}[position.winner] == value


@pytest.mark.wide
def test_a_search_of_qubic_stops_where_it_is_told_and_knows_that_o_does_not_win() -> None:
    limits = Limits(nodes=2000 if COMPILED else 20, memory=1)
    found = solve("4x4x4,4", limits=limits)
    assert (found.lower, found.upper) == (0, 1)
    assert found.value is None
    assert found.nodes == limits.nodes
    position = Position(rules=Rules.parse("4x4x4,4"))
    for cell in ["1a1", "2a1", "1b1", "2b1", "1c1", "2c1"]:
        position = position.play(cell)
    won = solve(position, limits=limits, line=True)
    assert won.value == 1
    assert won.line == [3]


def test_lines_are_those_of_a_walk_from_place_to_place() -> None:
    for text in [
        *NAMED,
        "3x3x3,3",
        "4x4x4,4",
        "3x3x3x3,3",
        "5x4x3,3",
        "5,5,5,torus",
        "5,4,3,torus",
    ]:
        rules = Rules.parse(text)
        assert {*rules.lines} == lines_of(rules)
