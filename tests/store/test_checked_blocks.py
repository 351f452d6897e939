"""Blocks: how long they are, what their trailers say, and that whole ones are read together."""

from __future__ import annotations

import tracemalloc
from io import FileIO
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from noughts import TICTACTOE, Rules, store
from noughts.codecs import CODECS
from noughts.codecs.packing import Packing
from noughts.errors import CodeError, StoreError
from noughts.store.checked_blocks import checked, run, trailer_at
from noughts.store.disk import Disk
from noughts.store.file_layout import TRAILER_LENGTH, Header
from noughts.store.reader import Store
from tests.store.disks import (
    Memory,
    finished,
    flipped,
    some_codes,
)
from tests.store.test_version1 import closed, header_of

FULL = 10


def file_of(version: int, count: int = 44) -> tuple[Header, Memory]:
    """Four full blocks, and the beginning of another."""
    header = Header(TICTACTOE, "canonical", Packing.best(765), FULL, version)
    if version == 1:
        return header, Memory(closed(header, count))
    disk = finished(count, header)
    return header, disk


class Noting(Memory):
    """A file that notes what is read of it."""

    def __init__(self, whole: bytes) -> None:
        super().__init__(whole)
        self.lengths: list[int] = []

    def read(self, at: int, length: int) -> bytes:
        self.lengths.append(length)
        return super().read(at, length)


def packed(header: Header, first: int, last: int) -> bytes:
    return header.packing.pack(some_codes(last * FULL)[first * FULL :])


@pytest.mark.parametrize("version", [1, 2])
def test_whole_blocks_are_read_together_as_each_is_alone(version: int) -> None:
    header, disk = file_of(version)
    for first in range(4):
        assert checked(header, disk, first) == packed(header, first, first + 1)
        for last in range(first + 1, 5):
            every = np.ones(last - first, np.bool_)
            assert run(header, disk, first, every).tobytes() == packed(header, first, last)


@pytest.mark.parametrize("version", [1, 2])
def test_a_damaged_block_is_told_unless_it_was_checked_before(version: int) -> None:
    header, disk = file_of(version)
    for at in range(header.place(1), header.place(2)):
        damaged = flipped(disk.whole, at)
        bad = Memory(damaged)
        for unchecked in ([True, True], [True, True, True], [False, True, False]):
            with pytest.raises(StoreError, match=r"checksum.* fails|it says that it is block"):
                run(header, bad, 0, np.array(unchecked))
        assert len(run(header, bad, 0, np.array([True, False, True]))) == 3 * len(
            packed(header, 0, 1)
        )
    with pytest.raises(StoreError, match="some of these blocks have been cut off"):
        run(header, Memory(disk.whole[: header.place(3) - 1]), 1, np.ones(2, np.bool_))


@pytest.mark.parametrize("version", [1, 2])
def test_a_block_in_the_place_of_another_is_told(version: int) -> None:
    header, disk = file_of(version)
    places = [slice(header.place(block), header.place(block + 1)) for block in range(4)]
    swapped = bytearray(disk.whole)
    swapped[places[0]], swapped[places[1]] = disk.whole[places[1]], disk.whole[places[0]]
    with pytest.raises(StoreError, match="it says that it is block 1, of 10 codes"):
        run(header, Memory(bytes(swapped)), 0, np.ones(2, np.bool_))
    with pytest.raises(StoreError, match="it says that it is block 0, of 10 codes"):
        checked(header, Memory(bytes(swapped)), 1)


@pytest.mark.parametrize("version", [1, 2])
def test_whole_blocks_take_one_read(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    header, disk = file_of(version)
    noting = Noting(disk.whole)
    held = Store(noting)
    del noting.lengths[:]
    assert held[:40].tolist() == some_codes(40)
    assert noting.lengths == [4 * header.stride]
    # As many as TOGETHER holds, at least two, and no others.
    monkeypatch.setattr("noughts.store.reader.TOGETHER", 3 * header.stride)
    del noting.lengths[:]
    assert held[:40].tolist() == some_codes(40)
    assert noting.lengths[0] == 3 * header.stride
    del noting.lengths[:]
    assert held[5:35].tolist() == some_codes(35)[5:]
    assert len(noting.lengths) == 3  # with the halves of blocks before and after
    assert noting.lengths[1] == 2 * header.stride
    assert header.stride == header.packing.bytes_for(FULL) + TRAILER_LENGTH


@pytest.mark.parametrize("name", CODECS)
def test_a_block_has_as_many_codes_as_fit_64_kib(name: str) -> None:
    header = Header.of(name, TICTACTOE, None, None)
    length = header.packing.bytes_for(header.full)
    assert 65536 - 1024 < length <= 65536
    assert header.full % header.packing.items == 0


def test_the_packing_that_takes_the_fewest_bits_is_taken() -> None:
    boards = (TICTACTOE, Rules(4, 4, 4))
    taken = {
        (name, rules.cells): str(Header.of(name, rules, None, None).packing.bits_each)
        for rules in boards
        for name in ("pair", "base3")
    }
    assert taken == {("pair", 9): "18", ("base3", 9): "15", ("pair", 16): "32", ("base3", 16): "26"}


def test_a_header_of_a_board_too_large_for_arrays_is_refused_as_such() -> None:
    raw = Header.of("pair", Rules(19, 19, 5), None, None).raw
    fields = bytearray(raw[:-4])
    fields[12:28] = Rules(19, 20, 5).to_bytes()
    with pytest.raises(StoreError, match="boards of up to 361 cells, and 19,20,5 has 380"):
        Header.parse(bytes(fields) + crc32(fields).to_bytes(4, "little"))


@pytest.mark.parametrize("length", [2**32 - 1, 2**24, 129])
def test_a_header_of_endless_codes_takes_no_memory(length: int) -> None:
    raw = Header.of("pair", TICTACTOE, None, None).raw
    fields = bytearray(raw[:-4])
    fields[-16:-8] = (1).to_bytes(4, "little") + length.to_bytes(4, "little")
    tracemalloc.start()
    with pytest.raises(StoreError, match=f"blocks of 1 codes in {length} bytes are not for arrays"):
        Header.parse(bytes(fields) + crc32(fields).to_bytes(4, "little"))
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize(
    "packing", [Packing.best(765), Packing.plain(10), Packing(766, 1, 2)], ids=str
)
@pytest.mark.parametrize("version", [1, 2])
def test_a_header_is_read_as_it_was_written(packing: Packing, version: int) -> None:
    header = Header(TICTACTOE, "canonical", packing, 100, version)
    read = Header.parse(header.raw)
    assert read.raw == header.raw
    assert (read.packing.size, read.packing.items, read.full) == (packing.size, packing.items, 100)


@pytest.mark.parametrize("board", ["8,8,5", "9,9,5", "15,15,5", "19,19,6"])
def test_a_header_of_codes_of_several_words_is_read_as_it_was_written(board: str) -> None:
    header = Header.of("pair", Rules.parse(board), None, None)
    read = Header.parse(header.raw)
    assert read.raw == header.raw
    assert (read.packing.size, read.packing.length) == (header.packing.size, header.packing.length)
    with pytest.raises(CodeError, match="cannot hold the codes of"):
        Header.of("pair", header.rules, Packing.plain(2 * header.rules.cells - 2), None)


# Read again, and synced.

LONG = 1000  # codes of a block, of which the packing can read parts


def long_blocks() -> tuple[Header, bytes]:
    header = Header(TICTACTOE, "canonical", Packing.best(765), LONG)
    disk = finished(2 * LONG + 333, header)
    return header, disk.whole


def test_codes_anywhere_are_read_again_from_their_part_of_a_block() -> None:
    header, whole = long_blocks()
    noting = Noting(whole)
    reader, codes = Store(noting), some_codes(2 * LONG + 333)
    chosen = [0, 1, 555, 557, 999, 1000, 1700, 1999, 2000, 2222, 2331, 2332]
    for _ in range(2):
        assert reader[chosen].tolist() == [codes[item] for item in chosen]
        assert [reader[item] for item in chosen] == [codes[item] for item in chosen]
        for start, stop in ((555, 560), (998, 1003), (1500, 2301), (2200, 2333), (700, 700)):
            assert reader[start:stop].tolist() == codes[start:stop]
            assert reader[start:stop:3].tolist() == codes[start:stop:3]
    del noting.lengths[:]
    assert reader[700] == codes[700]
    assert noting.lengths[0] < header.packing.bytes_for(LONG) // 4


def test_a_block_is_read_at_once_with_its_trailer() -> None:
    header, disk = file_of(2)
    noting = Noting(disk.whole)
    checked(header, noting, 1)
    assert noting.lengths == [header.packing.bytes_for(FULL) + TRAILER_LENGTH]


def test_a_block_longer_than_is_read_at_once_is_checked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    header, whole = long_blocks()
    length = header.packing.bytes_for(LONG)
    for piece in (7, 100, length - 1, length, length + 1, length + TRAILER_LENGTH):
        for module in ("checked_blocks", "disk"):
            monkeypatch.setattr(f"noughts.store.{module}.PIECE", piece)
        noting = Noting(whole)
        reader = Store(noting)
        assert reader[1500] == some_codes(1501)[1500]
        assert len(checked(header, noting, 0)) == min(piece, length)


def test_a_folder_is_synced_once_for_each_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = list[Path]()
    monkeypatch.setattr("noughts.system.files.sync_folder", folders.append)
    path = tmp_path / "a.noughts"
    with store.create(path, "canonical") as writer:
        writer.write_codes([1])
        writer.sync()
        writer.write_codes([2])
    assert folders == [tmp_path]
    with store.append(path) as writer:
        writer.write_codes([3])
    assert folders == [tmp_path]
    disk = Disk.appending(path)
    disk.sync()
    disk.close()
    assert folders == [tmp_path]
    path.write_bytes(closed(header_of(10), 22))
    with store.append(path):
        assert folders[-1] == tmp_path  # its new file of version 2 has its name for good


def test_a_writer_that_is_refused_leaves_no_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.noughts"
    store.create(path, "canonical").close()
    opened = list[FileIO]()

    def refused(file: FileIO, path: Path) -> None:
        opened.append(file)
        raise StoreError(f"{path} has another writer")

    monkeypatch.setattr("noughts.store.disk.lock", refused)
    with pytest.raises(StoreError, match="another writer"):
        Disk.appending(path)
    assert [file.closed for file in opened] == [True]


@pytest.mark.parametrize("version", [1, 2])
def test_a_trailer_that_is_not_whole_says_how_much_is_there(version: int) -> None:
    header, disk = file_of(version)
    at = header.trailer_at(2)
    for there in range(TRAILER_LENGTH):
        with pytest.raises(StoreError, match=f"only {there} of 16 bytes of its trailer are there"):
            trailer_at(header, Memory(disk.whole[: at + there]), 2)
    assert trailer_at(header, disk, 2).number == 2
