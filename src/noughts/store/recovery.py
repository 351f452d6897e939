"""Finds the codes of a store, and any missing or unfinished part, even after an interruption.

Readers and writers start from a snapshot, which is the content of a file at one moment.

Files of version 1, from release 0.1, can still be read; `append` rewrites such a file as version 2.
The layout of version 1:

    header | block 0 | block 1 | ... | last block          a block: its trailer | packed codes

In version 1, the number of codes follows only from the size of the file and from the last block,
which may hold fewer codes than the others. While the last block grows, a *spare* copy of it, with
the same number, is in the place of the next block. So a block is a spare if it has the same number
as the block before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from zlib import crc32

from noughts.errors import StoreError
from noughts.store.checked_blocks import checked, trailer_at
from noughts.store.commit import Commit, commits
from noughts.store.disk import Disk
from noughts.store.file_layout import NUMBERS, TRAILER_LENGTH, Header


@dataclass(frozen=True)
class Snapshot:
    """The content of a file at one moment. Nothing that a writer does later changes this content.

    The file should hold `count` codes, and contains the first `there` of them. If the last block is
    not full or is `unsealed`, `checksum` covers its packed codes: the first `stands` bytes of these
    codes are in the block's place in the file, and `rest` holds the other bytes.
    """

    count: int
    there: int
    stands: int = 0
    rest: bytes = b""
    checksum: int = 0
    dropped: str | None = None  # the unfinished part behind the codes, in words
    missing: str | None = None  # the codes that are not in the file, in words
    damaged_copy: str | None = None  # of the commit, in words
    commit: Commit | None = None  # None in version 1
    alike: bool = True  # whether both copies equal the commit
    interrupted: bool = False  # whether release 0.2 was interrupted while it wrote
    unsealed: bool = False  # whether the last block is full and lacks its trailer


def snapshot_of_version_2(header: Header, disk: Disk) -> Snapshot:
    """The content of a file of version 2. Raises `StoreError`, without the path.

    Intact full blocks that follow the full blocks of the commit are also part of the content: a
    writer that is still at work, or was killed, completed these blocks after the commit.
    """
    commit, alike, copy = commits(header, disk)
    size = disk.size  # read after the commit, which a writer puts after the codes that it counts
    full, (blocks, over) = header.full, divmod(commit.count, header.full)
    stands = over // header.packing.items * header.packing.length
    end = header.place(blocks) + stands
    last = header.place(blocks - 1)  # a shorter file was cut, or its count is forged
    if last <= size < end and not over and commit.checksum:
        return _of_interrupted(header, disk, commit, alike, copy)
    if size < end:
        there = min((size - header.start) // header.stride, blocks) * full
        missing = f"codes {there} to {commit.count - 1} are missing: it has {size} of {end} bytes"
        return Snapshot(commit.count, there, missing=missing, damaged_copy=copy, commit=commit)
    whole = blocks
    while _is_intact(header, disk, whole):
        whole += 1
    snapshot = Snapshot(commit.count, commit.count, stands, commit.rest, commit.checksum)
    if whole > blocks:
        snapshot, end = Snapshot(whole * full, whole * full), header.place(whole)
    more = size - end
    dropped = f"{more} bytes behind the last code, which no writer has finished" if more else None
    return replace(snapshot, dropped=dropped, damaged_copy=copy, commit=commit, alike=alike)


def _of_interrupted(
    header: Header, disk: Disk, commit: Commit, alike: bool, copy: str | None
) -> Snapshot:
    """The content of a file whose last block a writer of release 0.2 left full but with no trailer.

    The interrupted writer left a commit that counts the codes of this block and has their checksum.
    If the interruption came just after the trailer of the previous block was written, the writer
    wrote the codes of the previous block a second time, as the last block.

        block 7 | trailer | block 8              the commit covers block 8, which is kept
        block 7 | trailer | block 7, or parts    no new codes: the copy is dropped
    """
    last = commit.count // header.full - 1
    size, begin = header.packing.bytes_for(header.full), header.codes_at(last)
    found = Snapshot(commit.count, commit.count, size, b"", commit.checksum, unsealed=True)
    again = last and disk.checksum(begin - header.stride, begin - TRAILER_LENGTH) == commit.checksum
    if again or disk.checksum(begin, begin + size) != commit.checksum:
        there = min((disk.size - header.start) // header.stride, last) * header.full
        dropped = f"a block without new codes, which an interrupted writer left after code {there}"
        found = Snapshot(there, there, dropped=dropped)
    return replace(found, damaged_copy=copy, commit=commit, alike=alike, interrupted=True)


def _is_intact(header: Header, disk: Disk, block: int) -> bool:
    try:
        checked(header, disk, block)
    except StoreError:
        return False
    return True


@dataclass(frozen=True)
class Block:
    """A block that is completely in the file."""

    number: int
    count: int
    checksum: int
    end: int
    packed: bytes


def snapshot_of_version_1(header: Header, disk: Disk) -> Snapshot:
    """The content of a file of version 1, even if its writer was killed."""
    return _before(header, disk, disk.size, None)


def _before(header: Header, disk: Disk, size: int, dropped: str | None) -> Snapshot:
    """The content of a file's first `size` bytes; `dropped` says what (if anything) was cut off."""
    place = -(-(size - header.start) // header.stride) - 1
    if place < 0:
        return Snapshot(0, 0, dropped=dropped)
    try:
        block = _block(header, disk, place, size)
        if block.number not in [number % NUMBERS for number in (place, place - 1) if number >= 0]:
            raise StoreError(f"it says that it is block {block.number}")
    except StoreError as error:
        if dropped:  # a kill damages only one block: reading this one raises an error
            return _ending(header, place, header.full, None, dropped)
        return _before(header, disk, header.place(place), f"block {place} was dropped: {error}")
    if block.number == place % NUMBERS:
        if dropped is None and size > block.end:
            dropped = f"{size - block.end} bytes after the last block"
        return _ending(header, place, block.count, block, dropped)
    # A spare: the writer was rewriting the previous block with more codes.
    try:
        grown = _block(header, disk, place - 1, header.place(place))
        if grown.number == block.number and crc32(grown.packed) == grown.checksum:
            return _ending(header, place - 1, grown.count, grown, dropped)
    except StoreError:
        pass
    lost = f"block {place - 1} has lost the codes that were being added"
    return _ending(header, place - 1, block.count, block, dropped or lost)


def _ending(
    header: Header, place: int, count: int, block: Block | None, dropped: str | None
) -> Snapshot:
    """The content of a file whose last block is at `place`."""
    codes = place * header.full + count
    if block is None or count == header.full:
        return Snapshot(codes, codes, dropped=dropped)
    return Snapshot(codes, codes, 0, block.packed, block.checksum, dropped)


def _block(header: Header, disk: Disk, place: int, size: int) -> Block:
    """The block in place number `place`. Raises `StoreError` if its end is beyond `size` bytes."""
    trailer = trailer_at(header, disk, place)
    count, most = trailer.count, header.full
    if not 1 <= count <= most:
        raise StoreError(f"it says that it has {count} codes; a block here has 1 to {most}")
    at = header.codes_at(place)
    end = at + header.packing.bytes_for(count)
    if end > size:
        begin = at - TRAILER_LENGTH
        raise StoreError(f"it ends after {size - begin} of {end - begin} bytes")
    return Block(trailer.number, count, trailer.checksum, end, disk.read(at, end - at))
