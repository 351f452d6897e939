"""Small boxes and tori, walked whole and held to the oracle; and what is known of larger ones."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from noughts import Position, Rules
from noughts.solver.counting.perft import perft
from noughts.solver.counting.positions import counts
from noughts.solver.tables.table import table
from tests import oracle
from tests.core.test_position import check_outcome
from tests.strategies import board_of, grid_of, position_of
from tests.tools import some

WALKED = [
    *["2x2x2,2", "3x2x2,2", "3,3,3,torus", "2x1x4,3", "3x2x2,2,misere"],
    *["2,4,4,torus", "3,3,3,torus,misere", "2,3,6,torus,misere", "2x2x2,2,misere"],
]
every_walked = pytest.mark.parametrize("rules", some(map(Rules.parse, WALKED)), ids=str)
quick_ones = pytest.mark.parametrize(
    "rules",
    some(
        pytest.param(Rules.parse(text), marks=[pytest.mark.wide][:number])
        for number, text in enumerate(WALKED)
    ),
    ids=str,
)


@quick_ones
@pytest.mark.no_cover
def test_every_position_has_the_outcome_moves_and_worth_of_the_oracle(rules: Rules) -> None:
    board, solved = board_of(rules), table(rules)
    every = [grid for ply in oracle.reachable(board) for grid in ply]
    assert {grid_of(position) for position in solved} == set(every)
    for grid in every:
        position = position_of(grid, rules)
        check_outcome(position)
        assert str(position) == oracle.text(grid)
        legal = oracle.legal(grid, board)
        assert position.moves() == sorted(oracle.cell_of(square, board) for square in legal)
        assert (position.value, position.remoteness) == oracle.worth(grid, board)
        best = [oracle.cell_of(square, board) for square in oracle.best_moves(grid, board)]
        assert position.best_moves() == sorted(best)


@quick_ones
@pytest.mark.no_cover
def test_every_class_is_that_of_the_oracle_and_its_least_member_stands_for_it(rules: Rules) -> None:
    board = board_of(rules)
    for ply in oracle.reachable(board):
        for orbit in oracle.classes(ply, board):
            members = [position_of(grid, rules) for grid in orbit]
            assert {position.canonical() for position in members} == {min(members)}


@pytest.mark.wide
@every_walked
def test_paths_positions_classes_and_results_are_counted_as_the_oracle_counts(rules: Rules) -> None:
    board = board_of(rules)
    plies, counted = oracle.reachable(board), list(counts(rules))
    assert [count.positions for count in counted] == [len(ply) for ply in plies]
    assert [count.classes for count in counted] == [len(oracle.classes(p, board)) for p in plies]
    assert [count.paths for count in counted] == oracle.paths(board)
    assert [count.paths for count in perft(rules)] == oracle.paths(board)
    results: Counter[str | None] = Counter()
    ways = Counter({oracle.empty(board): 1})
    while ways:
        there: Counter[oracle.Grid] = Counter()
        for grid, paths in ways.items():
            results[oracle.result(grid, board)] += paths
            for after in oracle.after(grid, board).values():
                there[after] += paths
        ways = there
    assert sum(count.x_wins for count in counted) == results["X"]
    assert sum(count.o_wins for count in counted) == results["O"]
    assert sum(count.draws for count in counted) == results["draw"]


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
