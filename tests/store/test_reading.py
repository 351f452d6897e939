"""Reading again what was checked before, what a reader asks the disk for, and what is synced."""

from __future__ import annotations

from io import FileIO
from pathlib import Path

import pytest

from noughts import TICTACTOE, store
from noughts.codecs.packing import Packing
from noughts.errors import StoreError
from noughts.store.blocks import checked, trailer_at
from noughts.store.disk import Disk
from noughts.store.header import TRAILER_LENGTH, Header
from noughts.store.reader import Store
from tests.store.disks import Memory, created
from tests.store.test_blocks import FULL, Noting, file_of
from tests.store.test_version1 import closed, header_of, some_codes

LONG = 1000  # codes of a block, of which the packing can read parts


def long_blocks() -> tuple[Header, bytes]:
    header = Header(TICTACTOE, "canonical", Packing.best(765), LONG)
    disk, writer = created(header)
    writer.write_codes(some_codes(2 * LONG + 333))
    writer.close()
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
        for module in ("blocks", "disk"):
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
