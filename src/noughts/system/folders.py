"""Folders that many processes can write to and read from, in which every file is complete.

`LocalFolder` is a folder on this machine; `noughts.cluster.folders` has remote folders, given by
URL.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Protocol

from noughts.system.files import read_at, replacing

Bytes = bytes | memoryview


class Folder(Protocol):
    """A folder, whose name is `str(folder)`. Any method raises `OSError` if the system refuses."""

    @property
    def gap(self) -> int:
        """The number of bytes whose reading takes as long as one more request."""

    def sizes(self) -> dict[str, int]:
        """A dict from file name to size in bytes; empty if the folder does not exist yet."""

    def read(self, name: str, at: int, length: int) -> bytes:
        """`length` bytes of a file from offset `at`, or fewer if the file ends sooner."""

    def open(self, name: str) -> BinaryIO:
        """A file, open for reading at any offset."""

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a file, which replaces any file of that name."""


class LocalFolder:
    """A folder on this machine, or on a disk that several machines share.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as path:
    ...     folder = LocalFolder(path)
    ...     folder.write("a", [b"one", b"two"])
    ...     with folder.open("a") as file:
    ...         folder.sizes(), folder.read("a", 2, 3), file.read(4)
    ({'a': 6}, b'etw', b'onet')
    """

    gap = 1 << 16

    def __init__(self, path: str | Path) -> None:
        self.path: Path = Path(path)

    def __str__(self) -> str:
        return str(self.path)

    def sizes(self) -> dict[str, int]:
        """A dict from file name to size in bytes; unfinished files, in subfolders, are left out."""
        if not self.path.exists():
            return {}
        return {each.name: each.stat().st_size for each in self.path.iterdir() if each.is_file()}

    def read(self, name: str, at: int, length: int) -> bytes:
        """`length` bytes of a file from offset `at`, or fewer if the file ends sooner."""
        with open(self.path / name, "rb", buffering=0) as file:
            return read_at(file.fileno(), at, length)

    def open(self, name: str) -> BinaryIO:
        """A file, open for reading at any offset."""
        return open(self.path / name, "rb")

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a temporary file, then rename it: a loss of power leaves no partial file `name`."""
        with replacing(self.path / name, sync=True) as part, part.open("xb") as file:
            for each in parts:
                file.write(each)
