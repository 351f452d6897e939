"""Writes a store, one block at a time; if the writer is killed, every complete block remains."""

from __future__ import annotations

import os
from io import FileIO
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import encode
from noughts.arrays.packing import pack, unpack
from noughts.codecs.packing import Packing
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import CodeError, StoreError
from noughts.store import locks
from noughts.store.blocks import End, PathLike, end_of, header_of, mapped, on_disk
from noughts.store.header import HEAD_LENGTH, HEADER_LENGTH, Header


def create(
    path: PathLike,
    name: str,
    rules: Rules = TICTACTOE,
    packing: Packing | None = None,
    block: int | None = None,
) -> Writer:
    """A writer of a new file for codes of the codec `name`.

    By default `packing` is the one for arrays that takes the fewest bits a code. `block` is how
    many codes share a checksum, by default about 64 KiB of them. Raises `FileExistsError` if the
    file exists, and `CodeError` if codec, packing and block do not fit together.
    """
    header = Header.of(name, rules, packing, block)
    file = FileIO(path, "x+")
    locks.lock(file, path)
    writer = Writer(file, header)
    writer._put(0, header.raw)
    return writer


def append(path: PathLike) -> Writer:
    """A writer that goes on where the file ends; its `dropped` says what was cut off there.

    The last block is cut off if it is incomplete or damaged: bytes that no one can read would only
    be in the way. Raises `StoreError` for a file that is not a store or has another writer.
    """
    file = FileIO(on_disk(path), "r+")
    try:
        locks.lock(file, path)
        whole = mapped(file)
        header = header_of(path, whole)
        writer = Writer(file, header)
        writer._continue(whole, end_of(header, whole))
    except BaseException:
        locks.close(file)
        raise
    return writer


class Writer:
    """Takes codes or values and writes them in blocks; close it by `close` or a `with` block.

    A written block survives however this process ends, and after `sync` or `close` also a loss of
    power. The codes of a block that is not yet full stay in memory until `close`. `len` counts all
    codes, including those that were there before.

    `header` is the header of the file, and `dropped` what `append` cut off, or None. A file has one
    writer at a time; the system enforces this if it can.
    """

    def __init__(self, file: FileIO, header: Header) -> None:
        self.header = header
        self.dropped: str | None = None
        self._file = file
        self._blocks = 0  # full ones, in the file
        self._held = header.empty(header.full)
        self._count = 0  # of codes held
        self._standing = b""  # the block after the full ones, as it is in the file
        self._room = np.empty(header.stride, np.uint8)

    def write_codes(self, codes: npt.ArrayLike) -> None:
        """Take codes [n] of the codec: all of them, or none if one is bad.

        Raises `CodeError`, naming the first bad item. An `OSError`, such as for a full disk,
        closes the writer and leaves the file as a kill would.
        """
        if self._file.closed:
            raise StoreError("the writer is closed; append opens the file again")
        codes = self.header.checked(codes)
        full = self.header.full
        while len(codes):
            room = full - self._count
            taken, codes = codes[:room], codes[room:]
            if len(taken) == full:  # straight from the caller's array
                self._write_block(taken)
                continue
            self._held[self._count :][: len(taken)] = taken
            self._count += len(taken)
            if self._count == full:
                self._count = 0
                self._write_block(self._held)

    def write(self, values: Any) -> None:
        """Take `Positions`, finished `Games` or `Words`, whichever the codec holds.

        Raises what `arrays.encode` raises; then it takes none of them.
        """
        board = getattr(values, "rules", TICTACTOE)
        if board != self.header.rules:
            raise CodeError(f"{values!r} does not fit a store of {self.header.rules}")
        self.write_codes(encode(values, self.header.name))

    def __len__(self) -> int:
        return self._blocks * self.header.full + self._count

    def sync(self) -> None:
        """Flush the written blocks from the system's memory to the disk."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Write the remaining codes as a last block, and flush everything to the disk."""
        if self._file.closed:
            return
        try:
            if self._count:
                self._write_block(self._held[: self._count])
            self.sync()
        finally:
            locks.close(self._file)

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _continue(self, whole: Any, end: End) -> None:
        """Read the last block, if it is not full, and make the file end behind it."""
        header, last = self.header, end.last
        self.dropped = end.dropped
        self._blocks = end.blocks
        length = header.place(end.blocks) if last else HEADER_LENGTH
        if last and last.count < header.full:
            self._blocks -= 1
            length = header.place(self._blocks)
            if last.intact(whole):
                block = whole[last.at - HEAD_LENGTH : last.end].tobytes()
                codes = unpack(block[HEAD_LENGTH:], header.packing, 0, last.count)
                self._held[: last.count] = codes
                self._count = last.count
                self._standing = block
                if last.at != length + HEAD_LENGTH:  # it is a spare
                    self._put(length, block)
                    self.sync()
                length += len(block)
            else:
                self.dropped = f"block {self._blocks} was cut off: its checksum fails"
        self._file.truncate(length)

    def _write_block(self, codes: npt.NDArray[Any]) -> None:
        header = self.header
        room = self._room[: HEAD_LENGTH + header.packing.bytes_for(len(codes))]
        packed = pack(codes, header.packing, room[HEAD_LENGTH:])
        room[:HEAD_LENGTH] = np.frombuffer(header.head(self._blocks, len(codes), packed), np.uint8)
        try:
            self._bring(self._blocks, room)
        except BaseException:
            locks.close(self._file)
            raise
        if len(codes) == header.full:
            self._blocks += 1

    def _bring(self, block: int, room: npt.NDArray[np.uint8]) -> None:
        """Write a block where it belongs."""
        place = self.header.place(block)
        if self._standing and bytes(room) != self._standing:
            # The block there is complete, and must not be lost while it is overwritten.
            self._put(self.header.place(block + 1), self._standing)
            self.sync()
            self._put(place, room)
            self.sync()
            self._file.truncate(place + len(room))
            self._standing = b""
        elif not self._standing:
            self._put(place, room)

    def _put(self, place: int, data: Any) -> None:
        self._file.seek(place)
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]
