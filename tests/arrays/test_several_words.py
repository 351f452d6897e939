"""Boards of several words: positions, games, random games and steps do what each does alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from noughts import Game, Position, PositionError, Rules, symmetries
from noughts.arrays import Games, Positions, VectorGame, memory, playout_moves, playouts
from noughts.arrays.boards import from_ints, number_of, words_of
from noughts.arrays.memory import no_move
from noughts.errors import ArrayError, CellError, HistoryError, IllegalMoveError, TooLargeError
from tests.arrays.boards import some_games
from tests.tools import COMPILED, longer, some

TWO, FOUR, SIX = Rules(9, 9, 5), Rules(15, 15, 5, misere=True), Rules(19, 19, 5)
GAMES = 8 if COMPILED else 2

pytestmark = pytest.mark.wide
each_board = pytest.mark.parametrize("rules", [TWO, *longer(FOUR)], ids=str)
each_width = pytest.mark.parametrize("rules", [TWO, *longer(FOUR, SIX)], ids=str)


@cache
def alone(rules: Rules) -> list[Position]:
    """Positions of random games, every ninth and the last of each."""
    found = []
    for game in some_games(rules, GAMES):
        position = Position(rules=rules)
        for ply, cell in enumerate(game.moves):
            if ply % 9 == 0:
                found.append(position)
            position = position.play(cell)
        found.append(position)
    return found


def numbers(boards: Any) -> list[int]:
    return [number_of(board) for board in boards]


@pytest.mark.plain
@each_width
def test_positions_go_into_arrays_and_come_back(rules: Rules) -> None:
    every, bulk = alone(rules), Positions.of(alone(rules), rules)
    assert list(bulk) == every
    assert bulk.x.shape == (len(every), words_of(rules))
    assert bulk.x.flags.f_contiguous
    assert bulk == Positions(np.ascontiguousarray(bulk.x), bulk.o, rules)
    assert bulk[[5, 2, 2]] == Positions.of([every[5], every[2], every[2]], rules)
    assert list(bulk[bulk.plies() % 2 == 1]) == [p for p in every if p.ply % 2]
    assert Positions.concatenate([bulk[:3], bulk[3:]]) == bulk
    assert bulk[3:].x.flags.f_contiguous
    assert list(Positions((), (), rules)) == list(Positions.start(0, rules)) == []


@each_board
def test_what_the_rules_say_is_what_they_say_of_each_position(rules: Rules) -> None:
    every, bulk = alone(rules), Positions.of(alone(rules), rules)
    assert numbers(bulk.legal()) == [position.legal for position in every]
    assert bulk.turns().tolist() == [position.turn for position in every]
    assert bulk.plies().tolist() == [position.ply for position in every]
    assert [*zip(*map(numbers, bulk.sides()), strict=True)] == [p.sides for p in every]
    ends = [position.outcome for position in every]
    assert bulk.outcomes().tolist() == [0 if end is None else end.winner or 3 for end in ends]
    assert [np.flatnonzero(row).tolist() for row in bulk.action_mask()] == [
        position.moves() for position in every
    ]
    planes = bulk.planes().reshape(len(every), 2, rules.cells)
    for position, (mover, _) in zip(every, planes, strict=True):
        assert [mark == position.turn for mark in position] == mover.tolist()


@each_board
def test_every_move_leads_where_it_leads_alone(rules: Rules) -> None:
    pairs = [(p, cell) for p in alone(rules) for cell in p.moves()[::11]]
    after = Positions.of([p for p, _ in pairs], rules).play(np.array([c for _, c in pairs]))
    assert list(after) == [position.play(cell) for position, cell in pairs]


@pytest.mark.plain
@each_board
def test_images_and_canonical_forms_are_those_of_each_position(rules: Rules) -> None:
    every, bulk = alone(rules), Positions.of(alone(rules), rules)
    assert list(bulk.canonical()) == [position.canonical() for position in every]
    by = symmetries(rules)[-1]
    assert list(bulk.transform(by)) == [position.transform(by) for position in every]


WRONG: list[tuple[list[int], list[int], str]] = [
    ([0, 1 << 80], [0, 1 << 80], "item 1: x=.* both hold cell 80"),
    ([0, 3 << 70], [0, 0], "item 1: 2 X and 0 O; turns alternate"),
    ([0, 1 << 81], [0, 0], "item 1 of word 1 of x is 131072; words are 0 to 131071"),
]


@pytest.mark.plain
@pytest.mark.parametrize(("x", "o", "message"), WRONG)
def test_the_first_item_that_is_not_a_position_is_named(
    x: list[int], o: list[int], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        Positions(from_ints(x, TWO), from_ints(o, TWO), TWO)


@pytest.mark.plain
def test_arrays_of_another_shape_are_refused() -> None:
    for given in ([0, 1], [[0, 1, 2]], [[0.5, 1]]):
        with pytest.raises(
            PositionError, match=r"9,9,5 are integers \[n, 2\], the word of the low"
        ):
            Positions(given, given, TWO)
    with pytest.raises(ArrayError, match="positions are"):
        Positions.start(2, TWO)[[[0]]]
    for large in (Rules(20, 20, 5), Rules(1, 362, 5)):
        with pytest.raises(TooLargeError, match="up to 361 cells, and"):
            Positions.start(1, large)


def test_an_illegal_move_is_named_by_its_item() -> None:
    bulk = Positions.of([Position(rules=TWO), Position(rules=TWO).play(70)], TWO)
    with pytest.raises(IllegalMoveError, match=r"item 1: cell 70 is taken \(X\)"):
        bulk.play([70, 70])
    with pytest.raises(CellError, match="item 0 of cells is 81; cells are 0 to 80"):
        bulk.play([81, 0])


@pytest.mark.parametrize("rules", [TWO, pytest.param(SIX, marks=pytest.mark.longer)], ids=str)
def test_games_are_played_and_checked(rules: Rules) -> None:
    every = some_games(rules, GAMES)
    bulk = Games.of(every, rules)
    assert list(bulk) == every
    assert bulk.moves.dtype == (np.uint8 if rules == TWO else np.uint16)
    assert Games(bulk.moves.astype(np.int64), rules) == bulk
    assert list(bulk.positions()) == [game.position for game in every]
    assert bulk.lengths().tolist() == [len(game.moves) for game in every]
    moves = bulk.moves.copy()
    moves[1, 4] = moves[1, 0]
    with pytest.raises(IllegalMoveError, match=f"item 1: .*cell {moves[1, 0]} is taken"):
        Games(moves, rules)
    moves[1, 3] = no_move(rules)
    with pytest.raises(HistoryError, match=r"game 1 has .* at ply 4"):
        Games(moves, rules)


@pytest.mark.parametrize("rules", some([TWO, FOUR, SIX], 3) if COMPILED else [TWO], ids=str)
def test_random_games_are_legal_to_their_end_and_counted_as_they_are_written(rules: Rules) -> None:
    n = 40 if COMPILED else 3
    moves, lengths = playout_moves(n, rules, seed=1, threads=1)
    ended = [0] * (rules.cells + 1)
    for row, length in zip(moves.tolist(), lengths.tolist(), strict=True):
        game = Game(rules)
        for cell in row[:length]:
            game.push(cell)
        assert game.outcome is not None
        assert row[length:] == [no_move(rules)] * (rules.cells - length)
        ended[length] += bool(game.outcome.line)
    assert playouts(n, rules, seed=1).ended == tuple(ended)


@pytest.mark.skipif(not COMPILED, reason="too many games for the interpreter")
def test_random_games_on_one_row_end_with_the_exact_odds() -> None:
    """With k = 1 the first stone ends the game; with k = 2 on a row, X's chance at ply 3 is exact.

    The third stone lies beside the first in 2 (cells - 1) of cells (cells - 1) ways.
    """
    rules = Rules(1, 70, 2)
    tally = playouts(200_000, rules, seed=3)
    assert abs(tally.ended[3] / tally.games - 2 / rules.cells) < 0.0015  # five standard errors
    assert playouts(50, Rules(1, 70, 1), seed=3).ended[1] == 50


@each_board
@pytest.mark.parametrize("form", ["compact", "learning"])
def test_stepped_games_go_as_each_of_them_alone(rules: Rules, form: str) -> None:
    n = 131 if COMPILED else 3  # more than a tile
    draw = np.random.default_rng(1)
    games = VectorGame(n, rules, form)
    kept = VectorGame(n, rules, form)
    positions, out = [Position(rules=rules)] * n, kept.outputs()
    for _ in range(rules.cells + 20 if rules == TWO and COMPILED else 20):
        drawn = [int(draw.choice(position.moves())) for position in positions]
        cells = np.array(drawn, games._cells_dtype)
        moved = [position.play(cell) for position, cell in zip(positions, drawn, strict=True)]
        step = games.step(cells)
        assert kept.step_unchecked(cells, out) is out
        assert all((a == b).all() for a, b in zip(step, out, strict=True))
        ends = [position.outcome for position in moved]
        assert step.done.tolist() == [end is not None for end in ends]
        worth = -1 if rules.misere else 1
        assert step.reward.tolist() == [worth * bool(end and end.line) for end in ends]
        positions = [Position(rules=rules) if p.outcome else p for p in moved]
        assert games.positions() == Positions.of(positions, rules)
        legal = [position.legal for position in positions]
        if form == "compact":
            assert numbers(step.legal) == legal
        else:
            assert [sum(1 << int(c) for c in np.flatnonzero(row)) for row in step.legal] == legal
        assert (games.legal() == step.legal).all()


@pytest.mark.plain
@pytest.mark.parametrize("form", ["compact", "learning"])
def test_an_illegal_cell_is_named_and_changes_nothing(form: str) -> None:
    n = 200 if COMPILED else 3
    games = VectorGame(n, TWO, form)
    games.step(np.full(n, 70, games._cells_dtype))
    before = games.positions()
    for wrong, message in ((70, "cell 70 is taken"), (81, "81 is not a cell of a 9x9 board")):
        cells = np.full(n, 3, games._cells_dtype)
        cells[n - 2 :] = wrong
        with pytest.raises((CellError, IllegalMoveError), match=f"item {n - 2}: {message}"):
            games.step(cells)
    assert games.positions() == before
    games.reset()
    assert games.positions() == Positions.start(n, TWO)


@pytest.mark.skipif(not COMPILED, reason="threads share compiled loops")
@pytest.mark.parametrize("form", ["compact", "learning"])
def test_threads_share_the_work_to_the_same_results(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LEAST_PART", 64)
    one, two = (VectorGame(500, TWO, form, threads=count) for count in (1, 2))
    for cell in (80, 3, 64, 1):
        cells = np.full(500, cell, one._cells_dtype)
        assert all((a == b).all() for a, b in zip(one.step(cells), two.step(cells), strict=True))
    assert one.positions() == two.positions()
    with pytest.raises(IllegalMoveError, match="item 0: cell 64 is taken"):
        two.step(cells * 64)


@pytest.mark.plain
def test_a_result_laid_out_otherwise_is_refused() -> None:
    games = VectorGame(3, TWO)
    out = games.outputs()._replace(legal=np.empty((3, 2), np.uint64))
    with pytest.raises(ArrayError, match="legal of out has gaps or is not aligned"):
        games.step(np.zeros(3, np.uint8), out)
