"""What is written is written on Windows, too."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from noughts import store
from noughts.errors import StoreError
from noughts.system.files import replacing
from tests.commands import good
from tests.system.test_files import orphan
from tests.system.windows import as_on_windows

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can play Windows so")


@pytest.fixture(autouse=True)
def _windows(monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch)


@pytest.mark.parametrize(
    "line",
    [
        "emit c -o FILE.c",
        "certify 2,2,2 -o FILE.txt",
        "solve 2,2,2 --certificate FILE.txt",
        "map 2,2,2 -o FILE.svg",
        "table 2,2,2 -o FILE.table",
        "table 2,2,2 --to FILE.shards",
        "learn menace --board 2,3,3 --games 3 -o FILE.npz",
        "dataset 2,2,2 -o FILE.parquet",
        "pack FILE.noughts --to canonical",
    ],
)
def test_every_command_writes_its_file_and_leaves_nothing_beside_it(
    tmp_path: Path, line: str
) -> None:
    good(*line.replace("FILE", str(tmp_path / "file")).split(), typed="0\n1\n")
    (written,) = tmp_path.iterdir()
    assert written.is_dir() or written.stat().st_size


def test_a_store_grows_has_one_writer_and_is_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with store.create(path, "canonical", block=10) as writer:
        writer.write_codes([1, 2])
        writer.sync()
        with pytest.raises(StoreError, match="has another writer"):
            store.append(path)
        assert store.read(path)[:].tolist() == [1, 2]
    for code in (3, 4):
        with store.append(path) as writer:
            writer.write_codes([code])
    assert store.read(path)[:].tolist() == [1, 2, 3, 4]
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_a_program_has_open_stays_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with (
        path.open() as open_elsewhere,
        pytest.raises(PermissionError, match="a program has it open, and Windows does") as raised,
        replacing(path) as part,
    ):
        part.write_text("new")
    assert raised.value.filename == str(path)
    assert open_elsewhere.closed
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_is_replaced_once_the_program_that_had_it_open_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    indexed = path.open()
    monkeypatch.setattr(time, "sleep", lambda _: indexed.close())
    with replacing(path) as part:
        part.write_text("new")
    assert path.read_text() == "new"


def test_what_a_killed_process_left_is_removed_unless_it_is_held(tmp_path: Path) -> None:
    gone = orphan(tmp_path)
    (gone / ".held").touch()
    os.utime(gone / ".held", (0, 0))
    with replacing(tmp_path / "file") as part:
        part.touch()
        assert not gone.exists()
        os.utime(part.parent / ".held", (0, 0))
        with replacing(tmp_path / "other") as other:
            other.touch()
        assert part.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "other"]


def test_without_any_locks_files_are_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    with store.create(tmp_path / "store", "canonical") as writer:
        writer.write_codes([1])
    assert store.read(tmp_path / "store")[:].tolist() == [1]
    with replacing(tmp_path / "store") as part:
        part.touch()
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
