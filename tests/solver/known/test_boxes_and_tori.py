"""What is known of boxes and tori that are too large to be walked, or that the books name."""

from __future__ import annotations

from functools import cache

import pytest

from noughts import Position, Rules, solve
from noughts.core.rules import O, X
from noughts.solver.search.limits import Limits
from noughts.solver.tables.table import table
from tests import oracle
from tests.tools import COMPILED


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "value", "remoteness"),
    [("2x2x2,2", 1, 3), ("3,3,3,torus", 1, 7), ("3,3,3,torus,misere", 1, 8)],
)
def test_the_first_player_wins_on_the_cube_of_2_and_on_the_torus_of_3x3(
    text: str, value: int, remoteness: int
) -> None:
    rules = Rules.parse(text)
    assert table(rules)[Position(rules=rules)] == (value, remoteness)


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
    assert (found.lower, found.upper, found.value) == (0, 1, None)
    assert found.nodes == limits.nodes
    position = Position(rules=Rules.parse("4x4x4,4"))
    for cell in ["1a1", "2a1", "1b1", "2b1", "1c1", "2c1"]:
        position = position.play(cell)
    won = solve(position, limits=limits, line=True)
    assert (won.value, won.line) == (1, [3])


# The cube of side 3: X takes the centre, and O has to answer from there on.


def wins_within(grid: oracle.Grid, board: oracle.Board, plies: int) -> bool:
    """Whether the player to move has a line at the latest after so many plies, whatever is done."""
    mark = oracle.turn(grid)
    now = oracle.squares_that_complete(mark, grid, board)
    if now or plies < 3:
        return bool(now) and plies > 0
    threats = oracle.squares_that_complete(oracle.other(mark), grid, board)
    tried = threats or oracle.having(".", grid, board)
    return any(answered(oracle.put(grid, square, mark), board, plies - 1) for square in tried)


@cache
def answered(grid: oracle.Grid, board: oracle.Board, plies: int) -> bool:
    """Whether the player who has just moved wins all the same, whatever is answered."""
    mark = oracle.turn(grid)
    if oracle.squares_that_complete(mark, grid, board):
        return False
    forced = oracle.squares_that_complete(oracle.other(mark), grid, board)
    if len(forced) > 1:
        return True
    replies = forced or oracle.having(".", grid, board)
    return all(wins_within(oracle.put(grid, s, mark), board, plies - 1) for s in replies)


@pytest.mark.wide
@pytest.mark.no_cover
def test_on_the_cube_of_3_the_first_player_wins_from_the_centre_by_the_fourth_stone() -> None:
    board = oracle.Board((3, 3, 3), 3)
    centre = oracle.put(oracle.empty(board), (1, 1, 1), "X")
    assert answered(centre, board, 6)
    assert not answered(centre, board, 4)
