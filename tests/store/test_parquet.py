"""Parquet as other programs see it: its columns, their types, what it says of them, its groups."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from noughts import TICTACTOE, Game, Rules, store
from noughts.arrays import Positions
from noughts.arrays.coding.api import decode, encode
from noughts.codecs import CODECS
from noughts.errors import CodeError, NoughtsError, StoreError
from noughts.store import parquet

POSITIONS = Positions([1, 1, 3, 0], [2, 0, 4, 0])
PAIRS = encode(POSITIONS, "pair")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.parquet"


def test_positions_become_the_columns_of_their_bitboards(path: Path) -> None:
    parquet.write(path, [PAIRS], "pair")
    written = pq.read_table(path)
    assert written.to_pydict() == {"x": [1, 1, 3, 0], "o": [2, 0, 4, 0]}
    assert [str(field.type) for field in written.schema] == ["uint16", "uint16"]
    assert not any(field.nullable for field in written.schema)
    assert written.schema.metadata == {b"noughts.rules": b"3,3,3"}


@pytest.mark.parametrize("target", ["pair", "base3", "canonical"])
def test_with_a_target_they_become_codes_of_it(target: str, path: Path) -> None:
    parquet.write(path, [PAIRS], "pair", target=target)
    written = pq.read_table(path)
    assert written.to_pydict() == {"code": encode(POSITIONS, target).tolist()}
    assert written.schema.metadata == {
        b"noughts.rules": b"3,3,3",
        b"noughts.codec": target.encode(),
    }
    (read,) = parquet.read(path, "base3")
    if target != "canonical":
        assert decode(read, "base3") == POSITIONS


def test_games_are_always_codes_and_name_their_codec(path: Path) -> None:
    games = [Game.parse(text) for text in ("a1 b2 a2 b3 a3", "b2 a1 c3 a3 a2 c2 b3 b1 c1")]
    codes = [CODECS["record"].encode(game) for game in games]
    parquet.write(path, [np.array(codes, np.uint32)], "record")
    written = pq.read_table(path)
    assert written.to_pydict() == {"code": codes}
    assert (written.schema.metadata or {})[b"noughts.codec"] == b"record"
    (read,) = parquet.read(path, "record")
    assert read.tolist() == codes


def test_a_column_without_a_codec_is_of_the_one_that_is_asked_for(path: Path) -> None:
    parquet.write(path, [PAIRS], "pair", target="pair")
    table = pq.read_table(path).replace_schema_metadata({})
    pq.write_table(table, path)
    (read,) = parquet.read(path, "pair")
    assert read.tolist() == PAIRS.tolist()
    (read,) = parquet.read(path, "base3", source="pair")
    assert read.tolist() == encode(POSITIONS, "base3").tolist()


@pytest.mark.parametrize(
    ("name", "board", "codes"),
    [
        ("canonical", "3,3,3", [31, 764, 0]),
        ("record", "3,3,3", [5, 7]),
        ("pair", "9,9,5", [[1, 0, 0]]),
    ],
)
def test_a_store_is_an_arrow_stream_of_the_rows_that_it_would_write(
    path: Path, tmp_path: Path, name: str, board: str, codes: Any
) -> None:
    with store.create(tmp_path / "codes", name, board) as writer:
        writer.write_codes(np.array(codes, np.uint64))
    kept = store.read(tmp_path / "codes")
    parquet.write(path, kept.in_blocks(), name, kept.rules)
    for _ in range(2):  # each time it is read, it begins anew
        streamed = pa.table(kept)
        assert streamed.to_pylist() == pq.read_table(path).to_pylist()
        assert streamed.schema.metadata == pq.read_schema(path).metadata


def test_rows_stand_in_groups_of_as_many_as_are_taken_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "AT_ONCE", 4)
    zeros = [np.zeros(length, PAIRS.dtype) for length in (2, 2, 1, 1, 3, 2)]
    parquet.write(path, iter(zeros), "pair")
    found = pq.ParquetFile(path).metadata
    groups = [found.row_group(number).num_rows for number in range(found.num_row_groups)]
    assert groups == [4, 4, 1, 2]  # the third part, of 1, 1 and 3, is two
    assert parquet.rows(path) == 11
    assert [len(part) for part in parquet.read(path, "pair")] == [4, 4, 3]
    with path.open("rb") as file:
        some = parquet.read_from(file, path, "pair", TICTACTOE, None, [1, 3])
        assert sum(map(len, some)) == 6


def test_a_bad_row_is_named_by_its_number_in_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "AT_ONCE", 3)
    codes = np.array([0, 0, 0, 0, 4], np.uint16)  # XX has two stones of X
    parquet.write(path, [codes], "base3", target="base3")
    with pytest.raises(CodeError, match="item 4"):
        list(parquet.read(path, "pair"))


def test_a_file_of_another_board_is_refused(path: Path) -> None:
    parquet.write(path, [PAIRS], "pair")
    with pytest.raises(StoreError, match=r"is of the board 3,3,3, not of 4,4,4"):
        list(parquet.read(path, "pair", Rules(4, 4, 4)))


def test_boards_of_several_words_are_lists_the_lowest_word_first(path: Path) -> None:
    rules = Rules(9, 9, 5)
    codes = np.zeros((2, 3), np.uint64)
    codes[1, 1] = 1 << (81 - 64)  # O in the first cell
    codes[1, 0] = 2
    parquet.write(path, [codes], "pair", rules)
    written = pq.read_table(path)
    assert written.to_pydict() == {"x": [[0, 0], [2, 0]], "o": [[0, 0], [1, 0]]}
    (read,) = parquet.read(path, "pair", rules)
    assert read.tolist() == codes.tolist()


def test_no_codes_are_a_file_without_rows(path: Path) -> None:
    parquet.write(path, [], "pair")
    assert parquet.rows(path) == 0
    assert list(parquet.read(path, "pair")) == []
    with pytest.raises(NoughtsError):
        list(parquet.read(path, "pair", Rules(4, 4, 4)))


def test_what_is_refused_leaves_the_file_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"older")
    with pytest.raises(CodeError, match="'base5' is not a codec"):
        parquet.write(path, [], "base5")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoughtsError, match="Parquet files need PyArrow"):
        parquet.write(path, [], "base3")
    with pytest.raises(NoughtsError, match="Arrow tables need PyArrow"):
        parquet.stream([], "base3", Rules(3, 3, 3))
    assert path.read_bytes() == b"older"
