"""The textbook's minimax and alpha-beta, against the oracle's plain recursion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, Rules
from noughts.solver.textbook_minimax import alphabeta, minimax
from tests import oracle
from tests.strategies import (
    MISERE,
    NORMAL,
    SHAPES,
    board_of,
    grid_of,
    position_of,
    positions,
)

pytestmark = pytest.mark.no_cover

SMALL = [
    Rules(r.rows, r.cols, r.k, misere) for r in SHAPES if r.cells <= 8 for misere in (False, True)
]


@pytest.mark.wide
@pytest.mark.parametrize("rules", [NORMAL, MISERE, *SMALL], ids=str)
def test_alphabeta_values_every_position_of_play_as_the_oracle_does(rules: Rules) -> None:
    board = board_of(rules)
    for grids in oracle.reachable(board):
        for grid in grids:
            mover, other = position_of(grid, rules).sides
            assert alphabeta(mover, other, rules) == oracle.worth(grid, board).value


@pytest.mark.wide
@pytest.mark.parametrize("rules", [NORMAL, pytest.param(MISERE, marks=pytest.mark.long)], ids=str)
def test_minimax_values_every_position_from_the_third_ply_on_as_the_oracle_does(
    rules: Rules,
) -> None:
    board = board_of(rules)
    for grids in oracle.reachable(board)[3:]:
        for grid in grids:
            mover, other = position_of(grid, rules).sides
            assert minimax(mover, other, rules) == oracle.worth(grid, board).value


@pytest.mark.parametrize("rules", [pytest.param(NORMAL, marks=pytest.mark.longer), *SMALL], ids=str)
def test_minimax_values_the_empty_board_as_the_oracle_does(rules: Rules) -> None:
    board = board_of(rules)
    assert minimax(0, 0, rules) == oracle.worth(oracle.empty(board), board).value


@given(positions(max_side=3), st.sampled_from([(-1, 0), (0, 1), (-1, 1)]))
def test_a_narrow_window_bounds_the_value_on_the_side_where_it_lies(
    position: Position, window: tuple[int, int]
) -> None:
    alpha, beta = window
    value = oracle.worth(grid_of(position), board_of(position.rules)).value
    found = alphabeta(*position.sides, position.rules, alpha, beta)
    if value <= alpha:
        assert found <= alpha or position.outcome
    elif value >= beta:
        assert found >= beta or position.outcome
    else:
        assert found == value
