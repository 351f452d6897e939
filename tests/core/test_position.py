"""`Position`, an immutable value, against grids and the oracle's play."""

from __future__ import annotations

import copy
import json
import pickle
from functools import cache
from itertools import islice, pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    EMPTY,
    CellError,
    GameOverError,
    IllegalMoveError,
    NotationError,
    O,
    Outcome,
    Position,
    PositionError,
    Rules,
    RulesError,
    Symmetry,
    TooLargeError,
    X,
    symmetries,
)
from noughts.core.cell_names import cell_name
from noughts.core.message_text import listed
from noughts.core.symmetry import transform_cell
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import (
    MISERE,
    NORMAL,
    SHAPES,
    board_of,
    boards,
    flat_rules,
    games,
    grid_of,
    placements,
    position_of,
    positions,
)


@cache
def alternating_grids() -> tuple[oracle.Grid, ...]:
    """The grids of 3x3 with as many X as O, or one more."""
    grids = [
        ("".join(marks[0:3]), "".join(marks[3:6]), "".join(marks[6:9]))
        for marks in product(".XO", repeat=9)
    ]
    return tuple(g for g in grids if oracle.count("X", g) - oracle.count("O", g) in (0, 1))


# What is a position.


@pytest.mark.parametrize(
    ("x", "o", "words"),
    [
        (1, 1, "x=1 and o=1 both hold cell 0"),
        (0b111, 0b110, "x=7 and o=6 both hold cells 1, 2"),
        (512, 0, "x=512, o=0 leave the board; bitboards of 3x3 are 0 to 511"),
        (0, -1, "x=0, o=-1 leave the board; bitboards of 3x3 are 0 to 511"),
        (-1, 1, "x=-1, o=1 leave the board; bitboards of 3x3 are 0 to 511"),
        (-1, -1, "x=-1, o=-1 leave the board; bitboards of 3x3 are 0 to 511"),
        (3, 0, "2 X and 0 O; turns alternate, so there are as many X as O, or one more"),
        (0, 1, "0 X and 1 O; turns alternate, so there are as many X as O, or one more"),
    ],
)
def test_bitboards_that_are_no_position_are_refused_with_the_reason(
    x: int, o: int, words: str
) -> None:
    with pytest.raises(PositionError) as refused:
        Position(x, o)
    assert str(refused.value) == words


@given(boards(max_side=6))
def test_two_disjoint_bitboards_are_a_position_where_counts_alternate(
    board: tuple[Rules, int, int],
) -> None:
    rules, x, o = board
    grid = oracle.grid_of(x, o, board_of(rules))
    alternate = oracle.count("X", grid) - oracle.count("O", grid) in (0, 1)
    try:
        position = Position(x, o, rules)
    except PositionError:
        assert not alternate
    else:
        assert alternate
        assert grid_of(position) == grid


@pytest.mark.parametrize("wrong", [1.0, "1", None])
def test_a_bitboard_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises(PositionError, match=r"are not bitboards; Position\.parse reads text"):
        Position(wrong)


def test_a_number_of_numpy_makes_a_position_of_plain_ints() -> None:
    position = Position(np.uint16(16), np.uint16(1))  # type: ignore[arg-type] # any integer will do
    assert type(position.x) is type(position.o) is int
    assert position == Position(16, 1)


# What play can reach.


@pytest.mark.parametrize(
    "rules",
    [r for r in SHAPES if r.cells <= 8]
    + [pytest.param(each, marks=pytest.mark.wide) for each in (NORMAL, MISERE)],
    ids=str,
)
def test_exactly_the_positions_of_play_have_no_reason_against_them(rules: Rules) -> None:
    within_reach = set().union(*oracle.reachable(board_of(rules)))
    for marks in product((0, 1, 2), repeat=rules.cells):
        x = sum(1 << cell for cell, mark in enumerate(marks) if mark == 1)
        o = sum(1 << cell for cell, mark in enumerate(marks) if mark == 2)
        if x.bit_count() - o.bit_count() in (0, 1):
            position = Position(x, o, rules)
            assert (position.unreachable is None) == (grid_of(position) in within_reach)


def true_reason(grid: oracle.Grid, board: oracle.Board) -> str | None:
    """The reason in words, from the oracle's lines."""
    mover = oracle.turn(grid)
    last = oracle.other(mover)
    for mark in (mover, last):
        lines = oracle.full_lines(mark, grid, board)
        cells = sorted({oracle.cell_of(square, board) for line in lines for square in line})
        listed = f"cell{'s' * (len(cells) > 1)} " + ", ".join(map(str, cells))
        if lines and mark == mover:
            return f"{mover} has a line ({listed}), but {last} moved last"
        if lines and not set(lines[0]).intersection(*lines[1:]):
            return f"{last} has lines ({listed}) that no single stone completes"
    return None


@pytest.mark.no_cover
def test_the_reason_why_a_position_is_out_of_reach_is_true() -> None:
    board = board_of(NORMAL)
    reasons = set()
    for grid in alternating_grids():
        reason = position_of(grid, NORMAL).unreachable
        assert reason == true_reason(grid, board)
        reasons.add(reason and reason.partition("(")[0])
    # Two lines of three without a common cell need six stones; only five X fit on this board.
    assert reasons == {None, "X has a line ", "O has a line "}


@given(placements(max_side=4))
def test_the_reason_is_true_on_other_boards(position: Position) -> None:
    assert position.unreachable == true_reason(grid_of(position), board_of(position.rules))


def test_two_lines_that_no_single_stone_completes_are_out_of_reach() -> None:
    position = Position.parse("XX../.O.O/..../O.XX", Rules(4, 4, 2))
    assert position.unreachable == (
        "X has lines (cells 0, 1, 14, 15) that no single stone completes"
    )


@given(positions())
def test_whatever_was_played_is_within_reach(position: Position) -> None:
    assert position.unreachable is None


# How it ends.

MARK = {"X": X, "O": O, "draw": None}


def check_outcome(position: Position) -> None:
    outcome = position.outcome
    assert (position.winner, position.is_over) == (outcome and outcome.winner, outcome is not None)
    board, grid = board_of(position.rules), grid_of(position)
    result = oracle.result(grid, board)
    lines = oracle.full_lines("X", grid, board) or oracle.full_lines("O", grid, board)
    if result is None:
        assert position.outcome is None
    elif result == "draw":
        assert position.outcome == Outcome(None, 0, 0)
    else:
        joined = [square for line in lines for square in line]
        first, every = oracle.mask_of(lines[0], board), oracle.mask_of(joined, board)
        assert position.outcome == Outcome(MARK[result], first, every)


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [NORMAL, MISERE], ids=str)
def test_every_position_of_3x3_ends_as_the_oracle_says(rules: Rules) -> None:
    for grid in alternating_grids():
        check_outcome(position_of(grid, rules))


@given(placements())
def test_positions_of_other_boards_end_as_the_oracle_says(position: Position) -> None:
    check_outcome(position)


def test_a_win_on_a_full_board_is_not_a_draw() -> None:
    position = Position.parse("XXX/OXO/OXO")
    assert position.x | position.o == NORMAL.board
    assert position.outcome == Outcome(X, 0b000_000_111, 0b010_010_111)


def test_in_misere_whoever_has_the_line_has_lost() -> None:
    assert Position.parse("XXX/OO./...", MISERE).outcome == Outcome(O, 7, 7)
    assert Position.parse("OOO/XX./X..", MISERE).outcome == Outcome(X, 7, 7)


@cache
def can_end_by_a_line(position: Position) -> bool:
    if position.outcome:
        return position.outcome.winner is not None
    return any(can_end_by_a_line(position.play(cell)) for cell in position.legal_moves)


def test_a_dead_game_cannot_end_by_a_line() -> None:
    dead = [position for position in table(Rules(3, 3, 3)) if position.is_dead]
    assert len(dead) == 40
    assert not any(map(can_end_by_a_line, dead))
    assert not Position.parse("XO./OXX/XOO").is_dead  # it is over


def test_where_both_have_a_line_that_of_x_comes_first() -> None:
    assert Position.parse("OOO/XXX/...").outcome == Outcome(X, 56, 56)


def test_an_outcome_reads_as_a_sentence() -> None:
    assert [str(Outcome(winner, 0, 0)) for winner in (X, O, None)] == ["X wins", "O wins", "draw"]


# The moves.


@given(placements())
def test_turn_ply_sides_and_marks_are_those_of_the_grid(position: Position) -> None:
    grid = grid_of(position)
    flat = oracle.marks(grid)
    assert position.turn == MARK[oracle.turn(grid)]
    assert position.ply == len(flat) - flat.count(".")
    assert [position[cell] for cell in range(len(flat))] == [".XO".index(mark) for mark in flat]
    assert list(position) == [".XO".index(mark) for mark in flat]
    mover, other = oracle.turn(grid), oracle.other(oracle.turn(grid))
    assert position.sides == (oracle.number_of(mover, grid), oracle.number_of(other, grid))


@given(placements())
def test_a_move_is_made_or_refused_as_the_oracle_rules(position: Position) -> None:
    rules, board, grid = position.rules, board_of(position.rules), grid_of(position)
    followers = {oracle.cell_of(s, board): g for s, g in oracle.after(grid, board).items()}
    legal, before = [*followers], (position.x, position.o)
    assert position.legal_moves == legal
    assert position.legal == sum(2**cell for cell in legal)
    for cell in range(rules.cells):
        if cell in legal:
            after = position_of(followers[cell], rules)
            assert position.play(cell) == position.play_unchecked(cell) == after
            continue
        with pytest.raises(IllegalMoveError) as refused:
            position.play(cell)
        if position.outcome:
            assert refused.type is GameOverError
            assert str(refused.value) == (
                f"cell {cell} cannot be played: the game is over ({position.outcome})"
            )
        else:
            assert refused.type is IllegalMoveError
            free = listed(legal)
            mark = oracle.marks(grid)[cell]
            assert str(refused.value) == f"cell {cell} is taken ({mark}); free cells: {free}"
    assert (position.x, position.o) == before


def test_whoever_calls_moves_is_told_of_its_new_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"^Position.moves\(\) is now legal_moves$") as said:
        assert Position().moves() == Position().legal_moves
    assert said[0].filename == __file__


@pytest.mark.parametrize(
    "cell", [-1, 9, 100, "4", None, 4.0, "5", "", "d1", "a0", "a4", "b2 ", "1a"]
)
def test_a_cell_off_the_board_is_refused_even_once_the_game_is_over(cell: Any) -> None:
    for position in (Position(), Position.parse("XXX/OO./...")):
        for attempt in (position.play, position.__getitem__):
            with pytest.raises(CellError) as refused:
                attempt(cell)
            assert str(refused.value) == (
                f"{cell!r} is not a cell of a 3x3 board; cells are 0 to 8, or a1 to c3"
            )


def test_the_marks_are_the_two_bit_patterns() -> None:
    assert (EMPTY, X, O) == (0b00, 0b01, 0b10)
    assert json.dumps([EMPTY, X, O]) == "[0, 1, 2]"


def test_a_mark_reads_as_one_where_a_person_sees_it() -> None:
    won = Position.parse("XXX/OO./...")
    assert repr((won.turn, won["a1"], won.winner)) == "(Mark.O, Mark.X, Mark.X)"
    assert repr(won.outcome) == "Outcome(winner=Mark.X, line=7, lines=7)"
    assert "".join(map(str, won)) == "XXXOO...."
    assert f"{won.turn} {won.turn:d} {won.turn:02b}" == "O 2 10"
    assert pickle.loads(pickle.dumps(won.outcome)) == won.outcome


# A value.


@given(placements())
def test_a_position_does_not_change(position: Position) -> None:
    before = str(position)
    for name in ("x", "o", "rules", "turn", "colour"):
        with pytest.raises(AttributeError) as refused:
            setattr(position, name, 0)
        assert str(refused.value) == f"a Position does not change; {name} cannot be set"
        with pytest.raises(AttributeError) as refused:
            delattr(position, name)
        assert str(refused.value) == f"a Position does not change; {name} cannot be deleted"
    assert str(position) == before


@pytest.mark.no_cover
@given(placements())
def test_copies_and_pickles_are_equal_and_hash_alike(position: Position) -> None:
    pickles = [pickle.dumps(position, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    twins = [pickle.loads(data) for data in pickles]
    twins += [copy.copy(position), copy.deepcopy(position)]
    for twin in twins:
        assert twin == position
        assert hash(twin) == hash(position)


def test_a_pickle_that_was_tampered_with_is_refused() -> None:
    cls, (x, _, rules) = Position(16, 1).__reduce__()
    with pytest.raises(PositionError):
        cls(x, x, rules)


@given(placements())
def test_a_position_reads_back_from_its_text_and_its_repr(position: Position) -> None:
    assert Position.parse(str(position), position.rules) == position
    assert eval(repr(position)) == position


def test_the_repr_names_the_rules_only_where_they_are_not_tic_tac_toe() -> None:
    assert repr(Position(1)) == "Position.parse('X../.../...')"
    in_misere = "Position.parse('X../.../...', Rules.parse('3,3,3,misere'))"
    assert repr(Position(1, rules=MISERE)) == in_misere


def test_the_rules_of_a_position_may_be_text() -> None:
    assert Position(rules="4,4,4") == Position(rules=Rules(4, 4, 4))
    for bitboards in ((0, 0), (4, 4)):
        with pytest.raises(RulesError, match="5 is not a board"):
            Position(*bitboards, 5)  # type: ignore[arg-type] # refused, as it should be


def test_text_that_is_no_position_is_refused_by_what_is_wrong_with_it() -> None:
    with pytest.raises(NotationError):
        Position.parse("XO.")
    with pytest.raises(PositionError):
        Position.parse("XX./.../...")


@pytest.mark.no_cover
def test_positions_of_3x3_are_ordered_by_their_pair_code() -> None:
    every = [position_of(grid, NORMAL) for grid in alternating_grids()]
    by_code = sorted(every, key=lambda position: position.x + position.o * 512)
    assert sorted(every) == by_code
    for low, high in pairwise(by_code):
        assert low < high
        assert low <= high
        assert high > low
        assert not high < low
    assert len(set(every)) == len(every) == 6046


@given(placements(), placements())
def test_positions_are_equal_when_stones_and_rules_are(one: Position, two: Position) -> None:
    same = str(one) == str(two) and one.rules == two.rules
    assert (one == two) == same
    assert (one != two) != same


def test_positions_of_different_rules_differ_and_have_no_order() -> None:
    one, two = Position(), Position(rules=MISERE)
    assert one != two
    with pytest.raises(TypeError):
        _ = one < two
    with pytest.raises(TypeError):
        _ = one < 3
    assert one != 0


# Symmetry.


@pytest.mark.no_cover
@given(placements(), st.data())
def test_the_image_of_a_position_is_a_position_with_the_image_of_its_outcome(
    position: Position, data: st.DataObject
) -> None:
    symmetry = data.draw(st.sampled_from(symmetries(position.rules)))
    image = position.transform(symmetry)
    assert grid_of(image) in set(oracle.images(grid_of(position), board_of(position.rules)))
    assert image.winner is position.winner
    assert (image.unreachable is None) == (position.unreachable is None)
    assert image.canonical() == position.canonical()


@given(placements(kinds=flat_rules), st.sampled_from(Symmetry))
def test_an_inverse_undoes_the_image_of_a_position(position: Position, symmetry: Symmetry) -> None:
    if symmetry in symmetries(position.rules):
        assert position.transform(symmetry).transform(symmetry.inverse) == position
        return
    with pytest.raises(RulesError):
        position.transform(symmetry)


@given(placements())
def test_the_canonical_form_is_the_least_of_the_images(position: Position) -> None:
    images = {position.transform(symmetry) for symmetry in symmetries(position.rules)}
    assert position.canonical() == min(images)
    assert position.images() == sorted(images)


def test_what_is_no_symmetry_is_refused_by_what_was_given() -> None:
    assert symmetries() == symmetries(NORMAL)
    with pytest.raises(RulesError, match=r"has no 'rotate_90'; its symmetries: IDENTITY, MIRROR, "):
        Position().transform("rotate_90")
    with pytest.raises(RulesError, match=r"is not a board; position\.images\(\) has its images"):
        symmetries(Position())  # type: ignore[arg-type] # no board


# Larger boards, played through.


@given(games(max_side=9))
def test_a_long_game_agrees_with_the_oracle_at_every_ply(game: Any) -> None:
    position = Position(rules=game.rules)
    for cell in game.moves:
        check_outcome(position)
        assert position.outcome is None
        position = position.play(cell)
    check_outcome(position)
    assert position == game.position


# By name, and what a position is worth.


def test_a_cell_is_taken_by_name_wherever_one_is_taken() -> None:
    for cell in range(9):
        name = cell_name(cell, NORMAL)
        assert Position().play(name) == Position().play(name.upper()) == Position().play(cell)
        assert Position().play(cell)[name] == X
        moved = Symmetry.ROTATE_90
        assert transform_cell(name, moved, NORMAL) == transform_cell(cell, moved, NORMAL)


def test_the_free_cells_of_a_large_board_are_not_all_listed() -> None:
    position = Position(rules=Rules(9, 9, 5)).play("e5")
    with pytest.raises(IllegalMoveError) as refused:
        position.play(40)
    assert str(refused.value) == (
        "cell 40 is taken (X); free cells: 0, 1, 2, 3, 4, 5, 6, 7 and 72 more"
    )


@pytest.mark.wide
@pytest.mark.parametrize("rules", [NORMAL, MISERE], ids=str)
def test_a_position_knows_what_its_table_says(rules: Rules) -> None:
    solved = table(rules)
    for position in islice(solved, 0, None, 7):
        assert (position.value, position.remoteness) == solved[position]
        assert position.best_moves() == solved.best_moves(position)
        outcome = position.outcome
        assert position.winner == (outcome.winner if outcome else None)
        if outcome:
            assert position.remoteness == 0
            assert position.value == outcome.worth(position.turn)


def test_a_position_of_a_board_without_a_table_names_the_search() -> None:
    position = Position(rules=Rules(9, 9, 5))
    for ask in (lambda: position.value, lambda: position.remoteness, position.best_moves):
        with pytest.raises(TooLargeError, match=r"9,9,5 has 81 cells; .*noughts\.solve searches"):
            ask()


def test_an_end_is_worth_its_opposite_to_the_other_player() -> None:
    for winner, worth in ((X, 1), (O, -1), (None, 0)):
        assert Outcome(winner, 0, 0).worth(X) == -Outcome(winner, 0, 0).worth(O) == worth
