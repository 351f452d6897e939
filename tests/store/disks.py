"""A file in memory that remembers what was done to it, and what a kill or a loss of power leaves.

A kill leaves what was done up to then; its last write may be cut short anywhere. A loss of power
leaves all that was done before the last sync. Of what came after it, anything may be missing:
each piece of each write, and each truncation, in any combination.
"""

from __future__ import annotations

import errno
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from noughts import TICTACTOE
from noughts.store import Writer
from noughts.store.disk import Disk
from noughts.store.file_layout import Header
from noughts.store.reader import Store
from noughts.store.writer import beginning, resumed

PIECE = 16  # bytes of a write that are lost together
ALL = 9  # pieces of which every combination is tried


@dataclass(frozen=True)
class Change:
    """A write, a truncation to `at` bytes if there is no `data`, or else what was done then."""

    at: int
    data: bytes | None

    def to(self, whole: bytes) -> bytes:
        """The file after it."""
        if self.data is None:
            return whole[: self.at].ljust(self.at, b"\0")
        whole = whole.ljust(self.at, b"\0")
        return whole[: self.at] + self.data + whole[self.at + len(self.data) :]

    def pieces(self, length: int) -> Iterator[Change]:
        """The same in pieces, each of which may be lost by itself."""
        if self.data is None:
            yield self
            return
        for start in range(0, len(self.data), length):
            yield Change(self.at + start, self.data[start : start + length])


@dataclass(frozen=True)
class Synced:
    """Here the disk was asked to keep everything before."""


@dataclass(frozen=True)
class Promised:
    """Here a writer has said that so many codes stay."""

    count: int


class Memory(Disk):
    """A file in memory; a write beyond `room` bytes fails, as on a full disk."""

    def __init__(self, whole: bytes = b"", room: int = 1 << 30) -> None:
        self.path = "memory"
        self.whole = whole
        self.room = room
        self.log: list[Change | Synced | Promised] = []
        self.closed = False

    @property
    def size(self) -> int:
        return len(self.whole)

    def read(self, at: int, length: int) -> bytes:
        return self.whole[at : at + max(length, 0)]

    def write(self, at: int, data: Any) -> None:
        fits = bytes(data)[: max(self.room - at, 0)]
        self._do(Change(at, fits))
        if len(fits) < len(bytes(data)):
            raise OSError(errno.ENOSPC, "No space left on device")

    def truncate(self, length: int) -> None:
        self._do(Change(length, None))

    def sync(self) -> None:
        self.log.append(Synced())

    def close(self) -> None:
        self.closed = True

    def _do(self, change: Change) -> None:
        self.log.append(change)
        self.whole = change.to(self.whole)

    def promise(self, count: int) -> None:
        """Note in the log that so many codes are now promised."""
        self.log.append(Promised(count))


SMALL = Header.of("canonical", TICTACTOE, None, 10)  # 5 codes in 6 bytes, 12 bytes a block


def some_codes(count: int, start: int = 0) -> list[int]:
    """So many codes of `canonical`, from one of the file on."""
    return [code * 7 % 765 for code in range(start, start + count)]


def finished(count: int, header: Header = SMALL) -> Memory:
    """A file of so many codes that was closed."""
    disk, writer = created(header)
    writer.write_codes(some_codes(count))
    writer.close()
    return disk


def flipped(whole: bytes, *places: int, by: int = 1) -> bytes:
    """A file with the bits of `by` turned over in some of its bytes."""
    damaged = bytearray(whole)
    for at in places:
        damaged[at] ^= by
    return bytes(damaged)


def created(header: Header, room: int = 1 << 30) -> tuple[Memory, Writer]:
    """A new file in memory, and its writer."""
    disk = Memory(room=room)
    disk.write(0, beginning(header))
    return disk, Writer(disk, header)


def reopened(whole: bytes, room: int = 1 << 30) -> tuple[Memory, Writer]:
    """A file in memory, and a writer that goes on with it."""
    disk = Memory(whole, room)
    return disk, resumed(Store(disk))


def after_kills(whole: bytes, log: list[Any]) -> Iterator[bytes]:
    """The file after a kill at each moment, byte by byte."""
    for change in log:
        if not isinstance(change, Change):
            continue
        for piece in change.pieces(1):
            whole = piece.to(whole)
            yield whole


def after_losses(
    whole: bytes, log: list[Any], seed: int, samples: int = 40
) -> Iterator[tuple[bytes, int]]:
    """The file after losses of power, and how many codes were promised then.

    Where few pieces can be lost, each combination of them is; else `samples` by chance.
    """
    chance = random.Random(seed)
    pending: list[Change] = []
    kept, promised = whole, 0
    for change in log:
        if isinstance(change, Promised):
            promised = change.count
        elif isinstance(change, Synced):
            for piece in pending:
                kept = piece.to(kept)
            pending = []
        else:
            pending += change.pieces(PIECE)
            for lost in _combinations(len(pending), chance, samples):
                left = kept
                for piece in itertools.compress(pending, lost):
                    left = piece.to(left)
                yield left, promised


def _combinations(count: int, chance: random.Random, samples: int) -> Iterator[tuple[bool, ...]]:
    if count <= ALL:
        yield from itertools.product((False, True), repeat=count)
        return
    for _ in range(samples):
        likely = chance.random()
        yield tuple(chance.random() < likely for _ in range(count))
