"""The store: what is written is read, block by block, and what is damaged is named."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import TICTACTOE, CodeError, Position, Rules, store
from noughts.arrays.coding.api import decode, encode
from noughts.arrays.packing import codes_of, ints_of
from noughts.arrays.positions import Positions
from noughts.codecs import CODECS, Word, codec
from noughts.codecs.packing import Packing
from noughts.errors import StoreError, TooLargeError
from noughts.store.disk import Disk
from noughts.store.file_layout import CHECKSUM, HEADER_LENGTH, Header
from noughts.store.reader import Store
from noughts.store.writer import resumed
from tests.store.disks import SMALL, Memory, created, finished, flipped, some_codes

WON_BY_O = Word.from_position(Position.parse("XX./OOO/X.."))  # a negative code
COUNTER = itertools.count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stores")


def written(path: Path, codes: Any, block: int = 10) -> Path:
    with store.create(path, "canonical", block=block) as writer:
        writer.write_codes(codes)
    return path


@settings(max_examples=40)
@given(st.lists(st.integers(0, 27), max_size=5), st.lists(st.booleans(), min_size=5, max_size=5))
def test_whatever_is_written_and_appended_is_read_in_order(
    folder: Path, counts: list[int], anew: list[bool]
) -> None:
    path = folder / f"{next(COUNTER)}"
    writer = store.create(path, "canonical", block=10)
    codes: list[int] = []
    for count, appended in zip(counts, anew, strict=False):
        if appended:
            writer.close()
            assert store.read(path)[:].tolist() == codes
            writer = store.append(path)
            assert writer.dropped is None
        more = some_codes(count, len(codes))
        writer.write_codes(more)
        codes += more
        assert len(writer) == len(codes)
    writer.close()
    reader = store.read(path)
    assert (len(reader), reader.dropped, any(reader.damage())) == (len(codes), None, False)
    assert [*reader] == reader[:].tolist() == codes
    assert repr(reader) == f"<store of {len(codes)} canonical codes of 3,3,3>"
    assert path.read_bytes() == written(folder / f"{next(COUNTER)}", codes).read_bytes()


@settings(max_examples=40)
@given(st.data())
def test_codes_are_chosen_as_from_an_array(folder: Path, data: st.DataObject) -> None:
    path = folder / "chosen"
    if not path.exists():
        written(path, some_codes(47))
    codes, reader = np.array(some_codes(47), np.uint16), store.read(path)
    place = st.integers(-60, 60)
    step = st.none() | st.integers(-9, 9).filter(bool)
    part = slice(data.draw(st.none() | place), data.draw(st.none() | place), data.draw(step))
    numbers = data.draw(st.lists(st.integers(-47, 46)))
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=47, max_size=47)))
    for chosen in (part, np.array(numbers, np.int64), mask):
        read = reader[chosen]
        assert read.dtype == codes.dtype
        assert read.tolist() == codes[chosen].tolist()
    assert reader[numbers].tolist() == [codes[number] for number in numbers]
    one = data.draw(st.integers(-47, 46))
    assert reader[one] == reader[np.int8(one)] == codes[one]


@pytest.mark.parametrize("chosen", [47, -48, [0, 47], np.array([-48])])
def test_a_number_beyond_the_end_is_refused(folder: Path, chosen: Any) -> None:
    reader = store.read(written(folder / f"{next(COUNTER)}", some_codes(47)))
    with pytest.raises(IndexError, match=r"item . is -?4[78]; there are 47 codes"):
        reader[chosen]


@pytest.mark.parametrize("chosen", [[0.5], [[1]], np.array([True])])
def test_what_chooses_no_codes_is_refused(folder: Path, chosen: Any) -> None:
    reader = store.read(written(folder / f"{next(COUNTER)}", some_codes(47)))
    with pytest.raises(CodeError, match=r"by numbers \[n\], not by|the mask has the shape \(1,\)"):
        reader[chosen]
    with pytest.raises(CodeError, match=r"^46 is not a slice or an array; store\[46\] is one code"):
        reader.values(46)


def test_only_the_blocks_that_are_needed_are_looked_at_and_once(folder: Path) -> None:
    path = written(folder / f"{next(COUNTER)}", some_codes(47))
    whole = bytearray(path.read_bytes())
    header = store.read(path).header
    whole[header.codes_at(2) + 1] ^= 1
    path.write_bytes(whole)
    reader = store.read(path)
    assert reader[:20].tolist() == some_codes(20)
    assert reader[[46, 3]].tolist() == [some_codes(47)[46], 21]
    for chosen in (slice(19, 21), [0, 25], 29):
        with pytest.raises(StoreError, match=r"block 2 of .*, codes 20 to 29, is damaged: its che"):
            reader[chosen]
    assert [bool(damage) for damage in reader.damage()] == [False, False, True, False, False]
    assert reader._checked.tolist() == [True, True, False, True, True]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", CODECS)
def test_values_of_every_codec_come_back(folder: Path, name: str) -> None:
    path = folder / name
    codes = [0] if name != "word" else [262144, 786441, int(WON_BY_O)]
    values = decode(codes, name)
    with store.create(path, name, packing=Packing.plain(CODECS[name].bits), block=64) as writer:
        writer.write(values)
        writer.write_codes(codes)
    reader = store.read(path)
    assert (reader.codec, reader.rules, reader.blocks) == (name, TICTACTOE, 1)
    assert reader[:].tolist() == codes * 2
    assert [reader[item] for item in range(len(codes))] == codes
    assert encode(reader.values(slice(len(codes))), name).tolist() == codes


def test_codes_of_more_than_64_bits_are_rows_of_two_words(folder: Path) -> None:
    rules = Rules(6, 6, 4, misere=True)
    codes = [0, 2**72 - 1, 5 << 64, 7]
    with store.create(folder / "wide", "base4", rules, block=8) as writer:
        writer.write_codes(codes_of(codes, writer.header.packing))
        assert writer.header.packing.bits_each == 72
    reader = store.read(folder / "wide")
    assert ints_of(reader[:]) == codes
    assert [*reader] == codes
    assert reader[2] == codes[2]
    assert ints_of(reader[[3, 0]]) == [7, 0]
    assert reader.rules == rules


def test_the_packing_that_is_not_named_is_the_best_there_is() -> None:
    for name, rules in (("canonical", TICTACTOE), ("pair", TICTACTOE), ("base3", Rules(7, 6, 4))):
        header = Header.of(name, rules, None, None)
        bits = codec(name, rules).bits
        assert header.packing.bits_each <= bits
        assert 0.5 < header.packing.bytes_for(header.full) / 2**16 <= 1


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ([0, 764, 765], "item 2 of codes is 765; codes are 0 to 764"),
        ([-1], "item 0 of codes is -1"),
    ],
)
def test_of_codes_with_a_bad_one_none_is_taken(folder: Path, codes: Any, message: str) -> None:
    path = folder / f"{next(COUNTER)}"
    with store.create(path, "canonical", packing=Packing.plain(10), block=8) as writer:
        writer.write_codes([1])
        with pytest.raises(CodeError, match=message):
            writer.write_codes(codes)
    assert store.read(path)[:].tolist() == [1]


def test_words_beyond_32_bits_and_positions_of_another_board_are_refused(folder: Path) -> None:
    paths = [folder / f"{next(COUNTER)}" for _ in range(2)]
    words = store.create(paths[0], "word", block=64)
    with pytest.raises(CodeError, match="item 1 of codes is 2147483648; codes are -2147483648"):
        words.write_codes([0, 2**31])
    grids = store.create(paths[1], "base3", block=64)
    with pytest.raises(CodeError, match="<2 positions of 4,4,4> does not fit a store of 3,3,3"):
        grids.write(Positions.start(2, Rules(4, 4, 4)))
    for writer, path in zip((words, grids), paths, strict=True):
        writer.close()
        assert len(store.read(path)) == 0


def test_a_code_of_several_words_that_is_too_large_is_named(folder: Path) -> None:
    with store.create(folder / f"{next(COUNTER)}", "pair", Rules(9, 9, 5)) as writer:
        codes = np.zeros((3, 3), np.uint64)
        codes[2, 2] = 1 << 34
        with pytest.raises(CodeError, match=r"item 2 of codes is 5846.*904; codes are 0 to"):
            writer.write_codes(codes)


def test_what_does_not_go_together_is_refused_before_there_is_a_file(folder: Path) -> None:
    path = folder / "never"
    for options, message in (
        (
            {"packing": Packing.best(764)},
            "<packing of codes below 764: .* cannot hold the codes of",
        ),
        ({"block": 12}, "a block of 12 codes does not split into blocks of 5"),
        ({"block": 0}, "a block of 0 codes"),
        ({"packing": Packing(765, 10, 12)}, "is not for arrays"),
        ({"rules": Rules(4, 4, 4)}, "canonical is for 3,3,3 alone"),
    ):
        with pytest.raises(CodeError, match=message):
            store.create(path, "canonical", **options)
    assert not path.exists()


def test_a_file_that_is_there_is_not_written_over(folder: Path) -> None:
    path = written(folder / f"{next(COUNTER)}", [1])
    with pytest.raises(StoreError, match=f"{path} exists already; append adds to it, and to start"):
        store.create(path, "canonical")
    assert store.read(path)[:].tolist() == [1]


def test_a_new_file_is_synced_before_it_has_its_name_and_its_codes_before_they_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda opened: kept.append(stat.filemode(os.fstat(opened)[0])))
    written(tmp_path / "store", some_codes(27))
    # Its header, the folder that has its name, its codes, their commit.
    assert [mode[0] for mode in kept] == ["-", "d", "-", "-"]
    kept.clear()
    with store.append(tmp_path / "store") as writer:
        writer.write_codes([1])
    assert [mode[0] for mode in kept] == ["-", "-"]


def test_bytes_that_no_writer_has_finished_are_cut_off_by_the_next(tmp_path: Path) -> None:
    path = written(tmp_path / "store", some_codes(27))
    whole = path.read_bytes()
    path.write_bytes(whole + b"torn")
    with store.append(path) as writer:
        assert writer.dropped == "4 bytes behind the last code, which no writer has finished"
    assert path.read_bytes() == whole


def test_a_new_file_has_its_name_only_with_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: Path, __: bytes) -> None:
        assert not path.exists()
        raise KeyboardInterrupt

    path = tmp_path / "store"
    monkeypatch.setattr(Path, "write_bytes", killed)
    with pytest.raises(KeyboardInterrupt):
        store.create(path, "canonical")
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(FileNotFoundError, match="no such place"):
        store.create(tmp_path / "no such place" / "store", "canonical")


def test_a_new_file_that_another_has_added_to_at_once_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quicker(path: Path) -> Disk:
        monkeypatch.undo()
        with store.append(path) as other:
            other.write_codes([1])
        return appending(path)

    appending = Disk.appending
    monkeypatch.setattr(Disk, "appending", quicker)
    with pytest.raises(StoreError, match=r"another writer has added to .* since it was made"):
        store.create(tmp_path / "store", "canonical")
    assert store.read(tmp_path / "store")[:].tolist() == [1]


def test_what_a_killed_writer_left_is_removed_by_the_next_append(tmp_path: Path) -> None:
    path = written(tmp_path / "store", some_codes(27))
    left = tmp_path / ".noughts-0123abcd.part"
    left.mkdir()
    os.utime(left, (0, 0))
    store.append(path).close()
    assert [*tmp_path.iterdir()] == [path]


def test_closing_twice_is_closing_once(folder: Path) -> None:
    writer = store.create(folder / f"{next(COUNTER)}", "canonical", block=10)
    writer.write_codes([1])
    writer.close()
    writer.close()


def header_with(**changed: Any) -> bytes:
    """A header that is intact and says what cannot be."""
    header = Header.of("canonical", TICTACTOE, None, 10)
    for name, value in changed.items():
        object.__setattr__(header, name, value)
    return header.raw


def with_checksum(fields: bytes) -> bytes:
    return fields + CHECKSUM.pack(crc32(fields))


def huge(**changed: int) -> Packing:
    """A packing whose largest number nobody can wait for."""
    packing = Packing.best(765)
    vars(packing).update(changed)
    return packing


@pytest.mark.parametrize(
    ("whole", "message"),
    [
        (b"", "ends in its header, after 0 of 80 bytes"),
        (b"PK\3\4 and so on", "is not a store, or its header is damaged: it does not begin as one"),
        (header_with(name="dense"), "header that is not valid: 'dense' is not a codec"),
        (header_with(name="\x80"), "has a header that is not valid"),
        (
            header_with(full=7),
            "not valid: a block of 7 codes does not split into blocks of 5",
        ),
        (header_with(packing=Packing.best(3)), "cannot hold the codes of <codec canonical"),
        (header_with(packing=huge(items=2**32 - 1)), "blocks of 4294967295 codes in 6 bytes are"),
        (header_with(packing=huge(length=2**32 - 1)), "5 codes in 4294967295 bytes are not for"),
        (header_with(rules=Rules(999, 999, 3), name="balanced"), "999,999,3 has 998001"),
        (with_checksum(header_with()[:72] + b"\1\0\0\0"), "bytes that should be 0 or 1"),
    ],
)
def test_a_file_that_is_no_store_is_refused(folder: Path, whole: bytes, message: str) -> None:
    path = folder / f"{next(COUNTER)}"
    path.write_bytes(whole)
    for use in (store.read, store.append):
        with pytest.raises(StoreError) as refused:
            use(path)
        assert message in str(refused.value)
        assert str(refused.value).startswith(str(path))
    assert path.read_bytes() == whole


def test_a_board_of_too_large_codes_is_refused_before_they_are_counted(folder: Path) -> None:
    with pytest.raises(TooLargeError, match="boards of up to 361 cells, and 999,999,3 has 998001"):
        store.create(folder / "never", "balanced", Rules(999, 999, 3))


def test_what_is_no_file_is_refused_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        for use in (store.read, store.append):
            with pytest.raises(
                StoreError, match=f"{path} is not a regular file; a store must be one"
            ):
                use(path)


def test_a_file_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with store.create(path, "canonical", block=10) as first:
        with pytest.raises(StoreError, match=f"{path} has another writer; one may write at a time"):
            store.append(path)
        first.write_codes([1, 2, 3])
    with store.append(path) as second, pytest.raises(StoreError, match="has another writer"):
        store.append(path)
    assert len(second) == 3
    assert store.read(path)[:].tolist() == [1, 2, 3]


def test_where_files_cannot_be_locked_they_are_written_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, system in enumerate(
        (None, Mock(LOCK_EX=2, LOCK_NB=4, LOCK_UN=8, flock=Mock(side_effect=OSError)))
    ):
        monkeypatch.setitem(sys.modules, "fcntl", system)
        path = written(tmp_path / f"{number}", [1, 2])
        with store.append(path) as writer:
            writer.write_codes([3])
        assert store.read(path)[:].tolist() == [1, 2, 3]


def test_a_store_of_a_later_version_is_refused(folder: Path) -> None:
    path = folder / f"{next(COUNTER)}"
    path.write_bytes(header_with(version=3))
    with pytest.raises(StoreError, match="is a store of version 3; only 1 and 2 can be read"):
        store.read(path)


def test_every_damaged_byte_is_named_and_never_read_as_data() -> None:
    codes = some_codes(29)
    disk, writer = created(Header.of("canonical", TICTACTOE, None, 10))
    writer.write_codes(codes)
    writer.close()
    whole, header = disk.whole, writer.header
    for at, change in itertools.product(range(len(whole)), (1, 128, 255)):
        damaged = flipped(whole, at, by=change)
        if at < HEADER_LENGTH:
            with pytest.raises(StoreError, match=r"memory .*header"):
                Store(Memory(damaged))
            continue
        reader = Store(Memory(damaged))
        (named,) = filter(None, reader.damage())
        assert reader.dropped is None
        if at < header.start:
            copy = "second" if at >= HEADER_LENGTH + header.commit_length else "first"
            assert named == f"memory: the {copy} copy of its commit is damaged"
            assert reader[:].tolist() == codes
            continue
        block = (at - header.start) // header.stride
        assert named.startswith(f"block {block} ")
        for start in range(0, len(reader), 10):
            if start != block * 10:
                assert reader[start : start + 10].tolist() == codes[start : start + 10]
                continue
            with pytest.raises(StoreError):
                reader[start : start + 10]


def test_what_is_cut_off_at_any_byte_is_told() -> None:
    for count in (3, 10, 20, 29):
        disk = finished(count)
        header, whole = SMALL, disk.whole
        for length in range(len(whole)):
            cut = Memory(whole[:length])
            if length < header.start:
                with pytest.raises(StoreError, match=f"memory ends in its header, after {length}"):
                    Store(cut)
                continue
            reader = Store(cut)
            there = (length - header.start) // header.stride * 10
            told = f"codes {there} to {count - 1} are missing: it has {length} of {len(whole)} byte"
            assert str(reader.missing).startswith(told)
            assert (len(reader), reader.there, reader.blocks) == (count, there, -(-count // 10))
            assert reader[:there].tolist() == some_codes(there)
            assert [bool(damage) for damage in reader.damage()] == [False] * (there // 10) + [True]
            for chosen in (slice(None), slice(None, None, -2), -1, [0, there], slice(there, None)):
                with pytest.raises(StoreError, match=told):
                    reader[chosen]
            with pytest.raises(StoreError, match=told):
                list(reader)
            with pytest.raises(StoreError, match=f"memory cannot be added to: {told}"):
                resumed(reader)


def test_a_reader_sees_the_file_as_it_was_when_it_opened_it(folder: Path) -> None:
    path = written(folder / f"{next(COUNTER)}", some_codes(23))
    reader = store.read(path)
    with store.append(path) as writer:
        writer.write_codes(some_codes(100, 23))
    assert reader[:].tolist() == some_codes(23)
    assert store.read(path)[:].tolist() == some_codes(123)


def test_a_writer_that_is_closed_takes_no_codes(folder: Path) -> None:
    with store.create(folder / f"{next(COUNTER)}", "canonical", block=10) as writer:
        writer.write_codes([1])
    with pytest.raises(StoreError, match="the writer is closed; append opens the file again"):
        writer.write_codes([2])
