"""What a store holds at one moment: what its reader sees, and where its writer goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from noughts.errors import StoreError
from noughts.store.blocks import checked
from noughts.store.commit import Commit, commits
from noughts.store.disk import Disk
from noughts.store.header import TRAILER_LENGTH, Header


@dataclass(frozen=True)
class Snapshot:
    """What a file holds at one moment. Whatever a writer does later, those bytes stay as they are.

    The file should hold `count` codes, and has the bytes of the first `there`. If the last block is
    not full, `checksum` is that of its packed codes: the first `stands` bytes of them stand in the
    file, where the block begins, and `rest` is the others.
    """

    count: int
    there: int
    stands: int = 0
    rest: bytes = b""
    checksum: int = 0
    dropped: str | None = None  # what is behind the codes, and no writer has finished
    missing: str | None = None  # which codes are not there
    damage: str | None = None  # what is wrong with a copy of the commit
    commit: Commit | None = None  # version 1 has none
    alike: bool = True  # whether both of its copies are there
    interrupted: bool = False  # its last writer was 0.2, and was interrupted
    unsealed: bool = False  # the last block is full, and its trailer is not there


def snapshot_of_version_2(header: Header, disk: Disk) -> Snapshot:
    """What a file of version 2 holds. Raises `StoreError`, without the path.

    Full blocks behind those of the commit count too, if they are intact: they were written since,
    by a writer that is at work or was killed.
    """
    commit, alike, damage = commits(header, disk)
    size = disk.size  # after the commit, since the codes that it counts were there before it
    full, (blocks, over) = header.full, divmod(commit.count, header.full)
    stands = over // header.packing.items * header.packing.length
    end = header.place(blocks) + stands
    last = header.place(blocks - 1)  # a file that ends before it was cut, or its count is forged
    if last <= size < end and not over and commit.checksum:
        return _of_interrupted(header, disk, commit, alike, damage)
    if size < end:
        there = min((size - header.start) // header.stride, blocks) * full
        missing = f"codes {there} to {commit.count - 1} are missing: it has {size} of {end} bytes"
        return Snapshot(commit.count, there, missing=missing, damage=damage, commit=commit)
    whole = blocks
    while _is_intact(header, disk, whole):
        whole += 1
    snapshot = Snapshot(commit.count, commit.count, stands, commit.rest, commit.checksum)
    if whole > blocks:
        snapshot, end = Snapshot(whole * full, whole * full), header.place(whole)
    more = size - end
    dropped = f"{more} bytes behind the last code, which no writer has finished" if more else None
    return replace(snapshot, dropped=dropped, damage=damage, commit=commit, alike=alike)


def _of_interrupted(
    header: Header, disk: Disk, commit: Commit, alike: bool, damage: str | None
) -> Snapshot:
    """What a file holds whose writer, of 0.2, was interrupted while its last block was full.

    Such a writer left a commit that counts the block, with the checksum of its codes, and no
    trailer. Where it was interrupted after the trailer, it wrote the same codes once more.

        block 7 | trailer | block 8              its codes are those of the commit: it is kept
        block 7 | trailer | block 7, or parts    no new codes: it is dropped
    """
    last = commit.count // header.full - 1
    size, begin = header.packing.bytes_for(header.full), header.codes_at(last)
    found = Snapshot(commit.count, commit.count, size, b"", commit.checksum, unsealed=True)
    again = last and disk.checksum(begin - header.stride, begin - TRAILER_LENGTH) == commit.checksum
    if again or disk.checksum(begin, begin + size) != commit.checksum:
        there = min((disk.size - header.start) // header.stride, last) * header.full
        dropped = f"a block without new codes, which an interrupted writer left after code {there}"
        found = Snapshot(there, there, dropped=dropped)
    return replace(found, damage=damage, commit=commit, alike=alike, interrupted=True)


def _is_intact(header: Header, disk: Disk, block: int) -> bool:
    try:
        checked(header, disk, block)
    except StoreError:
        return False
    return True
