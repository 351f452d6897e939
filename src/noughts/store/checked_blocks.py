"""Reads the full blocks of a store, and checks them against their trailers."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import numpy as np

from noughts.errors import StoreError
from noughts.kernels.dtypes import Bools, Uint8s
from noughts.store.disk import PIECE, Disk
from noughts.store.file_layout import CHECKSUM, NUMBERS, TRAILER, TRAILER_LENGTH, Header


@dataclass(frozen=True)
class Trailer:
    """The fields of a block's trailer, which accompanies the packed codes."""

    number: int
    count: int
    checksum: int


def trailer_at(header: Header, disk: Disk, place: int) -> Trailer:
    """The trailer in place number `place`. Raises `StoreError` if it is not intact."""
    return _parsed(header, disk.read(header.trailer_at(place), TRAILER_LENGTH))


def checked(header: Header, disk: Disk, block: int) -> memoryview:
    """The packed codes of a full block, after the whole block has passed its checksum.

    At most the first `PIECE` bytes of the packed codes are returned, even if the block is longer.
    Raises `StoreError` if the block is damaged, or if another block is in its place.
    """
    at, length = header.codes_at(block), header.packing.bytes_for(header.full)
    first = disk.read(at, min(PIECE, length + TRAILER_LENGTH))
    if header.version > 1 and len(first) == length + TRAILER_LENGTH:
        trailer = _parsed(header, first[length:])
    else:
        trailer = trailer_at(header, disk, block)
    beginning = memoryview(first)[:length]
    checksum = disk.checksum(at + len(beginning), at + length, crc32(beginning))
    _compare(header, block, trailer, checksum)
    return beginning


def run(header: Header, disk: Disk, block: int, unchecked: Bools) -> Uint8s:
    """The packed codes of full blocks from `block` on, concatenated.

    `unchecked` has an item for each of these blocks; a block is checked only if its item is True.
    Raises `StoreError` if a block has been cut off, or if a checked block is damaged or misplaced.
    """
    begin = header.codes_at(block) - header.place(block)
    end = begin + header.packing.bytes_for(header.full)
    raw = disk.read(header.place(block), len(unchecked) * header.stride)
    if len(raw) < len(unchecked) * header.stride:
        raise StoreError("some of these blocks have been cut off")
    rows = np.frombuffer(raw, np.uint8).reshape(-1, header.stride)
    packed = np.ascontiguousarray(rows[:, begin:end])
    at = header.trailer_at(block) - header.place(block)
    for row in np.flatnonzero(unchecked).tolist():
        trailer = _parsed(header, rows[row, at : at + TRAILER_LENGTH].tobytes())
        _compare(header, block + row, trailer, crc32(packed[row].data))
    return packed.reshape(-1)


def _compare(header: Header, block: int, trailer: Trailer, checksum: int) -> None:
    if (trailer.number, trailer.count) != (block % NUMBERS, header.full):
        raise StoreError(f"it says that it is block {trailer.number}, of {trailer.count} codes")
    if checksum != trailer.checksum:
        raise StoreError("its checksum fails")


def _parsed(header: Header, raw: bytes) -> Trailer:
    if len(raw) < TRAILER_LENGTH:
        raise StoreError(f"only {len(raw)} of {TRAILER_LENGTH} bytes of its trailer are there")
    fields = raw[: TRAILER.size]
    if CHECKSUM.pack(crc32(fields, header.seed)) != raw[TRAILER.size :]:
        raise StoreError("the checksum of its trailer fails")
    return Trailer(*TRAILER.unpack(fields))
