"""Blocks: how long they are, what their trailers say, and that whole ones are read together."""

from __future__ import annotations

import tracemalloc
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from noughts import TICTACTOE, Rules
from noughts.codecs import CODECS
from noughts.codecs.packing import Packing
from noughts.errors import CodeError, StoreError
from noughts.store.blocks import checked, run
from noughts.store.header import TRAILER_LENGTH, Header
from noughts.store.reader import Store
from tests.store.disks import Memory, created
from tests.store.test_version1 import closed, some_codes

FULL = 10


def file_of(version: int, count: int = 44) -> tuple[Header, Memory]:
    """Four full blocks, and the beginning of another."""
    header = Header(TICTACTOE, "canonical", Packing.best(765), FULL, version)
    if version == 1:
        return header, Memory(closed(header, count))
    disk, writer = created(header)
    writer.write_codes(some_codes(count))
    writer.close()
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
        damaged = bytearray(disk.whole)
        damaged[at] ^= 1
        bad = Memory(bytes(damaged))
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
    store = Store(noting)
    del noting.lengths[:]
    assert store[:40].tolist() == some_codes(40)
    assert noting.lengths == [4 * header.stride]
    # As many as TOGETHER holds, at least two, and no others.
    monkeypatch.setattr("noughts.store.reader.TOGETHER", 3 * header.stride)
    del noting.lengths[:]
    assert store[:40].tolist() == some_codes(40)
    assert noting.lengths[0] == 3 * header.stride
    del noting.lengths[:]
    assert store[5:35].tolist() == some_codes(35)[5:]
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


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"packing": Packing(765, 12, 15)}, "arrays"),
        ({"packing": Packing.best(764)}, "cannot hold the codes"),
        ({"full": 0}, "a block of 0 codes does not split into blocks of 5"),
        ({"full": 12}, "a block of 12 codes does not split into blocks of 5"),
    ],
)
def test_a_header_that_does_not_fit_itself_is_refused(changes: dict[str, Any], reason: str) -> None:
    given: dict[str, Any] = {
        "rules": TICTACTOE,
        "name": "canonical",
        "packing": Packing.best(765),
        "full": 10,
    }
    assert Header(**given).full == 10
    with pytest.raises(CodeError, match=reason):
        Header(**given | changes)


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
