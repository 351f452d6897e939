"""The positions of Connect Four by ply, held to what others have counted."""

from __future__ import annotations

from itertools import islice, starmap
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.errors import RulesError, TooLargeError
from noughts.solver.counting.counts import counts
from noughts.solver.counting.diagram import positions_by_ply
from tests.tools import longer

# OEIS A212693 (J. Tromp), from the count of S. Edelkamp and P. Kissmann, Symbolic Classification of
# General Two-Player Games, 2008: 4,531,985,219,092 positions in all.
BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683]

# All positions of boards: J. Tromp (John's Connect Four Playground), and M. Boeck, who counted them
# again (github.com/markus7800/Connect4-Strong-Solver, its readme): rows, columns.
IN_ALL = {(3, 4): 12_031, (4, 3): 6_000, (2, 6): 29_737, (4, 4): 161_029, (7, 3): 1_417_322}
LARGER = {(5, 4): 1_706_255, (4, 5): 3_945_711, (6, 4): 15_835_683, (5, 5): 69_763_700}
LARGEST = {
    (3, 10): 64_137_689_503,
    (4, 7): 2_265_792_710,
    (5, 6): 2_818_972_642,
    (9, 4): 8_754_703_921,
    (5, 7): 112_829_665_923,
    (6, 6): 69_173_028_785,
    (6, 7): 4_531_985_219_092,
}


def counted(rows: int, cols: int, plies: int | None = None, by: Any = counts) -> list[int]:
    """How many positions there are after each ply, those with a line included."""
    every = by(Rules(rows, cols, 4, where="gravity"))
    return [row.positions for row in islice(every, plies)]


@pytest.mark.parametrize(("rows", "cols"), IN_ALL)
def test_small_boards_have_as_many_positions_as_others_have_counted(rows: int, cols: int) -> None:
    assert sum(counted(rows, cols)) == IN_ALL[rows, cols]


def test_a_diagram_has_as_many_positions_as_others_have_counted() -> None:
    for size in [(3, 4), (4, 3), (2, 6)]:
        assert sum(counted(*size, by=positions_by_ply)) == IN_ALL[size]


@pytest.mark.parametrize("board", ["1,1,1", "1,3,1", "3,1,2", "4,3,2", "3,4,3", "3,3,3,misere"])
def test_a_diagram_counts_the_positions_to_which_play_leads(board: str) -> None:
    here, asked = {Position(rules=Rules.parse(f"{board},gravity"))}, list[tuple[int, int]]()
    for ply in positions_by_ply(f"{board},gravity", allow=lambda *plan: asked.append(plan)):
        lined = sum(each.winner is not None for each in here)
        assert ply[1:] == (len(here), lined)
        here = {each.play(move) for each in here for move in each.legal_moves}
    assert not here
    assert [to_be for to_be, _ in asked] == list(range(1, ply.ply + 1))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("3,3,3", "needs stones that fall on a flat board"),
        ("2x2x2,2,gravity", "needs stones that fall on a flat board"),
        ("16,3,3,gravity", "has 16 rows; a count by columns is made for up to 15"),
        ("15,15,5,gravity", "more than 63 lines of 15,15,5,gravity pass from one column"),
    ],
)
def test_a_diagram_is_refused_where_columns_do_not_tell_all(board: str, told: str) -> None:
    with pytest.raises((RulesError, TooLargeError), match=told):
        next(positions_by_ply(board))


@pytest.mark.longer
@pytest.mark.no_cover
@pytest.mark.parametrize(("rows", "cols"), LARGER)
def test_larger_boards_have_as_many(rows: int, cols: int) -> None:
    assert sum(counted(rows, cols)) == LARGER[rows, cols]


@pytest.mark.long  # and so compiled
@pytest.mark.no_cover
@pytest.mark.parametrize(("rows", "cols"), [(5, 4), *longer(*starmap(pytest.param, [*LARGER][1:]))])
def test_larger_boards_have_as_many_by_a_diagram(rows: int, cols: int) -> None:
    assert sum(counted(rows, cols, by=positions_by_ply)) == LARGER[rows, cols]


@pytest.mark.longer
@pytest.mark.no_cover
@pytest.mark.parametrize(("rows", "cols"), LARGEST)
def test_the_largest_have_as_many_by_a_diagram(rows: int, cols: int) -> None:
    every = counted(rows, cols, by=positions_by_ply)
    assert sum(every) == LARGEST[rows, cols]
    assert every[: len(BY_PLY)] == BY_PLY or (rows, cols) != (6, 7)


def test_connect_four_has_as_many_positions_as_others_have_counted() -> None:
    assert counted(6, 7, 9) == BY_PLY[:9]


@pytest.mark.longer
@pytest.mark.no_cover
def test_it_has_as_many_after_eleven_plies() -> None:
    assert counted(6, 7, 12) == BY_PLY
