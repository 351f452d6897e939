"""A store whose writer was killed has every block that was complete, and says what it dropped."""

from __future__ import annotations

import errno
import subprocess
import sys
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from noughts import store
from noughts.errors import StoreError
from noughts.store.header import HEADER_LENGTH

FULL = 10


def some_codes(count: int) -> list[int]:
    return [code * 7 % 765 for code in range(count)]


class Step(NamedTuple):
    """A write or, where there is no `data`, a truncation."""

    at: int
    data: bytes | None

    def part(self, whole: bytes, length: int) -> bytes:
        """The file after so many bytes of this step."""
        assert self.data is not None
        room = whole.ljust(self.at, b"\0")
        return room[: self.at] + self.data[:length] + room[self.at + length :]


class Watched(FileIO):
    """A file that remembers what is done to it, in small pieces, until there is no room."""

    steps: list[Step]
    room = 10**6

    def write(self, data: Any) -> int:
        piece = bytes(data[:7])
        if self.tell() + len(piece) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.steps.append(Step(self.tell(), piece))
        return super().write(piece)

    def truncate(self, length: int | None = None) -> int:
        assert length is not None
        self.steps.append(Step(length, None))
        return super().truncate(length)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    monkeypatch.setattr("noughts.store.writer.FileIO", Watched)
    Watched.steps = []
    return Watched.steps


def moments(whole: bytes, steps: list[Step]) -> Iterator[bytes]:
    """The file as it may be found after a kill, byte by byte."""
    for step in steps:
        if step.data is None:
            whole = whole[: step.at]
            yield whole
            continue
        for length in range(len(step.data)):
            yield step.part(whole, length)
        whole = step.part(whole, len(step.data))
        yield whole


def appended(path: Path, *counts: int) -> None:
    for count in counts:
        with store.append(path) as writer:
            writer.write_codes(some_codes(len(writer) + count)[len(writer) :])


def first_written(path: Path) -> None:
    with store.create(path, "canonical", block=FULL) as writer:
        writer.write_codes(some_codes(2 * FULL + 2))


def test_every_beginning_of_a_file_has_its_complete_blocks(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first_written(path)
    whole = path.read_bytes()
    stride = store.read(path).header.stride
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        if length < HEADER_LENGTH:
            with pytest.raises(StoreError, match=f"ends in its header, after {length} of 80"):
                store.read(path)
            continue
        blocks, torn = divmod(length - HEADER_LENGTH, stride)
        reader = store.read(path)
        assert reader[:].tolist() == some_codes(blocks * FULL)
        if not torn:
            assert reader.dropped is None
            continue
        assert reader.dropped is not None
        assert reader.dropped.startswith(f"block {blocks} was dropped: it ends")
        assert f"after {torn} of " in reader.dropped
        with store.append(path) as writer:
            assert writer.dropped == reader.dropped
            assert len(writer) == blocks * FULL
        assert path.read_bytes() == whole[: HEADER_LENGTH + blocks * stride]


@pytest.mark.parametrize("counts", [(3,), (4,), (8,), (FULL + 4,), (1, 1)])
def test_an_append_that_is_killed_at_any_moment_loses_nothing_that_was_there(
    tmp_path: Path, steps: list[Step], counts: tuple[int, ...]
) -> None:
    path, killed = tmp_path / "store", tmp_path / "killed"
    first_written(path)
    before = path.read_bytes()
    steps.clear()
    appended(path, *counts)
    had = 2 * FULL + 2
    total = had + sum(counts)
    for whole in moments(before, steps[:]):
        killed.write_bytes(whole)
        reader = store.read(killed)
        assert had <= len(reader) <= total
        assert reader[:].tolist() == some_codes(len(reader))
        assert not any(reader.damage())
        had = len(reader)  # and never fewer than a moment before
    assert had == total


def test_after_any_kill_an_append_goes_on_and_may_be_killed_in_turn(
    tmp_path: Path, steps: list[Step]
) -> None:
    path = tmp_path / "store"
    first_written(path)
    before = path.read_bytes()
    steps.clear()
    appended(path, 4)
    for whole in [*moments(before, steps[:])][::5]:
        path.write_bytes(whole)
        held = len(store.read(path))
        steps.clear()
        appended(path, 35 - held)
        again = steps[:]
        reader = store.read(path)
        assert reader[:].tolist() == some_codes(35)
        assert (reader.dropped, any(reader.damage())) == (None, False)
        for found in [*moments(whole, again)][::3]:
            path.write_bytes(found)
            reader = store.read(path)
            assert len(reader) >= held
            assert reader[:].tolist() == some_codes(len(reader))


def test_a_last_block_that_is_damaged_is_cut_off_by_an_append_which_says_so(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store"
    for at, dropped in (
        (-1, "block 2 was cut off: its checksum fails"),
        (-7, "block 2 was dropped: the checksum of its head fails"),
    ):
        path.unlink(missing_ok=True)
        first_written(path)
        whole = bytearray(path.read_bytes())
        whole[at] ^= 1
        path.write_bytes(whole)
        with store.append(path) as writer:
            assert writer.dropped == dropped
            writer.write_codes([1])
        assert store.read(path)[:].tolist() == [*some_codes(2 * FULL), 1]


def test_bytes_behind_the_last_block_are_no_codes(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first_written(path)
    whole = path.read_bytes()
    path.write_bytes(whole + b"...")
    assert store.read(path).dropped == "3 bytes after the last block"
    appended(path, 0)
    assert path.read_bytes() == whole


def test_a_block_in_the_place_of_another_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first_written(path)
    header, whole = store.read(path).header, path.read_bytes()
    first, second = (whole[header.place(block) : header.place(block + 1)] for block in range(2))
    path.write_bytes(whole[:HEADER_LENGTH] + second + first + whole[header.place(2) :])
    assert [str(damage).partition("damaged: ")[2] for damage in store.read(path).damage()] == [
        "it says that it is block 1, of 10 codes",
        "it says that it is block 0, of 10 codes",
        "",
    ]
    path.write_bytes(whole[: header.place(2)] + second + first)
    assert store.read(path).dropped == "block 3 was dropped: it says that it is block 0"


@pytest.mark.parametrize("room", range(HEADER_LENGTH + 46, HEADER_LENGTH + 140, 3))
def test_a_full_disk_is_told_and_costs_no_block_that_was_complete(
    tmp_path: Path, steps: list[Step], monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    path = tmp_path / "store"
    first_written(path)
    had = 2 * FULL + 2
    monkeypatch.setattr(Watched, "room", room)
    steps.clear()
    with pytest.raises(OSError, match="No space left"):
        appended(path, 4 * FULL)
    monkeypatch.undo()
    reader = store.read(path)
    assert len(reader) >= had
    assert reader[:].tolist() == some_codes(len(reader))
    assert not any(reader.damage())
    appended(path, 3)
    assert store.read(path)[:].tolist() == some_codes(len(reader) + 3)


WRITE_FOR_EVER = """
import sys
from noughts import store
writer = store.append(sys.argv[1])
while True:
    writer.write_codes([code * 7 % 765 for code in range(len(writer), len(writer) + 3)])
"""


@pytest.mark.wide
def test_a_process_that_is_killed_leaves_its_complete_blocks(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first_written(path)
    size = path.stat().st_size
    with subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, str(path)]) as process:
        while path.stat().st_size < size + 10_000:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    reader = store.read(path)
    assert len(reader) > 10_000 // reader.header.stride * FULL
    assert reader[:].tolist() == some_codes(len(reader))
    appended(path, 7)
    assert store.read(path)[:].tolist() == some_codes(len(reader) + 7)
