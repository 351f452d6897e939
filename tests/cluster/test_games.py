"""Random games on a cluster are those of one process, with any number of workers."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import ArrayError, MissingExtraError, Rules, TooLargeError
from noughts.arrays import playout_moves as moves_here
from noughts.arrays import playouts as playouts_here
from noughts.arrays.random_games import lanes, small_boards
from noughts.cluster import playout_moves, playouts
from tests.cluster.conftest import Started

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")

BOARDS = [Rules(3, 3, 3), Rules(4, 4, 3)]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few games are many chunks."""
    monkeypatch.setattr(small_boards, "CHUNK", 64)
    monkeypatch.setattr(lanes, "CHUNK", 600)
    monkeypatch.setattr("noughts.cluster.games.PARTITION", 3)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_same_seed_counts_the_same_games(rules: Rules, count: int, started: Started) -> None:
    told: list[tuple[int, int]] = []
    counted = playouts(130, rules, 7, started(count), lambda *done: told.append(done))
    assert counted == playouts_here(130, rules, 7)
    assert told[-1][0] == told[-1][1] > 1


def test_no_games_are_no_work(started: Started) -> None:
    assert playouts(0, seed=1, cluster=started(1)) == playouts_here(0, seed=1)
    assert playouts(1, cluster=started(1)).games == 1


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@pytest.mark.parametrize("n", [0, 1, 201])
def test_the_same_seed_plays_the_same_moves(n: int, rules: Rules, started: Started) -> None:
    here, there = moves_here(n, rules, 9), playout_moves(n, rules, 9)
    assert there.moves.shape == here.moves.shape
    assert there.moves.dtype == here.moves.dtype
    assert there.lengths.dtype == here.lengths.dtype
    moves, lengths = started(2).gather(started(2).compute([*there]))
    assert np.array_equal(moves, here.moves)
    assert np.array_equal(lengths, here.lengths)


def test_arguments_are_refused_before_any_worker_has_them() -> None:
    with pytest.raises(ArrayError, match="n is -1; a whole number from 0"):
        playouts(-1, cluster="not looked at")
    with pytest.raises(ArrayError, match="the seed is 'a'"):
        playout_moves(1, seed="a")  # type: ignore[arg-type] # that is what is tested
    with pytest.raises(TooLargeError):
        playouts(1, Rules(20, 20, 5), cluster="not looked at")


def test_without_the_extra_arrays_of_dask_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.system.extras.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="arrays of Dask need Dask"):
        playout_moves(1)
