"""Games in lanes: their parts on every order of the cells, and whole."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts import Game, Rules
from noughts.arrays import lanes
from noughts.arrays.dtypes import NO_MOVE
from noughts.arrays.lanes import kernel, shape
from noughts.arrays.xorshift import states
from tests import oracle
from tests.strategies import NORMAL, board_of
from tests.tools import COMPILED

SMALL = [Rules(1, 1, 1), Rules(1, 3, 3)]
# 32 and 64 bits a player, as 16 of 3x3.
LARGE = [Rules(5, 5, 4, misere=True), Rules(8, 8, 5)]
FULL = pytest.param(Rules(4, 4, 3), marks=pytest.mark.long)  # of 16 bits, none is to spare


def batches(columns: npt.NDArray[Any], rules: Rules) -> list[npt.NDArray[Any]]:
    """Columns of keys, a game each, in batches of as many lanes as the board has."""
    lanes, _, key, _ = shape(rules)
    columns = np.pad(columns, ((0, 0), (0, -columns.shape[1] % lanes)), mode="edge")
    keys = columns.astype(f"uint{key}")
    return [np.ascontiguousarray(part) for part in np.split(keys, keys.shape[1] // lanes, axis=1)]


def played(order: npt.NDArray[Any], rules: Rules) -> tuple[list[int], list[int]]:
    """How many of the games that take the cells in these orders end at each ply, and the draws."""
    games = order.shape[1]
    lanes, board, _, _ = shape(rules)
    ended = np.zeros(rules.cells, np.int64)
    with np.errstate(over="ignore"):
        for at, keys in enumerate(batches(order, rules)):
            state = np.zeros(4 * lanes, f"uint{board}")
            state[2 * lanes : 3 * lanes] = np.arange(at * lanes, (at + 1) * lanes) < games
            kernel(rules).play(keys, state, ended)
    return ended.tolist(), [games - int(ended.sum())]


def orders(rules: Rules) -> npt.NDArray[Any]:
    """Every order of the cells, a column each."""
    return np.array(list(permutations(range(rules.cells))), np.uint8).T


@pytest.mark.parametrize("rules", [*SMALL, NORMAL], ids=str)
def test_all_orders_of_the_cells_give_the_exact_odds_of_random_play(rules: Rules) -> None:
    if rules == NORMAL and not COMPILED:
        pytest.skip("too many games for the interpreter")
    lined, (drawn,) = played(orders(rules), rules)
    total = factorial(rules.cells)
    chances = {
        ("XO"[ply % 2], ply + 1): Fraction(games, total) for ply, games in enumerate(lined) if games
    }
    if drawn:
        chances["draw", rules.cells] = Fraction(drawn, total)
    board = board_of(rules)
    assert chances == oracle.random_play(oracle.empty(board), board)


def test_draws_of_keys_give_every_order_alike_but_for_ties() -> None:
    rules, random = Rules(1, 3, 3), 5  # random numbers below 5 on 3 cells
    lanes, _, key, cell_bits = shape(rules)
    draws = np.array(list(product(range(random), repeat=rules.cells))).T
    cells = np.arange(rules.cells).reshape(-1, 1)
    seen: Counter[tuple[int, ...]] = Counter()
    kept = np.empty(lanes, f"uint{key}")
    with np.errstate(over="ignore"):
        for at, keys in enumerate(batches(draws << cell_bits | cells, rules)):
            kernel(rules).sort(keys)
            kernel(rules).without_ties(keys, kept)
            there = np.arange(at * lanes, (at + 1) * lanes) < draws.shape[1]
            games = keys.T[(kept == 1) & there] & (1 << cell_bits) - 1
            seen.update(map(tuple, games.tolist()))
    assert set(seen) == set(permutations(range(3)))
    assert set(seen.values()) == {10}  # three of five numbers, in each order


@pytest.mark.parametrize("rules", [NORMAL, LARGE[1]], ids=str)
def test_keys_are_random_bits_above_their_cells(rules: Rules) -> None:
    lanes, _, key_bits, cell_bits = shape(rules)
    start = states(5, 6, lanes * key_bits // 64)
    a, b = (part.copy() for part in np.split(start, 2))
    words = np.empty(rules.cells * len(a), np.uint64)
    with np.errstate(over="ignore"):
        kernel(rules).deal(start, words)
        for cell, keys in enumerate(words.view(f"uint{key_bits}").reshape(rules.cells, lanes)):
            random = (a + b).view(f"uint{key_bits}")
            assert (keys >> cell_bits == random >> cell_bits).all()
            assert (keys & (1 << cell_bits) - 1 == cell).all()
            a ^= a << np.uint64(23)
            a, b = b, a ^ b ^ a >> np.uint64(18) ^ b >> np.uint64(5)


@pytest.mark.parametrize("rules", [NORMAL, *SMALL, *LARGE, FULL], ids=str)
def test_every_move_is_legal_and_the_last_one_ends_the_game(rules: Rules) -> None:
    games = 150 if COMPILED else 20
    moves = np.full((games, rules.cells), 77, np.uint8)
    lengths = np.zeros(games, np.uint8)
    ended = lanes.play(games, rules, 1, 0, moves, lengths)
    expected = np.zeros(rules.cells, np.int64)
    for row, length in zip(moves.tolist(), lengths.tolist(), strict=True):
        game = Game(rules)
        for cell in row[:length]:
            game.push(cell)  # which refuses what is not legal, and any move after the end
        assert game.outcome is not None
        assert row[length:] == [NO_MOVE] * (rules.cells - length)
        if game.outcome.line:
            expected[length - 1] += 1
    assert (ended == expected).all()


def test_the_first_games_are_the_same_whether_more_follow_or_not() -> None:
    few, many = (np.zeros((games, 9), np.uint8) for games in (3, 600))
    for moves in (few, many):
        lanes.play(len(moves), NORMAL, 4, 4, moves, np.zeros(len(moves), np.uint8))
    assert (few == many[:3]).all()


def test_games_are_played_the_same_whether_they_are_written_down_or_not() -> None:
    room = np.zeros((600, 9), np.uint8), np.zeros(600, np.uint8)
    counts = lanes.play(600, NORMAL, 4, 4, *room)
    assert counts.tolist() == lanes.count(600, NORMAL, 4, 4).tolist()
