"""Files of version 1, as 0.1 wrote them: they are read, and become version 2 when codes are added.

    header | block 0 | block 1 | ... | last block          a block: its trailer | packed codes

Nothing but the size of the file and its last block says how many codes there are. The last block
may hold fewer codes than the others. While it grows, a *spare* copy of it stands where the next
block will be, so a block that says the number of the one before it is a spare.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from noughts.errors import StoreError
from noughts.store.blocks import trailer_at
from noughts.store.disk import Disk
from noughts.store.header import NUMBERS, TRAILER_LENGTH, Header
from noughts.store.snapshot import Snapshot


@dataclass(frozen=True)
class Block:
    """A block whose bytes are all there."""

    number: int
    count: int
    checksum: int
    end: int
    packed: bytes


def snapshot_of_version_1(header: Header, disk: Disk) -> Snapshot:
    """What a file of version 1 holds, even if its writer was killed."""
    return _before(header, disk, disk.size, None)


def _before(header: Header, disk: Disk, size: int, dropped: str | None) -> Snapshot:
    """What the first bytes hold, where behind them something was `dropped`."""
    place = -(-(size - header.start) // header.stride) - 1
    if place < 0:
        return Snapshot(0, 0, dropped=dropped)
    try:
        block = _block(header, disk, place, size)
        if block.number not in [number % NUMBERS for number in (place, place - 1) if number >= 0]:
            raise StoreError(f"it says that it is block {block.number}")
    except StoreError as error:
        if dropped:  # only one block can be torn: this one is damaged, and named when it is read
            return _ending(header, place, header.full, None, dropped)
        return _before(header, disk, header.place(place), f"block {place} was dropped: {error}")
    if block.number == place % NUMBERS:
        if dropped is None and size > block.end:
            dropped = f"{size - block.end} bytes after the last block"
        return _ending(header, place, block.count, block, dropped)
    # A spare of the block before, which was being written again with more codes.
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
    """What a file holds if the block of that place is its last one."""
    codes = place * header.full + count
    if block is None or count == header.full:
        return Snapshot(codes, codes, dropped=dropped)
    return Snapshot(codes, codes, 0, block.packed, block.checksum, dropped)


def _block(header: Header, disk: Disk, place: int, size: int) -> Block:
    """The block in a place. Raises `StoreError` if it is not whole within the first bytes."""
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
