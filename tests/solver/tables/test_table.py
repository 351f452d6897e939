"""The table of every position of a small board, walked whole and held to the oracle."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import O, Position, PositionError, Rules, TooLargeError, X
from noughts.solver.tables.table import TABLE_CELLS, Table, table
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, grid_of, position_of
from tests.tools import some

SMALL = [r for r in SHAPES if r.cells <= 10 and r != NORMAL]
SOLVED = [NORMAL, *SMALL, MISERE, *[Rules(r.rows, r.cols, r.k, misere=True) for r in SMALL]]
# Those of 10 cells take as long as all others, and their like is among them.
BY_SIZE = [
    pytest.param(rules, marks=[pytest.mark.longer] if rules.cells == 10 else []) for rules in SOLVED
]
LARGE = [
    Rules(3, 4, 3),
    Rules(4, 3, 3),
    Rules(3, 4, 4),
    Rules(2, 6, 3),
    Rules(3, 4, 3, misere=True),
]


@cache
def orbit(position: Position) -> Position:
    """The least image by the oracle's turns and mirrors."""
    rules = position.rules
    images = oracle.images(grid_of(position), board_of(rules))
    return min(position_of(image, rules) for image in images)


# The numbers that every implementation must reproduce.

BY_PLY = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
CLASSES_BY_PLY = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [NORMAL, MISERE], ids=str)
def test_play_reaches_5478_positions_and_765_up_to_symmetry(rules: Rules) -> None:
    plies = Counter(position.ply for position in table(rules))
    assert [plies[ply] for ply in range(10)] == BY_PLY
    assert len(table(rules)) == plies.total() == sum(BY_PLY) == 5478
    classes = Counter(position.ply for position in {p.canonical() for p in table(rules)})
    assert [classes[ply] for ply in range(10)] == CLASSES_BY_PLY
    assert classes.total() == sum(CLASSES_BY_PLY) == 765
    oracle_plies = oracle.reachable(board_of(rules))
    assert [len(grids) for grids in oracle_plies] == BY_PLY
    classes_by_ply = [len(oracle.classes(grids, board_of(rules))) for grids in oracle_plies]
    assert classes_by_ply == CLASSES_BY_PLY


@pytest.mark.no_cover
def test_of_958_terminal_positions_x_wins_626_o_wins_316_and_16_are_drawn() -> None:
    ends = {position: position.outcome for position in table(NORMAL) if position.outcome}
    winners = Counter(outcome.winner for outcome in ends.values())
    assert winners == {X: 626, O: 316, None: 16}
    assert len(ends) == 958
    classes = Counter(ends[position].winner for position in {orbit(p) for p in ends})
    assert classes == {X: 91, O: 44, None: 3}
    assert {orbit(p) for p in ends} == {p.canonical() for p in ends}


# Every position, against the oracle.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", BY_SIZE, ids=str)
def test_the_table_holds_the_positions_of_play_in_their_order(rules: Rules) -> None:
    listed = list(table(rules))
    assert len(listed) == len(table(rules))
    assert listed == sorted(listed)
    assert {grid_of(p) for p in listed} == set().union(*oracle.reachable(board_of(rules)))


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", some(BY_SIZE, 3), ids=str)
def test_value_and_remoteness_and_every_move_are_those_of_the_oracle(rules: Rules) -> None:
    board, solved = board_of(rules), table(rules)
    for position in solved:
        grid = grid_of(position)
        assert tuple(solved[position]) == tuple(oracle.worth(grid, board))
        expected = {
            oracle.cell_of(square, board): tuple(worth)
            for square, worth in oracle.move_worths(grid, board).items()
        }
        found = solved.moves(position)
        assert {move.cell: (move.value, move.remoteness) for move in found} == expected
        assert [move.cell for move in found] == sorted(expected)
        best = [oracle.cell_of(square, board) for square in oracle.best_moves(grid, board)]
        assert solved.best_moves(position) == sorted(best)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", BY_SIZE, ids=str)
def test_the_best_line_takes_the_best_of_the_moves_and_ends_when_remoteness_says(
    rules: Rules,
) -> None:
    board, solved = board_of(rules), table(rules)
    for position in list(solved)[:: 1 + len(solved) // 500]:
        line = solved.best_line(position)
        assert len(line) == oracle.worth(grid_of(position), board).remoteness
        here = position
        for cell in line:
            worths = oracle.move_worths(grid_of(here), board)
            value, remoteness = oracle.worth(grid_of(here), board)
            equal = [s for s, worth in worths.items() if tuple(worth) == (value, remoteness)]
            assert cell == min(oracle.cell_of(square, board) for square in equal)
            here = here.play(cell)
        assert here.outcome


# What is known of these boards.


def test_tic_tac_toe_is_a_draw_of_nine_plies() -> None:
    assert table(NORMAL)[Position()] == (0, 9)
    assert table(NORMAL).best_moves(Position()) == list(range(9))


def test_in_misere_tic_tac_toe_the_centre_alone_holds_the_draw_for_x() -> None:
    assert table(MISERE)[Position(rules=MISERE)].value == 0
    assert table(MISERE).best_moves(Position(rules=MISERE)) == [4]


@pytest.mark.wide
def test_three_in_a_row_on_3x4_is_won_in_seven_plies_either_way_up() -> None:
    for rules in (Rules(3, 4, 3), Rules(4, 3, 3)):
        assert table(rules)[Position(rules=rules)] == (1, 7)


@pytest.mark.long
@given(st.sampled_from(LARGE), st.permutations(range(12)), st.integers(3, 12))
def test_positions_of_twelve_cells_are_worth_what_their_followers_make_them(
    rules: Rules, order: list[int], depth: int
) -> None:
    solved, position = table(rules), Position(rules=rules)
    for cell in order[:depth]:
        if position.outcome is None:
            position = position.play(cell)
    board, grid = board_of(rules), grid_of(position)
    value, remoteness = solved[position]
    if position.ply >= 6:
        assert (value, remoteness) == oracle.worth(grid, board)
    replies = [solved[position_of(g, rules)] for g in oracle.after(grid, board).values()]
    if replies:
        assert value == max(-reply.value for reply in replies)
        plies = [reply.remoteness + 1 for reply in replies if -reply.value == value]
        assert remoteness == (min(plies) if value == 1 else max(plies))


@pytest.mark.longer
def test_the_whole_of_3x4_is_worth_what_the_oracle_says() -> None:
    rules = Rules(3, 4, 3)
    for position in table(rules):
        worth = oracle.worth(grid_of(position), board_of(rules))
        assert tuple(table(rules)[position]) == tuple(worth)


# What is refused.


def test_a_position_that_play_cannot_reach_is_refused_with_the_reason() -> None:
    unreachable = Position.parse("XXX/OO./O..")
    for ask in (table(NORMAL).score, table(NORMAL).__getitem__, table(NORMAL).best_moves):
        with pytest.raises(PositionError) as refused:
            ask(unreachable)
        assert str(refused.value) == (
            "play cannot reach XXX/OO./O..: X has a line (cells 0, 1, 2), but O moved last"
        )


def test_a_position_of_other_rules_is_refused() -> None:
    with pytest.raises(PositionError) as refused:
        table(NORMAL).score(Position(rules=MISERE))
    assert str(refused.value) == "the table is for 3,3,3, but the position is of 3,3,3,misere"


def test_a_board_beyond_the_table_is_refused_before_any_work() -> None:
    for rules in (Rules(1, TABLE_CELLS + 1, 3), Rules(15, 15, 5)):
        with pytest.raises(TooLargeError) as refused:
            Table(rules)
        assert str(refused.value) == (
            f"{rules} has {rules.cells} cells; a table of every position is made for boards of up "
            f"to {TABLE_CELLS}, and of up to 25 by 'noughts table', with a file to keep it in; "
            "noughts.solve searches larger boards"
        )


def test_a_table_is_built_once() -> None:
    assert table(NORMAL) is table(Rules(3, 3, 3))


def test_a_table_holds_what_play_can_reach_on_its_board() -> None:
    solved = table(Rules(3, 3, 3))
    assert Position.parse("XO./.X./..O") in solved
    assert Position.parse("XXX/OO./O..") not in solved
    assert Position(rules=Rules(3, 3, 3, misere=True)) not in solved


def test_a_table_tells_how_far_it_has_come() -> None:
    told: list[tuple[int, int]] = []
    Table(NORMAL, progress=lambda done, total: told.append((done, total)))
    assert told
    assert all(0 < done <= total for done, total in told)
