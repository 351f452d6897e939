"""The blocks of a store, as their heads describe them, and where the codes of a file end.

    header | block 0 | block 1 | ... | last block          a block: head | packed codes

All blocks but the last are full, so a block's place follows from its number. While an append makes
the last block grow, a *spare* copy of it stands where the next block will be.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from io import FileIO
from mmap import ACCESS_READ, mmap
from stat import S_ISREG
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from noughts.errors import StoreError
from noughts.store.header import CHECKSUM, HEAD, HEAD_LENGTH, HEADER_LENGTH, NUMBERS, Header

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Block:
    """A block as its head describes it; its packed bytes go from `at` to `end`."""

    number: int
    count: int
    checksum: int
    at: int
    end: int

    def intact(self, file: Any) -> bool:
        """Whether its bytes are as they were written."""
        return crc32(file[self.at : self.end]) == self.checksum


class End(NamedTuple):
    """Where the codes of a file end: the number of blocks, the last one, and what was dropped."""

    blocks: int
    last: Block | None
    dropped: str | None


def on_disk(path: PathLike) -> PathLike:
    """The path, if it leads to a file. Raises `StoreError` for a pipe, a device or a folder.

    The check comes before the file is opened, since opening a pipe waits for its other end.
    """
    if not S_ISREG(os.stat(path).st_mode):
        raise StoreError(f"{os.fspath(path)} is not a regular file; a store must be one")
    return path


def mapped(file: FileIO) -> npt.NDArray[np.uint8]:
    """The bytes of a file, read only when they are used."""
    if os.fstat(file.fileno()).st_size == 0:  # an empty file cannot be mapped
        return np.empty(0, np.uint8)
    return np.frombuffer(mmap(file.fileno(), 0, access=ACCESS_READ), np.uint8)


def header_of(path: PathLike, file: npt.NDArray[np.uint8]) -> Header:
    """The header of a file with these bytes. Its `StoreError` names the path."""
    try:
        return Header.parse(file[:HEADER_LENGTH].tobytes())
    except StoreError as error:
        raise StoreError(f"{os.fspath(path)} {error}") from None


def block_at(header: Header, file: Any, place: int) -> Block:
    """The block in the place of block number `place`. Raises `StoreError` if it is not whole."""
    start = header.place(place)
    head = bytes(file[start : start + HEAD_LENGTH])
    if len(head) < HEAD_LENGTH:
        raise StoreError(f"it ends in its head, after {len(head)} of {HEAD_LENGTH} bytes")
    fields = head[: HEAD.size]
    if CHECKSUM.pack(crc32(fields, header.seed)) != head[HEAD.size :]:
        raise StoreError("the checksum of its head fails")
    number, count, checksum = HEAD.unpack(fields)
    if not 1 <= count <= header.full:
        raise StoreError(f"it says that it has {count} codes; a block here has 1 to {header.full}")
    at = start + HEAD_LENGTH
    end = at + header.packing.bytes_for(count)
    if end > len(file):
        raise StoreError(f"it ends after {len(file) - start} of {end - start} bytes")
    return Block(number, count, checksum, at, end)


def end_of(header: Header, file: Any) -> End:
    """Where the codes of a file end, even if its writer was killed."""
    places = -(-(len(file) - HEADER_LENGTH) // header.stride)
    if places == 0:
        return End(0, None, None)
    try:
        last = block_at(header, file, places - 1)
        if last.number not in ((places - 1) % NUMBERS, (places - 2) % NUMBERS):
            raise StoreError(f"it says that it is block {last.number}")
    except StoreError as error:
        before = _block_before(header, file, places - 1)
        return End(places - 1, before, f"block {places - 1} was dropped: {error}")
    if last.number == (places - 1) % NUMBERS:
        behind = len(file) - last.end
        return End(places, last, f"{behind} bytes after the last block" if behind else None)
    # A spare of the block before, which was being rewritten with more codes.
    grown = _block_before(header, file, places - 1)
    if grown is not None and grown.intact(file):
        return End(places - 1, grown, None)
    return End(places - 1, last, f"block {places - 2} has lost the codes that were being added")


def _block_before(header: Header, file: Any, place: int) -> Block | None:
    if place == 0:
        return None
    try:
        return block_at(header, file, place - 1)
    except StoreError:  # reported when the block is read: no checksum is -1
        at = header.place(place - 1) + HEAD_LENGTH
        return Block((place - 1) % NUMBERS, header.full, -1, at, header.place(place))
