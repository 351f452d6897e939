"""A commit: a file's number of codes, and the data needed to read and check the last codes.

    header | commit | the same commit | block 0 | block 1 | ...

In the blocks, the bytes that hold the codes of a commit are never overwritten. So these codes stay
unchanged, whatever a writer does next, and even if the writer is killed.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

from noughts.errors import StoreError
from noughts.store.disk import Disk
from noughts.store.file_layout import CHECKSUM, HEADER_LENGTH, Header

FIELDS = struct.Struct("<QI")
MOST = 1 << 63  # codes in a file, so that `len` can return their number
TRIES = 1000  # attempts to read a commit that keeps changing


@dataclass(frozen=True)
class Commit:
    """The content of a file after a sync: `count` codes, more than in any earlier commit.

    If the last block is not full, `checksum` covers its packed codes. If the last packing block of
    these codes is not full either, `rest` holds the bytes of this packing block, since further
    codes would change these bytes.
    """

    count: int
    checksum: int
    rest: bytes

    def raw(self, header: Header) -> bytes:
        """The bytes of the commit."""
        fields = FIELDS.pack(self.count, self.checksum) + self.rest
        fields = fields.ljust(header.commit_length - CHECKSUM.size, b"\0")
        return fields + CHECKSUM.pack(crc32(fields, header.seed))


class Commits(NamedTuple):
    """The valid commit, whether both copies equal it, and which copy is damaged, in words."""

    last: Commit
    alike: bool
    damaged: str | None


def commits(header: Header, disk: Disk) -> Commits:
    """The commit of a file. Raises `StoreError`, whose text omits the path, if no copy is intact.

    A copy may look damaged because a writer is writing it at that moment. So the function reads the
    copies again until both are intact or their bytes stay the same.
    """
    length, before = header.commit_length, b""
    for _ in range(TRIES):
        raw = disk.read(HEADER_LENGTH, 2 * length)
        if len(raw) < 2 * length:
            has = HEADER_LENGTH + len(raw)
            raise StoreError(f"ends in its header, after {has} of {header.start} bytes")
        first, second = (_parsed(header, part) for part in (raw[:length], raw[length:]))
        if first and second:
            newer = first if first.count >= second.count else second
            return Commits(newer, first == second, None)
        if raw == before:
            break
        before = raw
    if first:
        return Commits(first, False, "the second copy of its commit")
    if second:
        return Commits(second, False, "the first copy of its commit")
    raise StoreError("has lost both copies of its commit, which says how much it holds")


def _parsed(header: Header, raw: bytes) -> Commit | None:
    if CHECKSUM.pack(crc32(raw[: -CHECKSUM.size], header.seed)) != raw[-CHECKSUM.size :]:
        return None
    count, checksum = FIELDS.unpack_from(raw)
    if count >= MOST:
        return None
    unfilled = header.packing.length if count % header.packing.items else 0
    return Commit(count, checksum, raw[FIELDS.size : FIELDS.size + unfilled])
