"""Boards of several words: random games are legal and fair, and steps refuse what is illegal."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import Game, Rules
from noughts.arrays import Positions, VectorGame, memory, playout_moves, playouts
from noughts.arrays.memory import no_move
from noughts.errors import ArrayError, CellError, IllegalMoveError
from tests.tools import COMPILED, some

TWO, FOUR, SIX = Rules(9, 9, 5), Rules(15, 15, 5, misere=True), Rules(19, 19, 5)

pytestmark = pytest.mark.wide


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
