"""Codes by partitions are those of whole arrays, and what is refused is named among all items."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from noughts import CodeError, NoughtsError, Position, PositionError, Rules
from noughts.arrays import Positions
from noughts.arrays import decode as decode_here
from noughts.arrays import encode as encode_here
from noughts.arrays.coding.converting import converted
from noughts.cluster import convert, decode, encode, values
from tests.cluster.conftest import Started

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
da: Any = pytest.importorskip("dask.array", reason="Dask comes with the extra [cluster]")

# And another codec of theirs: what both need is compiled for tests/arrays, too.
BOARDS = [
    (Rules(3, 3, 3), "flags"),
    (Rules(2, 3, 3, misere=True), "flags"),
    (Rules(9, 9, 5), "base4"),
]
CHUNKS = (7, 1, 20, 2)


def positions(rules: Rules) -> Positions:
    """30 of them, in random games."""
    draw = random.Random(1)
    found: list[Position] = []
    while len(found) < 30:
        position = Position(rules=rules)
        for cell in draw.sample(range(rules.cells), rules.cells):
            found.append(position)
            if position.outcome or len(found) == 30:
                break
            position = position.play(cell)
    return Positions.of(found, rules)


@pytest.mark.parametrize(
    ("rules", "other", "count"),
    [(*BOARDS[0], 1), (*BOARDS[1], 2), (*BOARDS[2], 2), (*BOARDS[0], 3)],
)
def test_partitions_give_what_arrays_give(
    rules: Rules, other: str, count: int, started: Started
) -> None:
    boards = positions(rules)
    codes = encode_here(boards, "base3")
    parts = da.from_array(codes, chunks=(CHUNKS, *(1 for _ in codes.shape[1:])))
    client = started(count)
    made, here = convert(parts, "base3", other, rules), converted(codes, "base3", other, rules)
    assert made.dtype == here.dtype
    assert np.array_equal(client.compute(made).result(), here)
    x, o = decode(parts, "base3", rules)
    assert np.array_equal(client.compute(x).result(), boards.x)
    assert np.array_equal(client.compute(o).result(), boards.o)
    assert x.chunks[0] == made.chunks[0] == CHUNKS
    assert np.array_equal(client.compute(encode(x, o, "base3", rules)).result(), codes)


def test_values_are_those_of_positions() -> None:
    boards = Positions.start(3).play([0, 4, 8])
    boards = Positions.concatenate([boards, boards.play([4, 0, 1])])
    codes = da.from_array(encode_here(boards, "pair"), chunks=2)
    found = values(codes, "pair")
    assert found.dtype == np.int8
    assert np.array_equal(found.compute(), boards.values())


def test_of_a_game_the_position_at_its_end_is_decoded() -> None:
    records = da.from_array(np.array([7316, 0]), chunks=1)
    x, o = decode(records, "record")
    ends = decode_here([7316, 0], "record").positions()
    assert (x.compute().tolist(), o.compute().tolist()) == (ends.x.tolist(), ends.o.tolist())


def test_no_codes_are_no_codes() -> None:
    nothing = da.from_array(np.array([], np.uint16), chunks=5)
    assert convert(nothing, "base3", "pair").compute().tolist() == []


def test_what_is_refused_is_named_by_its_number_among_all() -> None:
    codes = da.from_array(np.array([0, 1, 2, 765]), chunks=3)
    with pytest.raises(CodeError, match="item 3: 765 is not a code of canonical"):
        convert(codes, "canonical", "pair").compute()
    with pytest.raises(CodeError, match="item 3: 765"):
        values(codes, "canonical").compute()
    side = da.from_array(np.array([0, 0, 0, 3], np.uint16), chunks=3)
    with pytest.raises(PositionError, match="item 3"):
        encode(side, side, "base3").compute()


def test_an_error_of_a_worker_has_its_kind_and_its_item(started: Started) -> None:
    codes = da.from_array(np.array([0, 1, 2, 765]), chunks=3)
    with pytest.raises(CodeError, match="item 3: 765 is not a code of canonical"):
        started(2).compute(decode(codes, "canonical")[0]).result()


def test_codecs_are_refused_before_anything_is_worked_out() -> None:
    codes = da.from_array(np.array([0]), chunks=1)
    with pytest.raises(NoughtsError, match="bass3"):
        convert(codes, "base3", "bass3")
    with pytest.raises(NoughtsError, match="bass3"):
        decode(codes, "bass3")
    with pytest.raises(CodeError, match="record"):
        convert(codes, "base3", "record")


def test_partitions_that_do_not_fit_are_refused() -> None:
    side = da.from_array(np.zeros(4, np.uint16), chunks=2)
    with pytest.raises(NoughtsError, match="x and o have different partitions"):
        encode(side, side.rechunk(4), "base3")
    with pytest.raises(NoughtsError, match="unknown lengths; compute_chunk_sizes"):
        encode(side[side > 0], side[side > 0], "base3")
