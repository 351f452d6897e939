"""The positions of Connect Four by ply, held to what others have counted."""

from __future__ import annotations

from itertools import islice

import pytest

from noughts import Rules
from noughts.solver.counting.positions import counts

# OEIS A212693 (J. Tromp), from the count of S. Edelkamp and P. Kissmann, Symbolic Classification of
# General Two-Player Games, 2008: 4,531,985,219,092 positions in all.
BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683]

# All positions of smaller boards: J. Tromp (John's Connect Four Playground), and M. Boeck, who
# counted them again (github.com/markus7800/Connect4-Strong-Solver, its readme): rows, columns.
IN_ALL = {(3, 4): 12_031, (4, 3): 6_000, (2, 6): 29_737, (4, 4): 161_029, (7, 3): 1_417_322}
LARGER = {(5, 4): 1_706_255, (4, 5): 3_945_711, (6, 4): 15_835_683, (5, 5): 69_763_700}


def counted(rows: int, cols: int, plies: int | None = None) -> list[int]:
    """How many positions there are after each ply, those with a line included."""
    every = counts(Rules(rows, cols, 4, where="gravity"))
    return [row.positions for row in islice(every, plies)]


@pytest.mark.parametrize(("rows", "cols"), IN_ALL)
def test_small_boards_have_as_many_positions_as_others_have_counted(rows: int, cols: int) -> None:
    assert sum(counted(rows, cols)) == IN_ALL[rows, cols]


@pytest.mark.longer
@pytest.mark.no_cover
@pytest.mark.parametrize(("rows", "cols"), LARGER)
def test_larger_boards_have_as_many(rows: int, cols: int) -> None:
    assert sum(counted(rows, cols)) == LARGER[rows, cols]


def test_connect_four_has_as_many_positions_as_others_have_counted() -> None:
    assert counted(6, 7, 9) == BY_PLY[:9]


@pytest.mark.long
@pytest.mark.no_cover
def test_it_has_as_many_after_eleven_plies() -> None:
    assert counted(6, 7, 12) == BY_PLY
