"""The trap rule, against expectations computed with fractions over the oracle's play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from noughts import O, Position, PositionError, Rules, TooLargeError, X
from noughts.solve.table import table
from noughts.solve.trap import Trap, trap
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, grid_of, position_of

SMALL = [r for r in SHAPES if r.cells <= 8]
BOARDS = [NORMAL, MISERE, *SMALL, *[Rules(r.rows, r.cols, r.k, misere=True) for r in SMALL]]
PLAYER = {"X": X, "O": O}


@cache
def expectation(grid: oracle.Grid, board: oracle.Board, player: str) -> Fraction:
    """The mean result where `player` takes the best of the moves that keep the value."""
    result = oracle.result(grid, board)
    if result is not None:
        return Fraction(0 if result == "draw" else 1 if result == player else -1)
    followers = oracle.after(grid, board)
    if oracle.turn(grid) == player:
        best = oracle.best_moves(grid, board)
        return max(expectation(followers[square], board, player) for square in best)
    means = [expectation(follower, board, player) for follower in followers.values()]
    return sum(means, Fraction(0)) / len(means)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_expectation_of_every_position_is_that_of_the_oracle(rules: Rules) -> None:
    board = board_of(rules)
    rule = Trap(rules)
    for grids in oracle.reachable(board):
        for grid in grids:
            position = position_of(grid, rules)
            for name, mark in PLAYER.items():
                assert rule.expectation(position, mark) == expectation(grid, board, name)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_move_is_the_best_by_expectation_then_by_haste_then_by_cell(rules: Rules) -> None:
    board = board_of(rules)
    rule = Trap(rules)
    for grids in oracle.reachable(board):
        for grid in grids:
            if oracle.result(grid, board) is not None:
                continue
            followers, player = oracle.after(grid, board), oracle.turn(grid)
            worths = oracle.move_worths(grid, board)

            def merit(square: oracle.Square) -> tuple[Fraction, int, int]:
                value, remoteness = worths[square]  # noqa: B023 - used at once
                # The winner hurries, the loser delays; a draw always fills the board.
                return (
                    expectation(followers[square], board, player),  # noqa: B023 - as above
                    -value * remoteness,
                    -oracle.cell_of(square, board),
                )

            best = max(oracle.best_moves(grid, board), key=merit)
            assert rule.move(position_of(grid, rules)) == oracle.cell_of(best, board)


@pytest.mark.parametrize("rules", [NORMAL, MISERE], ids=str)
def test_the_move_keeps_the_value(rules: Rules) -> None:
    for position in table(rules):
        if position.outcome is None:
            assert trap(rules).move(position) in table(rules).best_moves(position)


def test_against_a_random_opponent_the_rule_wins_all_but_a_few_games() -> None:
    assert trap(NORMAL).expectation(Position(), X) == Fraction(191, 192)
    board = board_of(NORMAL)
    empty = oracle.empty(board)
    assert trap(NORMAL).expectation(Position(), O) == expectation(empty, board, "O")


@pytest.mark.parametrize(("rules", "player"), [(NORMAL, "O"), (MISERE, "X"), (MISERE, "O")])
def test_to_take_the_first_best_move_never_expects_more_and_somewhere_less(
    rules: Rules, player: str
) -> None:
    board = board_of(rules)

    @cache
    def first_move(grid: oracle.Grid) -> Fraction:
        """The expectation for a player who takes the first best move instead."""
        result = oracle.result(grid, board)
        if result is not None:
            return Fraction(0 if result == "draw" else 1 if result == player else -1)
        followers = oracle.after(grid, board)
        if oracle.turn(grid) == player:
            return first_move(followers[oracle.best_moves(grid, board)[0]])
        return sum(map(first_move, followers.values()), Fraction(0)) / len(followers)

    less = 0
    for position in table(rules):
        by_rule = trap(rules).expectation(position, PLAYER[player])
        assert first_move(grid_of(position)) <= by_rule
        less += first_move(grid_of(position)) < by_rule
    assert less


def test_what_the_table_refuses_the_rule_refuses() -> None:
    with pytest.raises(TooLargeError):
        Trap(Rules(4, 4, 4))
    unreachable = Position.parse("XXX/OO./O..")
    with pytest.raises(PositionError):
        trap(NORMAL).move(unreachable)


def test_the_rule_of_a_board_is_kept() -> None:
    assert trap(NORMAL) is trap(Rules(3, 3, 3))
