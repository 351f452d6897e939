"""The file of a store, read and written at offsets; all access to a store goes through this module.

The file is never mapped into memory. A process that uses a mapped file is killed by a signal if
another process truncates the file or if the disk is full. Without a mapping, the process gets fewer
bytes or an `OSError`.

If the system can lock a file, only one writer at a time can have the file open.
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

PIECE = 1 << 20  # bytes to read at once


class Disk:
    """An open file; `path` is its name as the caller gave it.

    A writer changes its file only through `write` and `truncate`, and flushes it only through
    `sync`. So a test that replaces these methods can observe, refuse or lose each change.
    """

    def __init__(self, path: PathLike, file: FileIO) -> None:
        self.path: str = os.fspath(path)
        self.closed: bool = False
        self._file = file

    @classmethod
    def reading(cls, path: PathLike) -> Disk:
        """Open a file for reading."""
        return cls(path, FileIO(_regular(path)))

    @classmethod
    def creating(cls, path: PathLike, beginning: bytes) -> Disk:
        """Create a file for writing; it gets its name only once its first bytes are on the disk.

        Raises `StoreError` if the file exists.
        """
        # A missing folder is an error here, and not created: the path may be misspelt.
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
        """Open a file for appending. Raises `StoreError` if the file has another writer."""
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
            file.close()  # another file has replaced this file since it was opened

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self._file.fileno()).st_size

    def read(self, at: int, length: int) -> bytes:
        """`length` bytes from offset `at`, or fewer at the end of the file."""
        return read_at(self._file.fileno(), at, length)

    def checksum(self, at: int, end: int, found: int = 0) -> int:
        """The checksum `found`, continued over the bytes from `at` to `end`.

        The bytes need not fit into memory.
        """
        for begin in range(at, end, PIECE):
            found = crc32(self.read(begin, min(PIECE, end - begin)), found)
        return found

    def write(self, at: int, data: bytes | memoryview) -> None:
        """Write all of the data at offset `at`."""
        self._file.seek(at)
        left = memoryview(data)
        with naming(self.path):
            while left:
                left = left[self._file.write(left) :]

    def truncate(self, length: int) -> None:
        """Cut off all bytes after the first `length` bytes."""
        self._file.truncate(length)

    def sync(self) -> None:
        """Wait until all written data is on the disk."""
        with naming(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file, so that other writers can open it."""
        self.closed = True  # first: this writer must not write once others can
        unlock(self._file.fileno())
        self._file.close()


def _regular(path: PathLike) -> PathLike:
    """The path of a regular file, as given. Raises `StoreError` for a pipe, a device or a folder.

    The check comes before the file is opened, since opening a pipe blocks.
    """
    if not S_ISREG(os.stat(checked_path(path)).st_mode):
        raise StoreError(f"{os.fspath(path)} is not a regular file; a store must be one")
    return path


def lock(file: FileIO, path: str | os.PathLike[str]) -> None:
    """Exclude all other writers until the file is closed or this process ends.

    Raises `StoreError` if there is another writer. If the system cannot lock the file, this
    function does nothing.
    """
    if locked(file.fileno()) is False:
        raise StoreError(f"{os.fspath(path)} has another writer; one may write at a time")
