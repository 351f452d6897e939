"""Files of version 1 are read for ever, however 0.1 left them, and become version 2 to grow."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from noughts import TICTACTOE, store
from noughts.codecs.packing import Packing
from noughts.errors import StoreError
from noughts.store.file_layout import HEADER_LENGTH, Header
from noughts.store.reader import Store
from tests.store.disks import (
    Memory,
    flipped,
    some_codes,
)


def header_of(full: int) -> Header:
    return Header(TICTACTOE, "canonical", Packing.best(765), full, version=1)


def block(header: Header, number: int, codes: list[int]) -> bytes:
    packed = header.packing.pack(codes)
    return header.trailer(number, len(codes), crc32(packed)) + packed


def closed(header: Header, count: int) -> bytes:
    """A file of version 1 that was closed."""
    codes, full = some_codes(count), header.full
    return header.raw + b"".join(
        block(header, start // full, codes[start : start + full]) for start in range(0, count, full)
    )


def appending(header: Header, had: int, more: int) -> Iterator[bytes]:
    """The file at each moment while 0.1 made its last block grow, byte by byte."""
    whole = closed(header, had)
    last = had // header.full
    standing = whole[header.place(last) :]
    grown = block(
        header,
        last,
        some_codes(min(had + more, (last + 1) * header.full))[-(more + had % header.full) :],
    )
    padded = whole.ljust(header.place(last + 1), b"\0")
    for length in range(len(standing) + 1):
        yield padded + standing[:length]
    for length in range(len(grown) + 1):
        part = whole[: header.place(last)] + grown[:length] + standing[length:]
        yield part.ljust(header.place(last + 1), b"\0") + standing
    yield whole[: header.place(last)] + grown


@pytest.mark.no_cover
@pytest.mark.parametrize(("full", "had", "more"), [(10, 22, 4), (5, 7, 2), (10, 3, 7), (10, 9, 1)])
def test_while_a_block_grew_its_codes_were_always_there(full: int, had: int, more: int) -> None:
    header = header_of(full)
    seen = set()
    for whole in appending(header, had, more):
        for stray in (b"", b"."):
            reader = Store(Memory(whole + stray))
            assert reader[:].tolist() == some_codes(len(reader))
            assert not any(reader.damage())
            seen.add(len(reader))
        for stray in (b"stray bytes of another program", b"\0" * header.stride):
            reader = Store(Memory(whole + stray))
            for start, damage in zip(range(0, len(reader), full), reader.damage(), strict=True):
                if damage:  # two blocks are not whole: one was dropped, and one is named
                    assert reader.dropped
                else:
                    codes = reader[start : start + full].tolist()
                    assert codes == some_codes(start + len(codes))[start:]
    assert seen == {had, had + more}


def test_every_beginning_of_a_file_has_its_complete_blocks() -> None:
    header = header_of(10)
    whole = closed(header, 22)
    for length in range(len(whole)):
        if length < HEADER_LENGTH:
            with pytest.raises(
                StoreError, match=f"memory ends in its header, after {length} of 80"
            ):
                Store(Memory(whole[:length]))
            continue
        blocks, torn = divmod(length - HEADER_LENGTH, header.stride)
        reader = Store(Memory(whole[:length]))
        assert reader[:].tolist() == some_codes(blocks * 10)
        assert bool(reader.dropped) == bool(torn)
        assert str(reader.dropped).startswith(f"block {blocks} was dropped: ") or not torn
    assert Store(Memory(whole + b"...")).dropped == "3 bytes after the last block"


def test_damage_is_named_and_never_read_as_codes() -> None:
    header, codes = header_of(10), some_codes(22)
    whole = closed(header, 22)
    for at in range(HEADER_LENGTH, len(whole)):
        damaged = flipped(whole, at, by=64)
        reader = Store(Memory(damaged))
        number = (at - HEADER_LENGTH) // header.stride
        named = [*filter(None, [*reader.damage(), reader.dropped])]
        assert len(named) == 1
        assert named[0].startswith(f"block {number} ")
        for start in range(0, len(reader), 10):
            if start != number * 10:
                assert reader[start : start + 10].tolist() == codes[start : start + 10]


def test_a_block_that_says_what_cannot_be_is_dropped_or_named() -> None:
    header = header_of(10)
    whole = closed(header, 10)
    for number, count, told in (
        (1, 0, "it says that it has 0 codes; a block here has 1 to 10"),
        (1, 2**32 - 1, "it says that it has 4294967295 codes; a block here has 1 to 10"),
        (7, 5, "it says that it is block 7"),
    ):
        trailer = header.trailer(number, count, crc32(bytes(6)))
        reader = Store(Memory(whole + trailer + bytes(6)))
        assert reader[:].tolist() == some_codes(10)
        assert reader.dropped == f"block 1 was dropped: {told}"
    last = header.trailer(2**32 - 1, 5, crc32(bytes(6))) + bytes(6)
    assert len(Store(Memory(header.raw + last))) == 0
    for times, damage in ((3, [False]), (4, [False, True, True])):  # of three, one is a spare
        reader = Store(Memory(header.raw + whole[header.place(0) :] * times))
        assert [bool(told) for told in reader.damage()] == damage
    spare = block(header, 0, some_codes(3))
    for found in (whole[: header.place(1) - 1] + b"?", header.raw.ljust(header.place(1), b"\0")):
        reader = Store(Memory(found + spare))
        assert reader[:].tolist() == some_codes(3)
        assert reader.dropped == "block 0 has lost the codes that were being added"


def test_codes_are_added_to_a_file_of_version_2_that_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "store"
    header = header_of(10)
    for count in (0, 3, 10, 22):
        path.write_bytes(closed(header, count) + b"torn")
        path.chmod(0o640)
        before = store.read(path)
        with store.append(path) as writer:
            assert writer.dropped == before.dropped
            assert len(writer) == count
            writer.write_codes(some_codes(count + 9)[count:])
        after = store.read(path)
        assert (before.header.version, after.header.version) == (1, 2)
        assert (after.packing.items, after.header.full) == (before.packing.items, 10)
        assert after[:].tolist() == some_codes(count + 9)
        assert before[:].tolist() == some_codes(count)  # which still reads the old file
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [*tmp_path.iterdir()] == [path]


def test_a_damaged_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store"
    whole = bytearray(closed(header_of(10), 22))
    whole[100] ^= 1
    path.write_bytes(whole)
    with pytest.raises(StoreError, match=r"block 0 of .*, codes 0 to 9, is damaged: its checksum"):
        store.append(path)
    assert path.read_bytes() == whole
    assert os.listdir(tmp_path) == ["store"]
