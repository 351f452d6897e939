"""Positions in bulk do what a loop over positions does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from noughts import Game, NoughtsError, Position, Rules, Symmetry, symmetries
from noughts.arrays import Games, Positions
from noughts.arrays.boards import from_ints, number_of, words_of
from noughts.arrays.memory import WORD_CELLS
from noughts.core import turns
from noughts.core.bits import cells_of
from noughts.core.rules import EMPTY, TICTACTOE
from noughts.errors import (
    ArrayError,
    CellError,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    PositionError,
    TooLargeError,
)
from noughts.solver.tables.table import table
from tests.arrays.boards import OWNED, SHARED, STRIDE, USUAL, every_position, positions_of
from tests.games_from_outside import listed as listed
from tests.tools import longer

pytestmark = [pytest.mark.plain, pytest.mark.usefixtures("listed")]

MISERE, TWO = Rules(3, 3, 3, misere=True), Rules(9, 9, 5)
OTHERS = [*OWNED, *SHARED]


def in_words(mark: Any) -> list[Any]:
    """Boards of several words, the smaller with this mark."""
    others = ("9,8,5,gravity,stones=2,avoider", "8,9,4,gravity,wild")
    return [*(pytest.param(text, marks=mark) for text in ("9,9,5", *others)), *longer("15,15,5")]


every_game = pytest.mark.parametrize("text", [*USUAL, *OTHERS, *in_words(pytest.mark.wide)])


def both(text: str) -> tuple[Rules, list[Position], Positions]:
    rules = Rules.parse(text)
    alone = positions_of(rules)
    return rules, alone, Positions.of(alone, rules)


def ints(boards: Any) -> list[int]:
    return [number_of(board) for board in boards]


@every_game
def test_positions_go_into_arrays_and_come_back(text: str) -> None:
    rules, alone, bulk = both(text)
    assert list(bulk) == alone
    assert bulk == Positions(np.ascontiguousarray(bulk.x), bulk.o, rules)
    assert Positions.of(alone[3:9], rules) == bulk[3:9]
    assert [bulk[item] for item in (0, 1, -1)] == [alone[0], alone[1], alone[-1]]
    assert list(bulk[[-1, 2, 2]]) == [alone[-1], alone[2], alone[2]]
    assert list(bulk[bulk.plies() % 2 == 1]) == [p for p in alone if p.ply % 2]
    assert Positions.concatenate([bulk[:3], bulk[3:]]) == bulk
    assert list(Positions((), (), rules)) == list(Positions.start(0, rules)) == []
    if rules.cells > 64:
        assert bulk.x.shape == (len(alone), words_of(rules))
        assert bulk.x.flags.f_contiguous
        assert bulk[3:].x.flags.f_contiguous
    elif text in USUAL:
        assert bulk.x.dtype.itemsize == {9: 2, 16: 2, 30: 4, 64: 8}[rules.cells]


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(text, marks=pytest.mark.long) for text in USUAL),
        *OTHERS,
        *in_words(pytest.mark.wide),
    ],
)
def test_what_the_rules_say_is_what_they_say_of_each_position(text: str) -> None:
    rules, alone, bulk = both(text)
    assert ints(bulk.legal()) == [position.legal for position in alone]
    assert bulk.turns().tolist() == [position.turn for position in alone]
    assert bulk.plies().tolist() == [position.ply for position in alone]
    assert [*zip(*map(ints, bulk.sides()), strict=True)] == [p.sides for p in alone]
    ends = [position.outcome for position in alone]
    assert bulk.outcomes().tolist() == [0 if end is None else end.winner or 3 for end in ends]
    mask = bulk.action_mask()
    assert mask.shape == (len(alone), rules.actions)
    assert mask.dtype == np.bool_
    assert [np.flatnonzero(row).tolist() for row in mask] == [p.legal_moves for p in alone]


@every_game
def test_every_move_leads_where_it_leads_alone(text: str) -> None:
    rules, alone, _ = both(text)
    pairs = [(p, move) for p in alone for move in p.legal_moves]
    pairs = pairs[:: STRIDE if rules == TICTACTOE else 1 + len(pairs) // 3000]
    before = Positions.of([position for position, _ in pairs], rules)
    chosen = [move for _, move in pairs]
    assert list(before.play(np.array(chosen))) == [p.play(move) for p, move in pairs]
    wrong = next(n for n, (each, _) in enumerate(pairs) if each.legal != rules.board)
    taken = next(cells_of(pairs[wrong][0].legal ^ rules.board))
    with pytest.raises(IllegalMoveError) as caught:
        before.play([*chosen[:wrong], taken, *chosen[wrong + 1 :]])
    with pytest.raises(IllegalMoveError) as of_one:
        pairs[wrong][0].play(taken)
    assert str(caught.value) == f"item {wrong}: {of_one.value}"
    with pytest.raises(CellError, match=f"item 0 of cells is {rules.actions}; cells are 0 to"):
        before.play([rules.actions, *chosen[1:]])


@pytest.mark.parametrize(
    "text",
    # To turn 64 cells takes long to compile; half of a word of 64 bits turns the same way. A box
    # of 54 cells is two words a position.
    ["3,3,3", "5,7,4", "3x3x3x2,3", *OTHERS, *longer(*USUAL[1:]), *in_words(pytest.mark.wide)],
)
def test_images_and_canonical_forms_are_those_of_each_position(text: str) -> None:
    rules, alone, bulk = both(text)
    assert list(bulk.canonical()) == [position.canonical() for position in alone]
    images = symmetries(rules)
    # Each is a kernel. Of one word, all of a flat board; the canonical form has all of any board.
    few = 8 if rules.cells <= WORD_CELLS else 2
    for by in images[:: max(1, len(images) // few)]:
        assert list(bulk.transform(by)) == [position.transform(by) for position in alone]


@pytest.mark.parametrize(
    "text", [*USUAL, "2x3x4,3", "2x2x2x2,2", pytest.param("9,9,5", marks=pytest.mark.wide)]
)
def test_planes_show_the_mover_first(text: str) -> None:
    rules, alone, bulk = both(text)
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


SOLVED = ["3,3,3", "3,3,3,misere", "2,3,2", "3,3,3,gravity", "3,3,3,stones=2", "3,3,3,avoider"]


@pytest.mark.parametrize("text", [*SOLVED, "2,4,3,gravity,wild,misere"])
def test_values_remoteness_and_best_moves_are_those_of_the_table(text: str) -> None:
    solved = table(Rules.parse(text))
    alone = list(solved)[::STRIDE]
    bulk = Positions.of(alone, solved.rules)
    assert [*zip(bulk.values(), bulk.remoteness(), strict=True)] == [solved[p] for p in alone]
    best = [[*cells_of(int(moves))] for moves in bulk.best_moves()]
    assert best == [solved.best_moves(position) for position in alone]


def test_values_of_a_board_without_a_table_are_refused() -> None:
    with pytest.raises(TooLargeError, match="4,4,4 has 16 cells"):
        Positions.start(2, Rules(4, 4, 4)).values()


@pytest.mark.parametrize("answers", ["", ",gravity", ",stones=2", ",wild", ",gravity,stones=2"])
def test_arrays_hold_what_a_position_holds_and_nothing_else(answers: str) -> None:
    rules, pairs = Rules.parse(f"2,3,2{answers}"), [*product(range(64), repeat=2)]
    held: list[Position] = []
    right = np.zeros(len(pairs), np.bool_)
    for number, (x, o) in enumerate(pairs):
        try:
            held.append(Position(x, o, rules))
        except PositionError:
            continue
        right[number] = True
    all_x, all_o = np.array(pairs, np.uint16).T  # with room for both
    assert ((turns.misplaced(all_x, all_o, rules) == 0) == right).all()
    assert [*Positions(all_x[right], all_o[right], rules)] == held
    with pytest.raises(PositionError, match=f"^item {right.argmin()}: "):
        Positions(all_x, all_o, rules)


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
    ([[0]], [0], r"x has the shape \(1, 1\); an array of one dimension is needed; of boards"),
]


WIDE: list[tuple[list[int], list[int], str]] = [
    ([0, 1 << 80], [0, 1 << 80], "item 1: x=.* both hold cell 80"),
    ([0, 3 << 70], [0, 0], "item 1: 2 X and 0 O; turns alternate"),
    ([0, 1 << 81], [0, 0], "item 1 of word 1 of x is 131072; words are 0 to 131071"),
]


@pytest.mark.parametrize(("x", "o", "message"), [*WRONG, *WIDE])
def test_the_first_item_that_is_no_position_is_named(x: Any, o: Any, message: str) -> None:
    wide = (x, o, message) in WIDE
    with pytest.raises(PositionError, match=message):
        Positions(*((from_ints(x, TWO), from_ints(o, TWO), TWO) if wide else (x, o)))


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
    (lambda: Positions.start(1, Rules(1, 362, 5)), TooLargeError, "up to 361 cells, and 1,362,5"),
    *(
        (partial(Positions, given, given, TWO), PositionError, r"of 9,9,5 are integers \[n, 2\]")
        for given in ([0, 1], [[0, 1, 2]], [[0.5, 1]])
    ),
    (lambda: Positions.start(2, TWO)[[[0]]], ArrayError, "positions are"),
    (
        lambda: Positions.of([Position(rules=MISERE)]),
        PositionError,
        "item 0 is Position.parse.*3,3,3,misere.*, which is not a Position of 3,3,3",
    ),
    (lambda: Positions.of([1]), PositionError, "item 0 is 1, which is not a Position of 3,3,3"),  # type: ignore[list-item] # no Position
    (lambda: Positions(5, 5), PositionError, "x has the shape"),
    (lambda: Positions.start(-1), ArrayError, "n is -1; a whole number from 0 is needed"),
    (lambda: Positions.start(2.5), ArrayError, "n is 2.5; a whole number"),  # type: ignore[arg-type] # no int
    (lambda: np.unique(Positions.start(2)), ArrayError, r"positions\.x .* np\.unique\(encode\("),
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


def test_where_a_move_has_either_mark_games_in_bulk_take_its_number() -> None:
    game = Game.parse("3,3,3,wild: Xa1 Ob2")
    moves = [[*game.moves, *[255] * 7]]
    assert list(Games(moves, "3,3,3,wild")) == [game]
    with pytest.raises(HistoryError, match="game 0 has 18 at ply 0; moves are 0 to 17, and 255"):
        Games([[18, *[255] * 8]], "3,3,3,wild")
    with pytest.raises(IllegalMoveError, match=r"a1|cell 0"):
        Games([[0, 9, *[255] * 7]], "3,3,3,wild")
