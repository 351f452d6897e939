"""Random games move by move are games of `SlowGame`, as often as chance has them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import uint64 as u64

from noughts import Rules
from noughts.arrays import playout_moves, playouts
from noughts.arrays.random_games import move_by_move
from noughts.arrays.random_games.xorshift import states
from noughts.kernels.words import place_of
from tests.games_from_outside import listed as listed
from tests.games_from_outside import slow_game
from tests.slow_game import START
from tests.tools import COMPILED

pytestmark = pytest.mark.usefixtures("listed")

GAMES = ["3,3,3,gravity", "2,3,2,wild", "3,3,3,breaker", "3,3,3,avoider", "2,4,3,stones=2"]


@pytest.mark.parametrize("text", [*GAMES, "9,9,5,gravity,wild,stones=2+2"])
def test_every_move_is_legal_and_a_game_is_played_to_its_end(text: str) -> None:
    game = slow_game(Rules.parse(text))
    moves, lengths = playout_moves(10, text, seed=1)
    for row, length in zip(moves.tolist(), lengths.tolist(), strict=True):
        state = START
        for move in row[:length]:
            assert move in game.moves(state)
            state = game.play(state, move)
        assert not game.moves(state)
        assert {*row[length:]} <= {255}


@pytest.mark.parametrize("text", GAMES)
def test_ends_are_as_frequent_as_those_of_all_games_weighed(text: str) -> None:
    game, n = slow_game(Rules.parse(text)), 4000 if COMPILED else 400
    tally = playouts(n, text, seed=3)
    for (ply, lined), chance in game.random_ends().items():
        found = tally.ended[ply] if lined else tally.without_line
        assert abs(found - n * chance) < 5 * (n * chance * (1 - chance)) ** 0.5 + 1
    assert tally.x_wins + tally.o_wins + tally.draws == tally.games == sum(tally.lengths) == n
    assert abs((tally.x_wins - tally.o_wins) / n - game.expected()) < 5 / n**0.5


def test_a_seed_gives_the_same_games_with_any_number_of_threads_and_fewer_are_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(move_by_move, "CHUNK", 90)  # ten games
    text = "3,3,3,gravity"
    every, alone = (playout_moves(35, text, seed=5, threads=threads) for threads in (3, 1))
    few = playout_moves(15, text, seed=5)
    assert np.array_equal(every.moves, alone.moves)
    assert np.array_equal(every.moves[:15], few.moves)
    tallies = [playouts(35, text, seed=5, threads=threads) for threads in (1, 3)]
    assert tallies[0] == tallies[1]
    assert tallies[0].lengths == tuple(np.bincount(every.lengths, minlength=10).tolist())


def test_a_fraction_that_would_make_a_number_likelier_is_drawn_once_more() -> None:
    words = iter([0, 1 << 32 | 7])  # of 2**32 fractions, the first is one too many for thirds

    def drawn(s0: u64, s1: u64) -> tuple[u64, u64, u64]:
        return u64(next(words)), s0, s1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(move_by_move, "drawn", drawn)
        assert move_by_move.below(states(1, 0, 1), u64(3)) == 0
    assert [*words] == []


def test_the_bit_of_a_rank_is_found() -> None:
    word = 0x8000_0001_0000_0421
    bits = [at for at in range(64) if word >> at & 1]
    with np.errstate(over="ignore"):  # words wrap round
        found = [int(place_of(u64(word), u64(rank))) for rank in range(len(bits))]
    assert found == bits
