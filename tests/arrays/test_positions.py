"""Positions in bulk do what a loop over positions does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from noughts import NoughtsError, Position, Rules, Symmetry
from noughts.arrays import Positions
from noughts.core.rules import EMPTY, TICTACTOE
from noughts.errors import (
    ArrayError,
    CellError,
    GameOverError,
    IllegalMoveError,
    PositionError,
    TooLargeError,
)
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import table
from tests.arrays.boards import LARGER, STRIDE, every_position, positions_of, some_positions

pytestmark = pytest.mark.plain

every_board = pytest.mark.parametrize("rules", [TICTACTOE, *LARGER], ids=str)
MISERE = Rules(3, 3, 3, misere=True)


def both(rules: Rules) -> tuple[list[Position], Positions]:
    alone = positions_of(rules)
    return alone, Positions.of(alone, rules)


@every_board
def test_positions_go_into_arrays_and_come_back(rules: Rules) -> None:
    alone, bulk = both(rules)
    assert list(bulk) == alone
    assert bulk == Positions(bulk.x, bulk.o, rules)
    assert Positions.of(alone[3:9], rules) == bulk[3:9]
    assert [bulk[item] for item in (0, 4, -1)] == [alone[0], alone[4], alone[-1]]
    assert bulk.x.dtype.itemsize == {9: 2, 16: 2, 30: 4, 64: 8}[rules.cells]


@pytest.mark.long
@every_board
def test_what_the_rules_say_is_what_they_say_of_each_position(rules: Rules) -> None:
    alone, bulk = both(rules)
    assert bulk.legal().tolist() == [position.legal for position in alone]
    assert bulk.turns().tolist() == [position.turn for position in alone]
    assert bulk.plies().tolist() == [position.ply for position in alone]
    assert [*zip(*map(np.ndarray.tolist, bulk.sides()), strict=True)] == [p.sides for p in alone]
    ends = [position.outcome for position in alone]
    assert bulk.outcomes().tolist() == [0 if end is None else end.winner or 3 for end in ends]
    mask = bulk.action_mask()
    assert mask.shape == (len(alone), rules.cells)
    assert mask.dtype == np.bool_
    assert [np.flatnonzero(row).tolist() for row in mask] == [p.moves() for p in alone]


@every_board
def test_every_move_leads_where_it_leads_alone(rules: Rules) -> None:
    pairs = [(p, cell) for p in positions_of(rules) for cell in p.moves()][::STRIDE]
    before = Positions.of([position for position, _ in pairs], rules)
    after = before.play(np.array([cell for _, cell in pairs]))
    assert list(after) == [position.play(cell) for position, cell in pairs]


@every_board
def test_planes_show_the_mover_first(rules: Rules) -> None:
    alone, bulk = both(rules)
    planes = bulk.planes()
    last = bulk.planes(channels_last=True, dtype=np.float32)
    assert planes.dtype == np.bool_
    assert last.dtype == np.float32
    assert planes.shape == (len(alone), 2, *rules.geometry.sizes)
    assert np.array_equal(np.moveaxis(planes, 1, -1), last)
    for position, (mover, other) in zip(alone, planes.reshape(-1, 2, rules.cells), strict=True):
        marks = list(position)
        assert [mark == position.turn for mark in marks] == mover.tolist()
        assert [mark not in (EMPTY, position.turn) for mark in marks] == other.tolist()


@pytest.mark.parametrize("rules", [TICTACTOE, MISERE, Rules(2, 3, 2)], ids=str)
def test_values_remoteness_and_best_moves_are_those_of_the_table(rules: Rules) -> None:
    solved = table(rules)
    alone = list(solved)[::STRIDE]
    bulk = Positions.of(alone, rules)
    assert bulk.values().tolist() == [solved[position].value for position in alone]
    assert bulk.remoteness().tolist() == [solved[position].remoteness for position in alone]
    best = [sum(1 << cell for cell in solved.best_moves(position)) for position in alone]
    assert bulk.best_moves().tolist() == best


@pytest.mark.long
@pytest.mark.usefixtures("own_tables")
def test_values_of_a_board_whose_table_is_a_file_are_those_of_the_file() -> None:
    rules = Rules(1, 13, 3)
    write_table(rules)
    alone = some_positions(rules)
    bulk, solved = Positions.of(alone, rules), table(rules)
    assert bulk.values().tolist() == [solved[position].value for position in alone]
    best = [sum(1 << cell for cell in solved.best_moves(position)) for position in alone]
    assert bulk.best_moves().tolist() == best
    beyond = Positions([0, 0b111000111], [0, 0b111000111000], rules)
    with pytest.raises(PositionError, match="item 1: play cannot reach"):
        beyond.values()


def test_values_of_what_has_none_are_refused() -> None:
    beyond = Positions.of([Position(), Position.parse("XXX/OO./O..")])
    for values in (beyond.values, beyond.remoteness, beyond.best_moves):
        with pytest.raises(PositionError, match=r"item 1: play cannot reach XXX/OO\./O\.\."):
            values()
    with pytest.raises(TooLargeError, match="4,4,4 has 16 cells"):
        Positions.start(2, LARGER[0]).values()


def test_no_positions_at_all_are_no_trouble() -> None:
    none = Positions()
    assert (len(none), list(none), none) == (0, [], Positions.start(0))
    assert [len(part) for part in (none.play([]), none.canonical(), none.values())] == [0, 0, 0]
    assert none.planes().shape == (0, 2, 3, 3)
    assert none.best_moves().tolist() == none.remoteness().tolist() == []


def test_parts_are_chosen_and_joined() -> None:
    bulk = Positions.of(every_position())
    evens, odds = bulk[bulk.plies() % 2 == 0], bulk[bulk.plies() % 2 == 1]
    joined = Positions.concatenate(part for part in (evens, odds))
    assert sorted(joined) == every_position()
    assert list(bulk[[5, 2, 2]]) == [bulk[5], bulk[2], bulk[2]]
    assert bulk != evens
    assert bulk != Positions.start(len(bulk), MISERE)
    assert bulk != "positions"
    assert repr(bulk[:3]) == "<3 positions of 3,3,3>"
    with pytest.raises(PositionError, match="the boards here: 3,3,3, 3,3,3,misere"):
        Positions.concatenate([bulk, Positions.start(1, MISERE)])
    with pytest.raises(PositionError, match="the boards here: none"):
        Positions.concatenate([])


def test_what_is_given_is_not_changed_and_cannot_be_changed_through_it() -> None:
    x, o = np.array([1, 3], np.uint16), np.array([0, 4], np.uint16)
    bulk = Positions(x, o)
    bulk.play([1, 3])
    assert (x.tolist(), o.tolist()) == ([1, 3], [0, 4])
    with pytest.raises(ValueError, match="read-only"):
        bulk.x[0] = 2
    x[0] = 2  # the caller's own array stays the caller's, and is no other's
    assert bulk.x.tolist() == [1, 3]


WRONG: list[tuple[Any, Any, str]] = [
    ([0, 512], [0, 0], "item 1 of x is 512; bitboards are 0 to 511"),
    ([0, 1], [0, -1], "item 1 of o is -1; bitboards are 0 to 511"),
    ([0, 1, 3], [0, 1, 4], "item 1: x=1 and o=1 both hold cell 0"),
    ([0, 1, 3], [0, 0, 0], "item 2: 2 X and 0 O; turns alternate"),
    ([0, 0], [0, 1], "item 1: 0 X and 1 O; turns alternate"),
    ([0, 1], [0], "x has 2 items and o has 1; they must have the same length"),
    ([0.5], [0], "x is an array of float64; integers are needed"),
    ([[0]], [0], r"x has the shape \(1, 1\); an array of one dimension is needed"),
]


@pytest.mark.parametrize(("x", "o", "message"), WRONG)
def test_the_first_item_that_is_no_position_is_named(x: Any, o: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Positions(x, o)


def test_all_pairs_of_bitboards_are_taken_or_refused_as_alone() -> None:
    x, o = (side.ravel() for side in np.meshgrid(np.arange(512), np.arange(512)))
    balance = np.bitwise_count(x).astype(int) - np.bitwise_count(o)
    good = (x & o == 0) & ((balance == 0) | (balance == 1))
    assert good.sum() == len(Positions(x[good], o[good])) == 6046
    for item in np.flatnonzero(~good)[:: 97 * 11 * STRIDE]:
        with pytest.raises(PositionError, match="item 1: "):
            Positions([0, x[item]], [0, o[item]])


ILLEGAL: list[tuple[list[int], type[NoughtsError], str]] = [
    ([1, 0, 0], IllegalMoveError, r"item 1: cell 0 is taken \(X\)"),
    ([1, 1, 8], GameOverError, "item 2: cell 8 cannot be played: the game is over"),
    ([1, 1, 9], CellError, "item 2 of cells is 9; cells are 0 to 8"),
    ([-1, 1, 2], CellError, "item 0 of cells is -1; cells are 0 to 8"),
    ([1, 1], CellError, "2 cells were given for 3 positions"),
]


@pytest.mark.parametrize(("cells", "error", "message"), ILLEGAL)
def test_an_illegal_move_is_named_by_its_item(
    cells: list[int], error: type[NoughtsError], message: str
) -> None:
    bulk = Positions([0, 1, 7], [0, 0, 24])
    with pytest.raises(error, match=message):
        bulk.play(cells)


OBLONG = Positions.start(1, Rules(2, 3, 2))
REFUSED: list[tuple[Callable[[], object], type[NoughtsError], str]] = [
    (lambda: Positions.start(1, Rules(20, 20, 5)), TooLargeError, "up to 361 cells, and 20,20,5"),
    (
        lambda: Positions.of([Position(rules=MISERE)]),
        PositionError,
        "item 0 is Position.parse.*3,3,3,misere.*, which is not a Position of 3,3,3",
    ),
    (lambda: Positions.of([1]), PositionError, "item 0 is 1, which is not a Position of 3,3,3"),  # type: ignore[list-item] # no Position
    (lambda: Positions(5, 5), PositionError, "x has the shape"),
    (lambda: Positions.start(-1), ArrayError, "n is -1; a whole number from 0 is needed"),
    (lambda: Positions.start(2.5), ArrayError, "n is 2.5; a whole number"),  # type: ignore[arg-type] # no int
    (lambda: Positions.start(2)[[[0]]], ArrayError, "chooses an array .1, 1.; positions are"),
    (
        lambda: Positions.start(1, Rules(2, 3, 2)).transform(Symmetry.TRANSPOSE),
        NoughtsError,
        "no TRANSPOSE",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_a_board_cannot_do_is_refused(
    call: Callable[[], object], error: type[NoughtsError], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("text", ["2x3x4,3", "2x2x2x2,2"])
def test_the_planes_of_a_box_have_all_its_sizes(text: str) -> None:
    rules = Rules.parse(text)
    alone = Position(x=1 << 5 | 1 << 13, o=1, rules=rules)
    planes = Positions.of([alone], rules).planes()
    assert planes.shape == (1, 2, *rules.geometry.sizes)
    mover, other = [{*map(tuple, np.argwhere(side).tolist())} for side in planes[0]]
    assert (mover, other) == ({rules.geometry.place(0)}, {*map(rules.geometry.place, (5, 13))})
    last = Positions.of([alone], rules).planes(channels_last=True, dtype=np.float32)
    assert np.array_equal(np.moveaxis(planes, 1, -1), last)
