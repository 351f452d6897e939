"""Parquet files that are cut, damaged or made to do harm are refused in one line, by their name."""

from __future__ import annotations

import errno
import io
import os
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from noughts.errors import NoughtsError, StoreError
from noughts.store import parquet

WRITTEN = Path(__file__).parents[1] / "data/v0.1"
WHOLE = (WRITTEN / "codes-canonical.parquet").read_bytes()


def read(path: Path, name: str = "canonical") -> int:
    """How many codes a file gives; a refusal is one short line."""
    refusal = ""
    try:
        parquet.rows(path)
        return sum(map(len, parquet.read(path, name)))
    except NoughtsError as error:
        refusal = str(error)
        raise
    finally:
        assert len(refusal) < 1500
        assert "\n" not in refusal


def refused(path: Path, data: bytes) -> bool:
    path.write_bytes(data)
    try:
        read(path)
    except NoughtsError:
        return True
    return False


@pytest.mark.parametrize("length", [*range(0, len(WHOLE), max(1, len(WHOLE) // 60))])
def test_a_file_that_is_cut_anywhere_is_refused(length: int, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(WHOLE[:length])
    with pytest.raises(StoreError, match=r"a\.parquet cannot be read as Parquet: \S"):
        read(path)


def test_a_damaged_byte_ends_in_codes_or_in_a_refusal(tmp_path: Path) -> None:
    chance, path = random.Random(12), tmp_path / "a.parquet"
    told = 0
    for _ in range(300):
        data = bytearray(WHOLE)
        data[chance.randrange(len(data))] = chance.randrange(256)
        told += refused(path, bytes(data))
    assert told > 30


NUMBERS = pa.array([1, 2], pa.uint16())
LISTS = pa.list_(pa.int64(), 1)
COLUMNS: dict[str, dict[str, Any]] = {
    "texts": {"code": ["1", "2"]},
    "floats": {"code": [1.0, 2.5]},
    "truths": {"code": [True, False]},
    "nothing": {"code": pa.array([None, None])},
    "a number that is not there": {"code": [1, None]},
    "lists of any length": {"code": [[1], [2]]},
    "lists of one": {"code": pa.array([[1], [2]], LISTS)},
    "lists of nothing": {"code": pa.array([[], []], pa.list_(pa.int64(), 0))},
    "a list that is not there": {"code": pa.array([[1], None], LISTS)},
    "lists of lists": {
        "code": pa.array([[[1, 2]], [[3, 4]]], pa.list_(pa.list_(pa.int64(), 2), 1))
    },
    "lists of texts": {"code": pa.array([["a"], ["b"]], pa.list_(pa.string(), 1))},
    "structures": {"code": [{"a": 1}, {"a": 2}]},
    "maps": {"code": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64()))},
    "words of texts": {"code": pa.array(["1", "2"]).dictionary_encode()},
    "below zero": {"code": [-1, 2]},
    "beyond": {"code": pa.array([2**63, 2], pa.uint64())},
    "dates": {"code": pa.array([1, 2], pa.date32())},
    "decimals": {"code": pa.array([1, 2], pa.decimal128(10, 2))},
    "boards of texts": {"x": ["1"], "o": ["2"]},
    "boards of lists": {"x": pa.array([[1]], LISTS), "o": pa.array([[2]], LISTS)},
    "one board of a list": {"x": pa.array([[1]], LISTS), "o": [2]},
    "no columns": {},
    "one board": {"x": [1]},
    "many columns": {f"c{number}": [1] for number in range(500)},
    "a long column": {"c" * 10_000: [1]},
}


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
def test_columns_that_are_not_codes_are_refused(columns: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(columns), path)
    for name in ("canonical", "pair", "record"):
        with pytest.raises(NoughtsError):
            read(path, name)


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for names in (["code", "code", "y"], ["x", "x", "o"]):
        pq.write_table(pa.Table.from_arrays([NUMBERS] * 3, names=names), path)
        with pytest.raises(StoreError, match="x and o are needed, or code, each once"):
            read(path)


@pytest.mark.parametrize("field", [b"noughts.rules", b"noughts.codec"])
@pytest.mark.parametrize("said", [b"\xff\xfe", b"x" * 100_000, b"", b"text"])
def test_a_board_and_a_codec_that_are_none_are_refused(
    field: bytes, said: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"code": NUMBERS}).replace_schema_metadata({field: said}), path)
    with pytest.raises(NoughtsError):
        read(path)


def test_a_file_that_says_another_number_of_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    finding = Path(__file__).parents[1] / "data/findings/parquet/390bdafb90739a03"
    path.write_bytes(finding.read_bytes())
    with pytest.raises(StoreError, match=r"is damaged: it says \d+ rows and has \d+$"):
        read(path, "pair")


def test_words_of_numbers_are_read_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"code": NUMBERS.dictionary_encode()}), path)
    assert read(path) == 2


def test_an_error_of_the_system_is_not_a_fault_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.parquet")
    with pytest.raises(IsADirectoryError):
        read(tmp_path)


def test_a_disk_that_fails_is_not_a_fault_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(io.FileIO):
        def read(self, _: int | None = -1) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    path = tmp_path / "a.parquet"
    path.write_bytes(WHOLE)
    monkeypatch.setattr(parquet, "open", Failing, raising=False)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        read(path)
