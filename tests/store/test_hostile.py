"""Files that somebody made to do harm take no more than their size, and are never read as codes."""

from __future__ import annotations

import itertools
import os
import resource
import subprocess
import sys
import tracemalloc
from io import FileIO
from pathlib import Path
from zlib import crc32

import pytest

from noughts import TICTACTOE, Rules, store
from noughts.arrays.packing import codes_of, pack
from noughts.codecs.packing import Packing
from noughts.errors import StoreError
from noughts.store.commit import Commit
from noughts.store.disk import lock
from noughts.store.file_layout import HEADER_LENGTH, Header
from noughts.store.reader import Store
from noughts.store.writer import resumed
from tests.store.disks import (
    SMALL,
    Memory,
    created,
    finished,
    flipped,
    reopened,
    some_codes,
)


def file_of(header: Header, commit: Commit, rest: bytes = b"") -> Memory:
    """A file with this commit, whose checksums are right."""
    return Memory(header.raw + 2 * commit.raw(header) + rest)


@pytest.mark.parametrize("count", [3, 11, 2**32 * 10, 2**62, 2**63 - 1])
@pytest.mark.parametrize("full", [10, 2**32 - 6])
def test_a_commit_of_codes_that_are_not_there_takes_no_memory(full: int, count: int) -> None:
    header = Header.of("canonical", TICTACTOE, None, full)
    disk = file_of(header, Commit(count, 0, bytes(6)), bytes(28))
    tracemalloc.start()
    reader = Store(disk)
    assert len(reader) == count
    for chosen in (slice(None), slice(None, None, 3), slice(-2, None), -1, [0, -1]):
        with pytest.raises(StoreError, match=r"are missing: it has|is damaged: "):
            reader[chosen]
    assert [*filter(None, reader.damage())]
    with pytest.raises(StoreError, match=r"cannot be added to|is damaged"):
        resumed(reader)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_a_commit_of_more_codes_than_can_be_counted_is_not_intact() -> None:
    with pytest.raises(StoreError, match="memory has lost both copies of its commit"):
        Store(file_of(SMALL, Commit(2**63, 0, bytes(6))))


@pytest.mark.wide
def test_a_writer_takes_as_much_memory_as_its_codes_whatever_the_block() -> None:
    def session(full: int) -> Memory:
        disk, writer = created(Header.of("canonical", TICTACTOE, None, full))
        for start in range(0, 3000, 100):
            writer.write_codes(some_codes(3000)[start : start + 100])
        writer.close()
        again, writer = reopened(disk.whole)
        writer.write_codes([1])
        writer.close()
        return again

    session(4000)  # what is compiled takes memory too, once
    tracemalloc.start()
    disk = session(2**32 - 6)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert Store(disk)[:].tolist() == [*some_codes(3000), 1]


def test_a_copy_of_the_commit_that_is_damaged_is_told_and_written_again() -> None:
    disk = finished(22)
    length = SMALL.commit_length
    for copy, name in enumerate(("first", "second")):
        damaged = flipped(disk.whole, HEADER_LENGTH + copy * length + 3)
        reader = Store(Memory(damaged))
        assert reader[:].tolist() == some_codes(22)
        told = [*filter(None, reader.damage())]
        assert told == [f"memory: the {name} copy of its commit is damaged"]
        mended, writer = reopened(damaged)
        writer.close()
        assert mended.whole == disk.whole
    both = flipped(disk.whole, HEADER_LENGTH + 3, HEADER_LENGTH + length + 3)
    with pytest.raises(StoreError, match="memory has lost both copies of its commit, which says"):
        Store(Memory(both))


def test_a_commit_that_is_being_written_is_read_again() -> None:
    disk = finished(22)
    whole, torn = disk.whole, bytearray(disk.whole)
    torn[HEADER_LENGTH + 3] ^= 1

    class Changing(Memory):
        """The first copy is half written when it is read first."""

        def read(self, at: int, length: int) -> bytes:
            if at == HEADER_LENGTH:
                self.whole, found = whole, self.whole[at : at + length]
                return found
            return super().read(at, length)

    assert not any(Store(Changing(bytes(torn))).damage())

    class NeverTheSame(Memory):
        """Neither copy is ever intact, and what they hold changes all the time."""

        times = itertools.count()

        def read(self, at: int, length: int) -> bytes:
            found = super().read(at, length)
            return bytes([next(self.times) % 256]) + found[1:] if at == HEADER_LENGTH else found

    torn[HEADER_LENGTH + SMALL.commit_length + 3] ^= 1
    with pytest.raises(StoreError, match="memory has lost both copies of its commit"):
        Store(NeverTheSame(bytes(torn)))


def crafted(header: Header, codes: list[int], full: int) -> Memory:
    """A file of full blocks and a last one, all with right checksums, of whatever codes."""
    blocks, last = b"", b""
    for start in range(0, len(codes), full):
        packed = pack(codes_of(codes[start : start + full], header.packing), header.packing)
        if len(codes) - start < full:
            last = packed.tobytes()
        else:
            trailer = header.trailer(start // full, full, crc32(packed.data))
            blocks += packed.tobytes() + trailer
    length = header.packing.length if len(codes) % header.packing.items else 0
    stands, rest = last[: len(last) - length], last[len(last) - length :]
    return file_of(header, Commit(len(codes), crc32(last), rest), blocks + stands)


@pytest.mark.parametrize("bad", [3, 13, 23])
def test_a_code_that_the_packing_can_hold_and_the_codec_cannot_is_damage(bad: int) -> None:
    header = Header.of("canonical", TICTACTOE, Packing.plain(10), 8)
    codes = some_codes(27)
    assert Store(crafted(header, codes, 8))[:].tolist() == codes
    codes[bad] = 800
    reader = Store(crafted(header, codes, 8))
    told = f"code {bad} is 800; canonical codes are 0 to 764"
    damage = [*reader.damage()]
    assert [bool(each) for each in damage] == [block == bad // 8 for block in range(4)]
    assert told in str(damage[bad // 8])
    for chosen in (slice(None), bad, [0, bad]):
        with pytest.raises(StoreError, match=told):
            reader[chosen]
    if bad < 24:
        resumed(reader)
    else:
        with pytest.raises(StoreError, match=told):
            resumed(reader)


def test_a_long_code_beyond_those_of_the_codec_is_damage_too() -> None:
    rules = Rules(6, 6, 4)
    header = Header(rules, "base3", Packing.plain(72), 8)
    codes = [0, 3**36 - 1, 3**36, 1]
    with pytest.raises(StoreError, match=f"code 2 is {3**36}; base3 codes are 0 to {3**36 - 1}"):
        Store(crafted(header, codes, 8))[:]


def test_bytes_that_no_codes_give_are_damage() -> None:
    disk, writer = created(SMALL)
    writer.write_codes(some_codes(10))
    packed = b"\xff" * 12
    trailer = SMALL.trailer(1, 10, crc32(packed))
    found = Memory(disk.whole + packed + trailer)
    assert [bool(damage) for damage in Store(found).damage()] == [False, True]
    last = file_of(SMALL, Commit(6, crc32(packed), packed[6:]), packed[:6])
    with pytest.raises(StoreError, match="block 0 of memory, codes 0 to 5, is damaged: block 0 is"):
        resumed(Store(last))


def test_a_file_that_is_cut_off_while_it_is_read_is_told() -> None:
    disk = finished(27)
    reader = Store(disk)
    assert reader[:].tolist() == some_codes(27)
    disk.whole = disk.whole[: SMALL.place(1) + 3]
    assert reader[:10].tolist() == some_codes(10)
    for chosen in (slice(10, 20), slice(20, 25), slice(0, 20)):
        with pytest.raises(StoreError, match="is damaged: it has been cut off since"):
            reader[chosen]


def test_blocks_that_are_read_together_are_checked_one_by_one() -> None:
    disk = finished(57)
    for block in range(5):
        for at in (SMALL.place(block) + 3, SMALL.trailer_at(block) + 2, SMALL.trailer_at(block)):
            damaged = flipped(disk.whole, at)
            reader = Store(Memory(damaged))
            with pytest.raises(StoreError, match=f"block {block} of memory, codes {block * 10} to"):
                reader[:]
            first, behind = reader[: block * 10], reader[(block + 1) * 10 :]
            assert [*first, *behind] == some_codes(57)[: block * 10] + some_codes(57)[
                block * 10 + 10 :
            ]


def test_long_blocks_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.store.disk.PIECE", 7)
    monkeypatch.setattr("noughts.store.checked_blocks.PIECE", 7)
    monkeypatch.setattr("noughts.store.reader.AT_ONCE", 4)
    disk = finished(49)
    reader = Store(disk)
    assert not any(reader.damage())
    reader = Store(disk)
    assert reader[:].tolist() == reader[:].tolist() == some_codes(49)
    assert [reader[code] for code in range(49)] == some_codes(49)
    damaged = flipped(disk.whole, SMALL.place(1) + 10, -1)
    named = [bool(damage) for damage in Store(Memory(damaged)).damage()]
    assert named == [False, True, False, False, True]


def test_words_have_32_bits_in_a_store_and_no_more() -> None:
    with pytest.raises(ValueError, match="negative codes in a store must have 32 bits"):
        Header.of("word", TICTACTOE, Packing.plain(33), 8)


def test_a_writer_waits_for_the_file_that_has_the_name_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, codes in (("old", [1]), ("new", [1, 2, 3])):
        with store.create(tmp_path / name, "canonical", block=10) as writer:
            writer.write_codes(codes)

    def replaced_first(file: FileIO, path: Path) -> None:
        monkeypatch.setattr("noughts.store.disk.lock", lock)
        os.replace(tmp_path / "new", tmp_path / "old")
        lock(file, path)

    monkeypatch.setattr("noughts.store.disk.lock", replaced_first)
    with store.append(tmp_path / "old") as writer:
        assert len(writer) == 3


FILL = """
import resource, sys
from noughts import store
resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))
writer = store.append(sys.argv[1])
try:
    while True:
        writer.write_codes([code * 7 % 765 for code in range(len(writer), len(writer) + 7)])
except OSError as error:
    print(error)
"""


@pytest.mark.wide
def test_where_the_system_gives_no_more_room_the_writer_says_so(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with store.create(path, "canonical", block=10) as writer:
        writer.write_codes(some_codes(27))
    said = subprocess.check_output([sys.executable, "-c", FILL, str(path)], text=True)
    assert "File too large" in said
    reader = store.read(path)
    assert len(reader) == (5_000 - SMALL.start) // SMALL.stride * 10
    assert reader[:].tolist() == some_codes(len(reader))
    assert not any(reader.damage())


@pytest.mark.wide
def test_a_large_file_of_crafted_numbers_is_refused_in_little_memory(tmp_path: Path) -> None:
    header = Header.of("canonical", TICTACTOE, None, 2**32 - 6)
    path = tmp_path / "store"
    path.write_bytes(file_of(header, Commit(2**40, 0, bytes(6))).whole)
    os.truncate(path, 8 << 30)  # of holes
    limit = 3 << 30
    command = [sys.executable, "-m", "noughts", "info", "--check", str(path)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 1
    assert "damaged" in done.stdout
    assert not done.stderr
