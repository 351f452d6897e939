"""The trap rule, against expectations computed with fractions over the oracle's play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from noughts import O, Position, PositionError, Rules, TooLargeError, X
from noughts.players import Perfect, Random
from noughts.players.exact_results import versus
from noughts.players.trap import Trap, trap
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, grid_of, position_of
from tests.tools import longer, some

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


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "rules",
    [r if r != MISERE else pytest.param(r, marks=pytest.mark.longer) for r in BOARDS],
    ids=str,
)
def test_the_expectation_of_every_position_is_that_of_the_oracle(rules: Rules) -> None:
    board = board_of(rules)
    rule = Trap(rules)
    for grids in oracle.reachable(board):
        for grid in grids:
            position = position_of(grid, rules)
            for name, mark in PLAYER.items():
                assert rule.expectation(position, mark) == expectation(grid, board, name)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", some(BOARDS), ids=str)
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


@cache
def holds(grid: oracle.Grid, board: oracle.Board, player: str) -> bool:
    """Whether the player need not lose from here, whatever the replies."""
    result = oracle.result(grid, board)
    if result is not None:
        return result in (player, "draw")
    enough = any if oracle.turn(grid) == player else all
    return enough(holds(follower, board, player) for follower in oracle.after(grid, board).values())


@cache
def best_of_never_losing(grid: oracle.Grid, board: oracle.Board, player: str) -> Fraction:
    """The most that a policy which never loses can expect; it may let a win go for a draw."""
    result = oracle.result(grid, board)
    if result is not None:
        assert result in (player, "draw")
        return Fraction(result == player)
    followers = [best for best in oracle.after(grid, board).values() if holds(best, board, player)]
    worths = [best_of_never_losing(follower, board, player) for follower in followers]
    return max(worths) if oracle.turn(grid) == player else sum(worths, Fraction(0)) / len(worths)


# Beside 3x3, boards that a side wins, and boards on which either may have to lose.
OTHERS = [Rules.parse(text) for text in ("2,4,3", "3,3,2", "2,4,2,misere", "2,4,4", "1,8,3,misere")]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [NORMAL, *longer(MISERE), *OTHERS], ids=str)
def test_no_policy_that_never_loses_does_better_against_a_random_opponent(rules: Rules) -> None:
    board, both = board_of(rules), versus(Perfect("trap"), Random(), rules)
    sides = [
        (name, result)
        for name, result in (("X", both.first), ("O", both.second))
        if holds(oracle.empty(board), board, name)
    ]
    for name, result in sides:
        assert result.loss == 0
        assert result.win == best_of_never_losing(oracle.empty(board), board, name)
    assert sides


@pytest.mark.wide
@pytest.mark.parametrize("text", ["2,3,3", "1,5,3", "3,2,3,misere", "1,6,2,misere", "1,7,3,misere"])
def test_on_a_tiny_board_the_rule_is_the_best_of_all_policies_tried_one_by_one(text: str) -> None:
    rules = Rules.parse(text)
    board = board_of(rules)

    @cache
    def policies(grid: oracle.Grid, player: str) -> frozenset[tuple[bool, Fraction]]:
        """What each way to choose moves from here on comes to: may it lose, and its mean."""
        result = oracle.result(grid, board)
        if result is not None:
            worth = 0 if result == "draw" else 1 if result == player else -1
            return frozenset({(worth < 0, Fraction(worth))})
        ways = [policies(follower, player) for follower in oracle.after(grid, board).values()]
        if oracle.turn(grid) == player:
            return frozenset().union(*ways)
        sums = {(False, Fraction(0))}
        for way in ways:
            sums = {(a or b, one + two) for a, one in sums for b, two in way}
        return frozenset((loses, total / len(ways)) for loses, total in sums)

    tried = 0
    for name, mark in PLAYER.items():
        safe = [mean for loses, mean in policies(oracle.empty(board), name) if not loses]
        if safe:
            assert trap(rules).expectation(Position(rules=rules), mark) == max(safe)
            tried += len(safe)
    assert tried > 0


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [NORMAL, *longer(MISERE)], ids=str)
def test_the_move_keeps_the_value(rules: Rules) -> None:
    for position in table(rules):
        if position.outcome is None:
            assert trap(rules).move(position) in table(rules).best_moves(position)


def test_against_a_random_opponent_the_rule_wins_all_but_a_few_games() -> None:
    assert trap(NORMAL).expectation(Position(), X) == Fraction(191, 192)
    board = board_of(NORMAL)
    empty = oracle.empty(board)
    assert trap(NORMAL).expectation(Position(), O) == expectation(empty, board, "O")


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "player"), [(NORMAL, "O"), (MISERE, "X"), *longer(pytest.param(MISERE, "O"))]
)
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


@pytest.mark.parametrize(("position", "cell"), [("OOX/.X./...", 6), ("OO./X.X/...", 4)])
def test_of_two_wins_the_rule_takes_the_nearer(position: str, cell: int) -> None:
    assert trap(NORMAL).move(Position.parse(position)) == cell
