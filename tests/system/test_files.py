"""A file is replaced whole or not at all, and read at any place."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from unittest.mock import Mock

import pytest

from noughts.system.files import alone, checked_path, locked, naming, read_at, replacing, unlock


@pytest.mark.parametrize("sync", [False, True])
def test_a_file_takes_its_place_when_all_of_it_is_written(tmp_path: Path, sync: bool) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with replacing(path, sync) as part:
        part.write_text("new")
        assert path.read_text() == "old"
        assert part.parent.parent == tmp_path
    assert path.read_text() == "new"
    assert [*tmp_path.iterdir()] == [path]


def test_an_error_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    def fill() -> None:
        with replacing(path) as part:
            part.write_text("half of it")
            raise KeyboardInterrupt

    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        fill()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_and_what_it_leads_to_is_made_with_its_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    with replacing(tmp_path / "link") as part:
        part.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "file").read_text() == "new"


def test_what_is_not_a_file_keeps_its_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(FileExistsError, match="is not a file that"), replacing(path):
            pass


def test_the_disk_is_asked_to_keep_the_file_and_its_folder_where_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda opened: kept.append(stat.filemode(os.fstat(opened)[0])))
    for sync, kinds in ((False, ""), (True, "-d")):  # a file, then a folder
        with replacing(tmp_path / "file", sync) as part:
            part.touch()
        assert "".join(mode[0] for mode in kept) == kinds


def test_a_new_file_takes_its_name_only_if_no_other_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(name: str, text: str) -> None:
        with replacing(tmp_path / name, new=True) as part:
            part.write_text(text)

    for name in ("with links", "without"):
        made(name, "first")
        with pytest.raises(FileExistsError):
            made(name, "second")
        assert (tmp_path / name).read_text() == "first"
        monkeypatch.setattr(os, "link", Mock(side_effect=PermissionError))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["with links", "without"]


def test_an_interruption_leaves_no_empty_file_where_a_name_cannot_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(name: str) -> None:
        with replacing(tmp_path / name, new=True) as part:
            part.write_text("all of it")

    monkeypatch.setattr(os, "link", Mock(side_effect=PermissionError))
    for function in ("replace", "close"):  # both after the empty file is there
        with monkeypatch.context() as patch:
            patch.setattr(os, function, Mock(side_effect=KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                made(function)
    assert not [path for path in tmp_path.iterdir() if path.is_file()]
    replace = os.replace

    def late(part: Path, target: Path) -> None:
        replace(part, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", late)
    with pytest.raises(KeyboardInterrupt):
        made("late")
    assert (tmp_path / "late").read_text() == "all of it"


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"], ids=["null", "half a surrogate"])
def test_a_name_that_no_file_can_have_is_refused_as_by_the_system(name: str) -> None:
    with pytest.raises(OSError, match="no file can have this name"):
        checked_path(name)


def test_a_full_disk_is_told_with_the_name_that_was_given_and_other_errors_as_they_are() -> None:
    for number, told in ((errno.ENOSPC, "a/b"), (errno.EACCES, None)):
        with pytest.raises(OSError, match=os.strerror(number)) as raised, naming("a/b"):
            raise OSError(number, os.strerror(number))
        assert raised.value.filename == told


def orphan(folder: Path, name: str = ".noughts-0123abcd.part", age: int = 100) -> Path:
    """What is left of a process that was killed so many seconds ago."""
    left = folder / name
    left.mkdir()
    (left / "file").write_text("half of it")
    then = time.time() - age
    os.utime(left, (then, then))
    return left


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    gone = orphan(tmp_path)
    stay = [
        orphan(tmp_path, ".noughts-0123abce.part", age=10),  # its owner may not yet hold it
        orphan(tmp_path, ".noughts-cache"),
        orphan(tmp_path, "noughts-0123abcd.part"),
    ]
    (tmp_path / ".noughts-01234567.part").symlink_to(stay[1])
    with replacing(tmp_path / "file") as part:
        part.touch()
        assert not gone.exists()
        old = time.time() - 100
        os.utime(part.parent, (old, old))
        with replacing(tmp_path / "other") as other:  # which leaves what has an owner
            other.touch()
        assert part.exists()
    assert all((path / "file").exists() for path in stay)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["file", "other"]


def test_an_open_file_is_locked_for_one_until_it_is_unlocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "file").open("w") as one, (tmp_path / "file").open("r+") as other:
        assert locked(one.fileno())
        assert locked(other.fileno()) is False
        unlock(one.fileno())
        assert locked(other.fileno())
        system = Mock(LOCK_EX=2, LOCK_NB=4, flock=Mock(side_effect=OSError))
        monkeypatch.setitem(sys.modules, "fcntl", system)  # as in some network folders
        assert locked(one.fileno()) is None


def test_a_block_that_runs_alone_waits_for_another_but_not_for_ever_and_leaves_no_file(
    tmp_path: Path,
) -> None:
    path, waits = tmp_path / "lock", list[str]()

    @contextmanager
    def wait() -> Iterator[None]:
        waits.append("begun")
        yield
        waits.append("ended")

    with alone(path, 60, wait):
        assert not waits
        with alone(path, 0.1, wait):  # which has waited long enough
            assert waits == ["begun", "ended"]
    assert not path.exists()
    with path.open("w") as other:
        assert locked(other.fileno())
        Timer(0.1, unlock, [other.fileno()]).start()
        with alone(path, 60, wait):
            assert locked(other.fileno()) is False
    with alone(tmp_path / "missing" / "lock", 60, wait):
        assert waits == ["begun", "ended"] * 2


def test_where_nothing_can_be_locked_or_listed_files_are_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = orphan(tmp_path)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    for name, listing in (("a", os.scandir), ("b", Mock(side_effect=PermissionError))):
        monkeypatch.setattr(os, "scandir", listing)
        with replacing(tmp_path / name) as part:
            part.touch()
        assert (tmp_path / name).exists()
    assert left.exists()


@pytest.mark.parametrize("most", [1, 3, 100])
def test_bytes_at_a_place_are_read_in_however_many_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    (tmp_path / "file").write_bytes(bytes(range(10)))
    pread = os.pread
    monkeypatch.setattr(os, "pread", lambda file, length, at: pread(file, min(length, most), at))
    with (tmp_path / "file").open("rb") as file:
        for at, length in [(0, 10), (2, 5), (7, 5), (10, 1), (3, 0), (3, -1)]:
            assert read_at(file.fileno(), at, length) == bytes(range(10))[at : at + max(length, 0)]
        monkeypatch.delattr(os, "pread")  # as on Windows
        assert read_at(file.fileno(), 2, 5) == bytes([2, 3, 4, 5, 6])


@pytest.mark.wide
def test_a_process_that_is_killed_while_it_writes_leaves_no_file_for_long(tmp_path: Path) -> None:
    program = (
        "import sys, time; from noughts.system.files import read_at, replacing\n"
        "with replacing(sys.argv[1]) as part: part.touch(); print(flush=True); time.sleep(100)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "file")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        (left,) = tmp_path.iterdir()
        old = time.time() - 100
        os.utime(left, (old, old))
        with replacing(tmp_path / "other") as part:
            part.touch()
        assert left.exists()
        process.kill()
    with replacing(tmp_path / "other") as part:
        part.touch()
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


@pytest.mark.parametrize("system", ["with pread", "without"])
def test_a_file_is_read_at_any_place_on_every_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    content = bytes(range(100))
    (tmp_path / "file").write_bytes(content)
    if system == "without":
        monkeypatch.delattr(os, "pread")
    with (tmp_path / "file").open("rb") as file:
        for at, length in ((0, 10), (90, 20), (99, 1), (100, 1), (200, 5), (5, 0), (5, -1)):
            assert read_at(file.fileno(), at, length) == content[at : at + max(length, 0)]


def test_a_read_that_gives_fewer_bytes_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock(side_effect=[b"a", b"bc", b""])
    monkeypatch.setattr("noughts.system.files._read_once", read)
    assert read_at(0, 7, 10) == b"abc"
    assert [call.args for call in read.call_args_list] == [(0, 7, 10), (0, 8, 9), (0, 10, 7)]
