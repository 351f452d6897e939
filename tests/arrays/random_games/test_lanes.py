"""Games in lanes: their parts on every order of the cells, and whole."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts import Game, Rules
from noughts.arrays.memory import NO_MOVE
from noughts.arrays.random_games import deal_kernel, lanes, lanes_kernel
from noughts.arrays.random_games.lanes import given, rooms, shared
from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES
from noughts.arrays.random_games.xorshift import states
from noughts.kernels.compiler import build
from tests import oracle
from tests.strategies import NORMAL, board_of
from tests.tools import COMPILED, longer, some

SMALL = some([Rules(1, 1, 1), Rules(1, 3, 3)])
EIGHT = Rules(8, 8, 5)
# What other tests compile too: lanes do not ask whether a line wins or loses.
LARGE = [Rules(4, 4, 3), Rules(3, 3, 3, misere=True), *longer(EIGHT, Rules(5, 5, 4))]


def first_place(places: npt.NDArray[Any]) -> int:
    """Places are signed, and the first one is the least number of their type."""
    return int(np.iinfo(places.dtype).min)


def played(all_places: npt.NDArray[Any], rules: Rules) -> tuple[Counter[Any], Counter[int]]:
    """Of games with these places, a column each: the plies of their cells, and of their ends."""
    every_plies: Counter[Any] = Counter()
    every_end: Counter[int] = Counter()
    _, _, places, ranks, plies, x, o, _, ends = rooms(rules)
    kernel = build("lanes", lanes_kernel.insert, lanes_kernel.play, **given(rules))
    for at in range(0, all_places.shape[1], LANES):
        part = all_places[:, at : at + LANES]
        games = part.shape[1]
        places.reshape(-1, LANES)[: rules.cells, :games] = part + first_place(places)
        kernel.insert(places, ranks)
        kernel.play(plies, x, o, ends)
        orders = plies.reshape(-1, LANES)[: rules.cells, :games]
        every_plies.update(map(bytes, orders.T))
        every_end.update(ends[:games].tolist())
    return every_plies, every_end


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize(
    "rules", [*SMALL, Rules(2, 3, 2), Rules.parse("2,4,2,torus"), NORMAL], ids=str
)
def test_all_places_give_every_order_once_and_the_exact_odds_of_random_play(rules: Rules) -> None:
    if rules == NORMAL and not COMPILED:
        pytest.skip("too many games for the interpreter")
    places = np.indices(range(1, rules.cells + 1), np.int16).reshape(rules.cells, -1)
    orders, ends = played(places, rules)
    assert orders.total() == len(orders) == factorial(rules.cells)
    assert set(orders) == {bytes(order) for order in permutations(range(rules.cells))}
    drawn = ends.pop(NO_MOVE, 0)
    chances = {
        ("XO"[ply % 2], ply + 1): Fraction(games, orders.total()) for ply, games in ends.items()
    }
    if drawn:
        chances["draw", rules.cells] = Fraction(drawn, orders.total())
    board = board_of(rules)
    assert chances == oracle.random_play(oracle.empty(board), board)


def whole_parts(number: int, sizes: list[int]) -> tuple[list[int], int]:
    """The whole parts that a fraction of 2**16 has for one size after the other, and what is left.

    All at once: that of the product of the sizes, whose digits these are.
    """
    whole, left = divmod(number * prod(sizes), 1 << 16)
    parts = []
    for size in reversed(sizes):
        whole, part = divmod(whole, size)
        parts.append(part)
    return parts[::-1], left


def sharing(cells: int) -> list[tuple[list[int], int]]:
    """The sizes that share a number, and how many of what they leave are void."""
    groups: list[tuple[list[int], int]] = []
    for size, (is_first, void) in enumerate(shared(cells), 1):
        if is_first or not groups:
            groups.append(([], 0))
        groups[-1][0].append(size)
        groups[-1] = groups[-1][0], void
    return groups


@pytest.mark.parametrize("cells", [1, 2, 9, 25, 64])
def test_every_result_has_the_same_share_of_the_numbers_that_are_not_void(cells: int) -> None:
    groups = sharing(cells)
    assert [size for sizes, _ in groups for size in sizes] == [*range(1, cells + 1)]
    number = np.arange(1 << 16)
    for sizes, void in groups:
        whole, left = divmod(number * prod(sizes), 1 << 16)
        shares = np.bincount(whole[left >= void])
        assert len(shares) == prod(sizes)
        assert set(shares) == {(1 << 16) // prod(sizes)}


@pytest.mark.parametrize("rules", [NORMAL, EIGHT], ids=str)
def test_places_are_whole_parts_of_random_fractions(rules: Rules) -> None:
    start = states(5, 6, GENERATORS)
    a, b = (part.copy() for part in np.split(start, 2))
    room = rooms(rules)
    with np.errstate(over="ignore"):
        build("lanes", deal_kernel.deal, **given(rules)).deal(start, room)
        expected, lost = [], np.zeros(LANES, bool)
        for sizes, limit in sharing(rules.cells):
            random = (a + b).view(np.uint16).tolist() if max(sizes) > 1 else [0] * LANES
            if max(sizes) > 1:
                a ^= a << np.uint64(23)
                a, b = b, a ^ b ^ a >> np.uint64(18) ^ b >> np.uint64(5)
            taken = [whole_parts(number, sizes) for number in random]
            expected += [*zip(*(parts for parts, _ in taken), strict=True)]
            lost |= np.array([left for _, left in taken]) < limit
    places = room.places.reshape(-1, LANES)[: rules.cells].astype(int) - first_place(room.places)
    assert places.tolist() == [*map(list, expected)]
    assert (room.void == lost).all()


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="too many insertions for plain Python")
@pytest.mark.parametrize("cells", [255, 257])
def test_as_many_cells_as_plies_of_a_byte_can_tell_and_more_are_inserted_in_their_places(
    cells: int,
) -> None:
    rules = Rules(1, cells, 5)
    sizes = np.arange(1, cells + 1)[:, np.newaxis]
    drawn = np.random.default_rng(1).integers(0, sizes, (cells, LANES))
    drawn[:, 0], drawn[:, 1] = 0, sizes[:, 0] - 1  # each at the front, and each at the end
    _, _, places, ranks, plies, x, o, _, ends = rooms(rules)
    places.reshape(-1, LANES)[:cells] = drawn + first_place(places)
    kernel = build("lanes", lanes_kernel.insert, lanes_kernel.play, **given(rules))
    kernel.insert(places, ranks)
    kernel.play(plies, x, o, ends)
    orders: list[list[int]] = [[] for _ in range(LANES)]
    for cell, row in enumerate(drawn.tolist()):
        for order, place in zip(orders, row, strict=True):
            order.insert(place, cell)
    assert plies.reshape(-1, LANES)[:cells].T.tolist() == np.argsort(orders, axis=1).tolist()


@pytest.mark.wide
@pytest.mark.parametrize("rules", [NORMAL, *SMALL, *LARGE], ids=str)
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


@pytest.mark.wide
def test_the_first_games_are_the_same_whether_more_follow_or_not() -> None:
    few, many = (np.zeros((games, 9), np.uint8) for games in (3, 600))
    for moves in (few, many):
        lanes.play(len(moves), NORMAL, 4, 4, moves, np.zeros(len(moves), np.uint8))
    assert (few == many[:3]).all()


def test_games_are_played_the_same_whether_they_are_written_down_or_not() -> None:
    room = np.zeros((600, 9), np.uint8), np.zeros(600, np.uint8)
    counts = lanes.play(600, NORMAL, 4, 4, *room)
    assert counts.tolist() == lanes.count_ends(600, NORMAL, 4, 4).tolist()
