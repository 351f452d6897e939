"""The file of a store, read and written at places; every byte of a store passes here.

The file is never mapped into memory. If another process shortens a mapped file, or the disk below
it is full, the system ends its reader with a signal; here the reader gets fewer bytes, or an
`OSError`.

Only one writer at a time has a file, if the system can lock whole files.
"""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path
from stat import S_ISREG
from zlib import crc32

from noughts.errors import StoreError
from noughts.system.files import (
    checked_path,
    locked,
    naming,
    read_at,
    remove_orphans,
    replacing,
    unlock,
)

PathLike = str | os.PathLike[str]

PIECE = 1 << 20  # bytes that are read at once


class Disk:
    """An open file; `path` is its name as it was given.

    A writer changes a file by `write`, `truncate` and `sync` alone, so that a test can see each
    change, refuse it or lose it.
    """

    def __init__(self, path: PathLike, file: FileIO) -> None:
        self.path: str = os.fspath(path)
        self.closed: bool = False
        self._file = file

    @classmethod
    def reading(cls, path: PathLike) -> Disk:
        """A file to read."""
        return cls(path, FileIO(_regular(path)))

    @classmethod
    def creating(cls, path: PathLike, beginning: bytes) -> Disk:
        """A file to write, which gets its name when these first bytes are on the disk.

        Raises `StoreError` if the file exists.
        """
        # No folder is made for a misspelt name.
        os.stat(os.path.dirname(os.path.abspath(checked_path(path))))
        try:
            with replacing(path, sync=True, new=True) as part:
                part.write_bytes(beginning)
        except FileExistsError:
            raise StoreError(
                f"{os.fspath(path)} exists already; append adds to it, "
                "and to start anew, remove the file first"
            ) from None
        disk = cls.appending(path)
        if disk.read(0, len(beginning) + 1) == beginning:
            return disk
        disk.close()
        raise StoreError(f"another writer has added to {os.fspath(path)} since it was made")

    @classmethod
    def appending(cls, path: PathLike) -> Disk:
        """A file to continue. Raises `StoreError` if it has another writer."""
        remove_orphans(Path(checked_path(path)).resolve().parent)
        while True:
            file = FileIO(_regular(path), "r+")
            try:
                lock(file, path)
                if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                    return cls(path, file)
            except BaseException:
                file.close()
                raise
            file.close()  # another file has taken its name since it was opened

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return os.fstat(self._file.fileno()).st_size

    def read(self, at: int, length: int) -> bytes:
        """The bytes from `at` on: that many, or fewer where the file ends."""
        return read_at(self._file.fileno(), at, length)

    def checksum(self, at: int, end: int, found: int = 0) -> int:
        """The checksum `found`, continued over the bytes from `at` to `end`.

        They need not fit into memory.
        """
        for begin in range(at, end, PIECE):
            found = crc32(self.read(begin, min(PIECE, end - begin)), found)
        return found

    def write(self, at: int, data: bytes | memoryview) -> None:
        """Write all of the data to its place."""
        self._file.seek(at)
        left = memoryview(data)
        with naming(self.path):
            while left:
                left = left[self._file.write(left) :]

    def truncate(self, length: int) -> None:
        """Cut off everything after the first `length` bytes."""
        self._file.truncate(length)

    def sync(self) -> None:
        """Wait until all that was written is on the disk."""
        with naming(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file, and let others write to it."""
        self.closed = True  # first: nothing may be written once others can write
        unlock(self._file.fileno())
        self._file.close()


def _regular(path: PathLike) -> PathLike:
    """The path, if it leads to a file. Raises `StoreError` for a pipe, a device or a folder.

    The check comes before the file is opened, since opening a pipe waits for its other end.
    """
    if not S_ISREG(os.stat(checked_path(path)).st_mode):
        raise StoreError(f"{os.fspath(path)} is not a regular file; a store must be one")
    return path


def lock(file: FileIO, path: str | os.PathLike[str]) -> None:
    """Keep all other writers away, until the file is closed or this process ends.

    Raises `StoreError` if there is another writer. If the system has no locks, none is kept away.
    """
    if locked(file.fileno()) is False:
        raise StoreError(f"{os.fspath(path)} has another writer; one may write at a time")
