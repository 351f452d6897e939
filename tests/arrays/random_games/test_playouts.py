"""Random games in bulk, as a caller has them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from noughts import Rules
from noughts.arrays.memory import NO_MOVE
from noughts.arrays.random_games import lanes, small_boards
from noughts.arrays.random_games.api import Tally, playout_moves, playouts
from noughts.errors import ArrayError, TooLargeError
from tests import oracle
from tests.strategies import MISERE, NORMAL, board_of
from tests.tools import COMPILED, longer

BOARDS = [NORMAL, Rules(4, 4, 3)]  # one that is counted by slices, and one in lanes


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_boards, "CHUNK", 60)
    monkeypatch.setattr(lanes, "CHUNK", 60 * 16)  # of 4x4, 60 games too


@pytest.mark.wide
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_seed_gives_the_same_games_for_any_number_of_threads(rules: Rules) -> None:
    games = 200 if COMPILED else 80
    tallies = {playouts(games, rules, 5, threads) for threads in (1, 2, 7)}
    assert len(tallies) == 1
    moves = [playout_moves(games, rules, 5, threads).moves.tobytes() for threads in (1, 2, 7)]
    assert len(set(moves)) == 1
    assert len({row.tobytes() for row in playout_moves(games, rules, 5).moves}) > games * 3 // 4
    assert playouts(games, rules, 6) not in tallies
    assert (playout_moves(games, rules).moves != playout_moves(games, rules).moves).any()


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    "rules", [*BOARDS, MISERE, Rules(1, 1, 1), *longer(Rules(1, 3, 3))], ids=str
)
@pytest.mark.parametrize("n", [0, 1, 59, 60, 61, 150])
def test_as_many_games_are_played_as_were_asked_for(rules: Rules, n: int) -> None:
    tally = playouts(n, rules, seed=1)
    assert tally.games == n == tally.x_wins + tally.o_wins + tally.draws == sum(tally.lengths)
    assert len(tally.ended) == len(tally.lengths) == rules.cells + 1
    assert tally.moves == sum(ply * games for ply, games in enumerate(tally.lengths))
    played = playout_moves(n, rules, seed=1)
    assert played.moves.shape == (n, rules.cells)
    assert (played.lengths == (played.moves != NO_MOVE).sum(axis=1)).all()


def test_a_tally_says_who_won_and_in_misere_that_whoever_made_a_line_has_lost() -> None:
    ended = (0, 0, 0, 0, 0, 5, 10, 20, 40, 80)
    normal, misere = Tally(NORMAL, ended, 7), Tally(MISERE, ended, 7)
    assert (normal.x_wins, normal.o_wins) == (105, 50) == (misere.o_wins, misere.x_wins)
    assert normal.lengths == (0, 0, 0, 0, 0, 5, 10, 20, 40, 87)


@pytest.mark.wide
@pytest.mark.parametrize("sliced_cells", [9, 8], ids=["in slices", "in lanes"])
@pytest.mark.parametrize("rules", [NORMAL, MISERE], ids=str)
def test_the_shares_of_many_games_are_near_the_exact_odds(
    rules: Rules, sliced_cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small_boards, "SLICED_CELLS", sliced_cells)
    n = 1_000_000 if COMPILED else 500
    chances = oracle.random_play(oracle.empty(board_of(rules)), board_of(rules))
    tally = playouts(n, rules, seed=2)
    x = float(sum(chance for (result, _), chance in chances.items() if result == "X"))
    assert abs(tally.x_wins - n * x) < 5 * (n * x * (1 - x)) ** 0.5
    for ply, games in enumerate(tally.lengths):
        chance = float(sum(c for (_, plies), c in chances.items() if plies == ply))
        assert abs(games - n * chance) <= 5 * (n * chance * (1 - chance)) ** 0.5


def test_moves_are_written_into_the_caller_s_arrays() -> None:
    moves, lengths = np.zeros((5, 9), np.uint8), np.zeros(5, np.uint8)
    played = playout_moves(5, seed=3, moves=moves, lengths=lengths)
    assert played.moves is moves
    assert played.lengths is lengths
    assert (moves == playout_moves(5, seed=3).moves).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"moves": np.zeros((5, 8), np.uint8)}, r"moves is an array of uint8 \[5, 8\]; .*\[5, 9\]"),
        ({"moves": np.zeros((5, 9), np.int64)}, r"moves is an array of int64"),
        ({"lengths": np.zeros(4, np.uint8)}, r"lengths is an array of uint8 \[4\]; .*uint8 \[5\]"),
        (
            {"lengths": np.zeros(10, np.uint8)[::2]},
            "lengths has gaps; a contiguous array is needed",
        ),
        ({"lengths": np.frombuffer(b"12345", np.uint8)}, "read-only; one of uint8"),
    ],
)
def test_an_array_that_the_games_do_not_fit_is_refused(given: Any, message: str) -> None:
    before = {name: array.copy() for name, array in given.items()}
    with pytest.raises(ArrayError, match=message):
        playout_moves(5, **given)
    assert all((array == before[name]).all() for name, array in given.items())


@pytest.mark.parametrize("play", [playouts, playout_moves])
def test_what_cannot_be_played_is_refused(play: Any) -> None:
    with pytest.raises(ArrayError, match="n is -1; a whole number from 0 is needed"):
        play(-1)
    with pytest.raises(ArrayError, match=r"n is 1\.5; a whole number from 0 is needed"):
        play(1.5)
    with pytest.raises(ArrayError, match="threads is 0; a whole number from 1 is needed"):
        play(1, threads=0)
    with pytest.raises(ArrayError, match="the seed is -1"):
        play(1, seed=-1)
    with pytest.raises(TooLargeError, match="up to 361 cells"):
        play(1, Rules(20, 19, 5))


def test_a_number_of_games_may_be_a_narrow_numpy_scalar() -> None:
    assert playouts(np.uint8(200), seed=1) == playouts(200, seed=1)  # type: ignore[arg-type] # a number too
    assert len(playout_moves(np.uint8(200), seed=1).lengths) == 200  # type: ignore[arg-type] # a number too


def test_an_interruption_stops_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def play(*arguments: Any) -> object:
        chunk = arguments[3]
        played.append(chunk)
        if chunk == 0:
            raise KeyboardInterrupt
        time.sleep(0.001)
        return np.zeros(9, np.int64)

    monkeypatch.setattr("noughts.arrays.random_games.small_boards.count_ends", play)
    with pytest.raises(KeyboardInterrupt):
        playouts(10_000 * small_boards.CHUNK, seed=1, threads=2)
    assert len(played) < 5_000


def test_more_games_than_a_round_has_are_counted_too() -> None:
    tally = playouts(small_boards.ROUND + 100, seed=1)  # of 3x3, whose games are bit-sliced
    assert tally.games == small_boards.ROUND + 100
    assert tally == playouts(small_boards.ROUND + 100, seed=1, threads=1)
