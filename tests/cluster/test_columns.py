"""Parquet by partitions, in a folder or at a URL, holds the rows that one file would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import CodeError, Rules, StoreError
from noughts.arrays.coding.converting import converted
from noughts.cluster import read_parquet, write_parquet
from noughts.store import parquet
from tests.cluster.conftest import Started

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
da: Any = pytest.importorskip("dask.array", reason="Dask comes with the extra [cluster]")
pytest.importorskip("pyarrow", reason="PyArrow comes with the extra [parquet]")

CODES = np.arange(0, 765, 11, dtype=np.uint16)


@pytest.fixture(params=["path", "memory"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    return tmp_path / "codes" if request.param == "path" else f"memory://{tmp_path}/codes"


@pytest.mark.parametrize("target", [None, "base3", "canonical"])
def test_what_is_written_is_read_again(
    url: str | Path, target: str | None, started: Started
) -> None:
    codes = da.from_array(CODES, chunks=20)
    with started(2).as_current():
        write_parquet(codes, url, "canonical", target=target)
        found = read_parquet(url, "canonical")
        assert np.array_equal(found.compute(), CODES)
        assert found.chunks == codes.chunks
        assert np.array_equal(
            read_parquet(url, "pair").compute(), converted(CODES, "canonical", "pair")
        )


def test_the_files_are_those_of_the_store(tmp_path: Path) -> None:
    write_parquet(da.from_array(CODES, chunks=50), tmp_path, "canonical", target="canonical")
    parts = [f"part-{number:05}.parquet" for number in range(2)]
    assert sorted(each.name for each in tmp_path.iterdir()) == parts
    read = [np.concatenate([*parquet.read(tmp_path / part, "canonical")]) for part in parts]
    assert np.array_equal(np.concatenate(read), CODES)


def test_codes_of_several_words_are_rows_too(tmp_path: Path) -> None:
    rules = Rules(9, 9, 5)
    codes = np.array([[1, 0, 0], [2, 0, 0], [1 | 2 << 20, 1 << 18, 0]], np.uint64)
    write_parquet(da.from_array(codes, chunks=(2, 1)), tmp_path, "pair", rules)
    assert np.array_equal(read_parquet(tmp_path, "pair", rules).compute(), codes)


def test_a_group_of_rows_is_a_partition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "AT_ONCE", 30)
    parquet.write(tmp_path / "a.parquet", [CODES], "canonical", target="canonical")
    found = read_parquet(tmp_path, "canonical")
    assert found.chunks == ((30, 30, 10),)
    assert np.array_equal(found.compute(), CODES)


def test_no_rows_are_no_rows(tmp_path: Path) -> None:
    write_parquet(da.from_array(CODES[:0], chunks=1), tmp_path, "canonical")
    assert read_parquet(tmp_path, "canonical").compute().tolist() == []


def test_a_row_that_is_refused_is_named_by_its_number_among_all(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    codes = da.from_array(np.array([3, 4, 765], np.uint16), chunks=2)
    with pytest.raises(CodeError, match="item 2: 765"):
        write_parquet(codes, tmp_path / "here", "canonical")
    write_parquet(codes, tmp_path / "there", "base3", target="base3")
    with pytest.raises(CodeError, match="item 2: 765"):
        read_parquet(tmp_path / "there", "pair", source="canonical").compute()


def test_a_folder_without_such_files_is_named(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere", f"memory://{tmp_path}"):
        with pytest.raises(StoreError, match=r"has no files \*\.parquet"):
            read_parquet(folder, "base3")


def test_a_file_that_is_not_parquet_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"something else")
    with pytest.raises(StoreError, match=r"a\.parquet cannot be read as Parquet"):
        read_parquet(tmp_path, "base3")
