"""Boxes and tori in bulk: every position of small ones, games of larger ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from noughts import Position, Rules, symmetries
from noughts.arrays import Games, Positions, playout_moves, playouts
from noughts.arrays.coding.api import decode, encode
from noughts.arrays.random_games import counting
from noughts.codecs import codec
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table, table
from tests.arrays.boards import STRIDE, some_games, some_positions
from tests.tools import COMPILED, longer, pairs, some
from tests.walked import random_ends

SMALL = ["2x2x2,2", "3,3,3,torus"]
LARGER = ["4x4x4,4", "4,4,3,torus,misere"]
ALL = [*SMALL, *LARGER, "3x3x3,3", "8,8,5,torus"]
# What is compiled is for one board: each check takes a box and a torus, one of them small.
SMALL_BOX = ["2x2x2,2", "4,4,3,torus,misere"]
SMALL_TORUS = ["3,3,3,torus", "4x4x4,4"]


def those(few: list[str]) -> list[Any]:
    """These boards in every check, and all of them in `make longer`."""
    return [*few, *longer(*(text for text in ALL if text not in few))]


def every(rules: Rules) -> list[Position]:
    return list(Table(rules))[::STRIDE] if rules.cells <= 12 else some_positions(rules)


@pytest.mark.wide
@pytest.mark.parametrize("text", those(SMALL_TORUS))
def test_positions_in_bulk_are_what_each_is_alone(text: str) -> None:
    rules = Rules.parse(text)
    alone = every(rules)
    bulk = Positions.of(alone, rules)
    assert list(bulk) == alone
    assert bulk == Positions(bulk.x, bulk.o, rules)
    assert bulk.legal().tolist() == [position.legal for position in alone]
    assert bulk.turns().tolist() == [position.turn for position in alone]
    ends = [position.outcome for position in alone]
    assert bulk.outcomes().tolist() == [0 if end is None else end.winner or 3 for end in ends]
    assert [np.flatnonzero(row).tolist() for row in bulk.action_mask()] == [
        position.moves() for position in alone
    ]
    planes = bulk.planes()
    assert planes.shape == (len(alone), 2, *rules.geometry.sizes)
    assert bulk.planes(channels_last=True).shape == (len(alone), *rules.geometry.sizes, 2)
    sides = [[side >> cell & 1 for side in p.sides for cell in range(rules.cells)] for p in alone]
    assert planes.reshape(len(alone), -1).tolist() == sides


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("text", [*those(SMALL_BOX), "3x3x3x2,3"])
def test_canonical_forms_and_images_are_those_of_each_position(text: str) -> None:
    rules = Rules.parse(text)
    alone = every(rules)
    several = alone[:: max(1, len(alone) // 300)]
    bulk = Positions.of(several, rules)
    assert list(bulk.canonical()) == [position.canonical() for position in several]
    for by in symmetries(rules)[1 :: len(symmetries(rules)) // 3]:
        assert list(bulk.transform(by)) == [position.transform(by) for position in several]
    many = Positions.concatenate([bulk] * (2000 // len(bulk)))  # more than a block of the loop
    assert many.canonical() == Positions.concatenate([bulk.canonical()] * (2000 // len(bulk)))


@pytest.mark.wide
@pytest.mark.parametrize("kept", [False, True], ids=["worked out", "in a file"])
@pytest.mark.parametrize("text", some([*SMALL, "2x2x2x2,2"]))
@pytest.mark.usefixtures("own_tables")
def test_values_in_bulk_are_those_of_each_position(text: str, kept: bool) -> None:
    rules = Rules.parse(text)
    if kept or rules.cells > 12:
        write_table(rules)
    alone = every(rules)
    solved, bulk = table(rules), Positions.of(alone, rules)
    assert bulk.values().tolist() == [solved[position].value for position in alone]
    assert bulk.remoteness().tolist() == [solved[position].remoteness for position in alone]
    best = [sum(1 << cell for cell in solved.best_moves(position)) for position in alone]
    assert bulk.best_moves().tolist() == best


@pytest.mark.wide
@pytest.mark.parametrize("text", those(SMALL_BOX))
def test_codes_in_bulk_are_those_of_each_position(text: str) -> None:
    rules = Rules.parse(text)
    alone = every(rules)
    for name in ("base4", "balanced"):
        one = codec(name, rules)
        if one.bits > 64:
            continue  # arrays hold no such code
        codes = encode(Positions.of(alone, rules), name)
        assert codes.tolist() == [one.encode(position) for position in alone]
        assert list(decode(codes, name, rules)) == alone


@pytest.mark.wide
@pytest.mark.parametrize("text", those(["4x4x4,4"]))
def test_random_games_are_games_of_the_board(text: str) -> None:
    rules = Rules.parse(text)
    moves, lengths = playout_moves(40 // STRIDE + 1, rules, seed=1)
    games = Games(moves, rules)
    assert (games.lengths() == lengths).all()
    for game in games:
        assert game.outcome  # and push has refused none of its moves
    assert list(Games.of(some_games(rules), rules)) == some_games(rules)


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize(
    ("text", "in_slices"), pairs([*SMALL, "3x2x2,2", "4,3,3,torus"], [True, False])
)
def test_the_ends_of_many_games_are_near_the_exact_odds(
    text: str, in_slices: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(text)
    if in_slices and rules.cells > counting.SLICED_CELLS:
        return  # too long to compile
    if not in_slices:
        monkeypatch.setattr(counting, "SLICED_CELLS", 0)
    n = 400_000 if COMPILED else 500
    tally, odds = playouts(n, rules, seed=3), random_ends(rules)
    assert sum(odds.values()) == 1
    assert tally.games == n
    for ply, ended in enumerate(tally.ended):
        chance = float(odds[True, ply])
        assert abs(ended - n * chance) <= 5 * (n * chance * (1 - chance)) ** 0.5
    chance = float(odds[False, rules.cells])
    assert abs(tally.draws - n * chance) <= 5 * (n * chance * (1 - chance)) ** 0.5
