"""Stores and Parquet of boards whose codes take several words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from noughts import CodeError, Position, Rules
from noughts.arrays import Positions, decode
from noughts.codecs import codec
from noughts.codecs.packing import Packing
from noughts.store import append, create, parquet, read
from noughts.store.header import Header
from tests.arrays.boards import some_games

BOARD = Rules(9, 9, 5)


def positions() -> Positions:
    """Of random games, at every stage."""
    found = []
    for game in some_games(BOARD, 5):
        position = Position(rules=BOARD)
        for cell in game.moves:
            found.append(position)
            position = position.play(cell)
    return Positions.of(found, BOARD)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["pair", "base3"])
def test_what_is_written_is_read_in_whole_and_in_part(name: str, tmp_path: Path) -> None:
    values = positions()
    with create(tmp_path / "codes", name, BOARD, block=16) as writer:
        writer.write(values[:50])
    with append(tmp_path / "codes") as writer:
        writer.write(values[50:])
    held = read(tmp_path / "codes")
    assert held.values() == values
    assert held.values([70, 3, 3]) == values[[70, 3, 3]]
    twin = codec(name, BOARD)
    assert [held[item] for item in (0, 60)] == [twin.encode(values[item]) for item in (0, 60)]
    assert list(held) == [twin.encode(position) for position in values]


@pytest.mark.wide
def test_parquet_holds_words_as_lists_of_fixed_length(tmp_path: Path) -> None:
    values = positions()
    with create(tmp_path / "codes", "pair", BOARD) as writer:
        writer.write(values)
    blocks = list(read(tmp_path / "codes").in_blocks())
    for target in (None, "base4"):
        parquet.write(tmp_path / "table.parquet", iter(blocks), "pair", BOARD, target)
        codes = np.concatenate(list(parquet.read(tmp_path / "table.parquet", "pair", BOARD)))
        assert decode(codes, "pair", BOARD) == values
    assert parquet.rows(tmp_path / "table.parquet") == len(values)


def test_the_header_holds_a_packing_of_whole_bytes() -> None:
    header = Header.of("pair", Rules(15, 15, 5), None, None)
    assert (header.packing.items, header.packing.length) == (1, 57)
    assert header.packing.size == 1 << 456
    assert Header.parse(header.raw).packing.size == header.packing.size
    with pytest.raises(CodeError, match="cannot hold the codes of"):
        Header.of("pair", Rules(15, 15, 5), Packing.plain(448), None)


def test_a_code_that_is_too_large_is_named(tmp_path: Path) -> None:
    with create(tmp_path / "codes", "pair", BOARD) as writer:
        codes = np.zeros((3, 3), np.uint64)
        codes[2, 2] = 1 << 34
        with pytest.raises(CodeError, match=r"item 2 of codes is 5846.*904; codes are 0 to"):
            writer.write_codes(codes)
