"""A store whose writer was killed has every block that was complete, and says what it dropped."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from noughts import store
from noughts.arrays.packing import pack
from noughts.errors import StoreError
from noughts.store.commit import Commit
from noughts.store.file_layout import HEADER_LENGTH
from noughts.store.reader import Store
from tests.store.disks import (
    SMALL,
    Memory,
    after_kills,
    created,
    finished,
    flipped,
    reopened,
    some_codes,
)

FULL = SMALL.full


def closed_with(codes: list[int]) -> bytes:
    disk, writer = created(SMALL)
    writer.write_codes(codes)
    writer.close()
    return disk.whole


def appended(whole: bytes, *counts: int) -> Memory:
    """So many codes added in turn, with a sync after each."""
    disk, writer = reopened(whole)
    for count in counts:
        writer.write_codes(some_codes(len(writer) + count)[len(writer) :])
        writer.sync()
    writer.close()
    return disk


def test_a_new_file_has_its_complete_blocks_after_a_kill_at_any_moment() -> None:
    disk, writer = created(SMALL)
    complete = 0
    for count in (3, 4, 25, FULL, 1):
        writer.write_codes(some_codes(len(writer) + count)[len(writer) :])
    for whole in after_kills(b"", disk.log):
        if len(whole) < SMALL.start:
            with pytest.raises(StoreError, match=f"ends in its header, after {len(whole)} of"):
                Store(Memory(whole))
            continue
        reader = Store(Memory(whole))
        blocks, torn = divmod(len(whole) - SMALL.start, SMALL.stride)
        assert len(reader) == blocks * FULL
        assert reader[:].tolist() == some_codes(len(reader))
        said = f"{torn} bytes behind the last code, which no writer has finished" if torn else None
        assert reader.dropped == said
        assert not any(reader.damage())
        again, writer = reopened(whole)
        assert len(writer) == len(reader)
        assert again.whole == whole[: len(whole) - torn]
        complete = max(complete, blocks)
    assert complete == 4


@pytest.mark.wide
@pytest.mark.parametrize(
    "counts", [(3,), (4,), (8,), (FULL + 4,), (1, 1), (2, FULL, 3, 3 * FULL), (0,)]
)
@pytest.mark.parametrize("had", [0, 3, 2 * FULL, 2 * FULL + 2, 2 * FULL + 7])
def test_an_append_that_is_killed_at_any_moment_loses_nothing_that_was_there(
    had: int, counts: tuple[int, ...]
) -> None:
    before = finished(had).whole
    total = had + sum(counts)
    disk = appended(before, *counts)
    for whole in after_kills(before, disk.log):
        reader = Store(Memory(whole))
        assert had <= len(reader) <= total
        assert reader[:].tolist() == some_codes(len(reader))
        assert all("copy of its commit" in damage for damage in reader.damage() if damage)
        assert reader.missing is None
        had = len(reader)  # and never fewer than a moment before
    assert had == total


@pytest.mark.no_cover
def test_after_any_kill_an_append_goes_on_and_may_be_killed_in_turn() -> None:
    before = finished(2 * FULL + 2).whole
    for whole in [*after_kills(before, appended(before, 4, 1).log)][::5]:
        held = len(Store(Memory(whole)))
        again = appended(whole, 35 - held)
        reader = Store(again)
        assert reader[:].tolist() == some_codes(35)
        assert (reader.dropped, any(reader.damage())) == (None, False)
        for found in [*after_kills(whole, again.log)][::3]:
            reader = Store(Memory(found))
            assert len(reader) >= held
            assert reader[:].tolist() == some_codes(len(reader))


def test_codes_that_were_synced_are_read_while_the_writer_holds_more() -> None:
    disk, writer = created(SMALL)
    for count in (0, 3, 4, 13, 24, 30):
        writer.write_codes(some_codes(count)[len(writer) :])
        writer.sync()
        assert Store(disk)[:].tolist() == some_codes(count)
        writer.sync()  # of nothing new
    writer.write_codes(some_codes(37)[30:])
    assert Store(disk)[:].tolist() == some_codes(30)
    writer.write_codes(some_codes(41)[37:])
    assert Store(disk)[:].tolist() == some_codes(40)
    writer.close()
    with pytest.raises(StoreError, match="the writer is closed; append opens the file again"):
        writer.sync()


@pytest.mark.parametrize("room", range(SMALL.start, SMALL.start + 150, 3))
def test_a_full_disk_is_told_and_costs_no_block_that_was_complete(room: int) -> None:
    had = min(2 * FULL + 2, (room - SMALL.start) // SMALL.stride * FULL)
    before = finished(had).whole
    disk, writer = reopened(before, room)
    with pytest.raises(OSError, match="No space left"):
        writer.write_codes(some_codes(had + 10 * FULL)[had:])
    assert disk.closed
    writer.close()
    reader = Store(Memory(disk.whole))
    assert len(reader) >= had
    assert reader[:].tolist() == some_codes(len(reader))
    assert not any(reader.damage())
    assert Store(appended(disk.whole, 3))[:].tolist() == some_codes(len(reader) + 3)


def test_a_disk_that_is_full_at_the_end_loses_the_last_codes_alone() -> None:
    before = finished(2 * FULL + 2).whole
    for room in range(len(before)):
        disk, writer = reopened(before, room)
        writer.write_codes(some_codes(2 * FULL + 9)[len(writer) :])
        with pytest.raises(OSError, match="No space left"):
            writer.close()
        if room > SMALL.start:
            assert Store(Memory(disk.whole))[:].tolist() == some_codes(2 * FULL + 2)


def test_stray_bytes_behind_the_last_code_are_no_codes_and_are_cut_off() -> None:
    for count in range(2 * FULL + 2):
        whole = finished(count).whole
        for stray in (b".", b"\0" * 12, whole[-40:], whole[SMALL.start :], whole):
            reader = Store(Memory(whole + stray))
            assert reader[:].tolist() == some_codes(count)
            assert not any(reader.damage())
            if stray:
                told = f"{len(stray)} bytes behind the last code, which no writer has finished"
                assert reader.dropped == told
                disk, writer = reopened(whole + stray)
                writer.close()
                assert disk.whole == whole


def test_after_every_step_of_an_append_stray_bytes_are_no_codes() -> None:
    before = finished(7).whole
    for whole in after_kills(before, appended(before, 1, FULL, 5).log):
        codes = Store(Memory(whole))[:].tolist()
        for stray in (b"\0", b"stray", whole[SMALL.place(0) : SMALL.place(1)]):
            assert Store(Memory(whole + stray))[:].tolist() == codes


def test_a_full_block_in_the_place_of_the_last_one_is_not_read() -> None:
    whole = finished(2 * FULL + 2).whole
    for block in (whole[SMALL.place(block) : SMALL.place(block + 1)] for block in range(2)):
        reader = Store(Memory(whole[: SMALL.place(2)] + block))
        assert reader[:].tolist() == some_codes(2 * FULL + 2)[: len(reader)]
        assert len(reader) == 2 * FULL + 2


def test_a_last_block_that_is_damaged_is_not_added_to_and_stays_as_it_is() -> None:
    whole = finished(2 * FULL + 7).whole
    damaged = "block 2 of memory, codes 20 to 26, is damaged: its checksum fails"
    with pytest.raises(StoreError, match=damaged):
        reopened(flipped(whole, -1))
    disk, writer = reopened(flipped(whole, SMALL.start))  # of a full block
    writer.write_codes([1])
    writer.close()
    reader = Store(disk)
    assert reader[FULL:].tolist() == [*some_codes(2 * FULL + 7)[FULL:], 1]
    assert [bool(damage) for damage in reader.damage()] == [True, False, False]


def left_by_0_2(blocks: list[list[int]], torn: int = 0) -> Memory:
    """A file whose writer, of 0.2, was interrupted: its last block is counted, and has no trailer.

    So many bytes of that block, from its first, are not there.
    """
    disk, writer = created(SMALL)
    writer.write_codes([code for block in blocks for code in block])
    packed = pack(np.array(blocks[-1], np.uint16), SMALL.packing).tobytes()
    commit = Commit(len(writer), crc32(packed), b"")
    disk.truncate(SMALL.place(len(blocks) - 1))
    disk.write(SMALL.place(len(blocks) - 1), bytes(torn) + packed[torn:])
    disk.write(HEADER_LENGTH, 2 * commit.raw(SMALL))
    return disk


FIRST, SECOND = some_codes(2 * FULL)[:FULL], some_codes(2 * FULL)[FULL:]


@pytest.mark.parametrize("count", [9 * FULL, 2**63 // FULL * FULL])
def test_a_file_that_ends_long_before_its_count_misses_codes(count: int) -> None:
    disk, writer = created(SMALL)
    writer.write_codes(FIRST)
    writer.close()
    disk.write(HEADER_LENGTH, 2 * Commit(count, 1, b"").raw(SMALL))
    reader = Store(Memory(disk.whole))
    assert reader.missing is not None
    assert reader.missing.startswith(f"codes {FULL} to {count - 1} are missing")


@pytest.mark.parametrize(
    ("left", "there", "dropped"),
    [
        (left_by_0_2([FIRST]), FIRST, None),
        (left_by_0_2([FIRST, SECOND]), FIRST + SECOND, None),
        (left_by_0_2([FIRST, SECOND, SECOND]), FIRST + SECOND, 20),  # written a second time
        (left_by_0_2([FIRST, SECOND, SECOND], torn=6), FIRST + SECOND, 20),
        (left_by_0_2([FIRST], torn=6), [], 0),
    ],
    ids=["first", "second", "again", "in part", "damaged"],
)
def test_what_an_interrupted_writer_of_0_2_left_is_read_and_added_to(
    left: Memory, there: list[int], dropped: int | None
) -> None:
    reader = Store(Memory(left.whole))
    assert reader[:].tolist() == there
    assert (reader[-FULL:].tolist(), [*reader]) == (there[-FULL:], there)
    assert not any(reader.damage())
    why = f"a block without new codes, which an interrupted writer left after code {dropped}"
    assert reader.dropped == (None if dropped is None else why)
    for whole in after_kills(left.whole, reopened(left.whole)[0].log):
        assert Store(Memory(whole))[:].tolist() == there
    disk, writer = reopened(left.whole)
    writer.write_codes([1, 2, 3])
    writer.close()
    assert disk.whole == closed_with([*there, 1, 2, 3])


def test_an_interruption_of_the_last_sync_costs_no_code_that_was_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted() -> None:
        if next(times) == 2:  # the first copy of the commit is written, and the second is not
            raise KeyboardInterrupt
        sync()

    disk, writer = created(SMALL)
    times, sync = itertools.count(1), disk.sync
    monkeypatch.setattr(disk, "sync", interrupted)
    with pytest.raises(KeyboardInterrupt), writer:
        writer.write_codes(some_codes(FULL + 7))
    assert disk.closed
    reader = Store(Memory(disk.whole))
    assert reader[:].tolist() == some_codes(FULL + 7)
    assert not any(reader.damage())


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
    path.write_bytes(finished(2 * FULL + 2).whole)
    size = path.stat().st_size
    with subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, str(path)]) as process:
        while path.stat().st_size < size + 10_000:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    reader = store.read(path)
    assert len(reader) > 10_000 // reader.header.stride * FULL
    assert reader[:].tolist() == some_codes(len(reader))
    with store.append(path) as writer:
        writer.write_codes(some_codes(len(reader) + 7)[len(reader) :])
    assert store.read(path)[:].tolist() == some_codes(len(reader) + 7)
