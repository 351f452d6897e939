"""The full blocks of a store, as their trailers describe them."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from noughts.errors import StoreError
from noughts.store.disk import PIECE, Disk
from noughts.store.header import CHECKSUM, NUMBERS, TRAILER, TRAILER_LENGTH, Header


@dataclass(frozen=True)
class Trailer:
    """What stands beside the packed codes of a block."""

    number: int
    count: int
    checksum: int


def trailer_at(header: Header, disk: Disk, place: int) -> Trailer:
    """The trailer in the place of block number `place`. Raises `StoreError` if it is not whole."""
    raw = disk.read(header.trailer_at(place), TRAILER_LENGTH)
    if len(raw) < TRAILER_LENGTH:
        raise StoreError(f"only {len(raw)} of {TRAILER_LENGTH} bytes of its trailer are there")
    fields = raw[: TRAILER.size]
    if CHECKSUM.pack(crc32(fields, header.seed)) != raw[TRAILER.size :]:
        raise StoreError("the checksum of its trailer fails")
    return Trailer(*TRAILER.unpack(fields))


def checked(header: Header, disk: Disk, block: int) -> bytes:
    """The first packed codes of a full block, after all of it has been compared with its checksum.

    They are all of its codes, unless the block is longer than is read at once. Raises `StoreError`
    if the block is damaged, or another one stands in its place.
    """
    trailer = trailer_at(header, disk, block)
    if (trailer.number, trailer.count) != (block % NUMBERS, header.full):
        raise StoreError(f"it says that it is block {trailer.number}, of {trailer.count} codes")
    at = header.codes_at(block)
    end = at + header.packing.bytes_for(header.full)
    first = disk.read(at, min(PIECE, end - at))
    if disk.checksum(at + len(first), end, crc32(first)) != trailer.checksum:
        raise StoreError("its checksum fails")
    return first
