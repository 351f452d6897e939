"""Folders of files that many processes write and read: each file is there whole, or not at all.

A local folder is `LocalFolder`; `noughts.cluster.folders` has folders of other machines, by URL.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Protocol

from noughts.system.files import read_at, replacing

Bytes = bytes | memoryview


class Folder(Protocol):
    """A folder. Its name is `str(folder)`. Any method raises `OSError` if the system refuses."""

    @property
    def gap(self) -> int:
        """How many bytes take as much time to read as one more request."""

    def sizes(self) -> dict[str, int]:
        """The bytes of each file that is there; none if there is no such folder yet."""

    def read(self, name: str, at: int, length: int) -> bytes:
        """So many bytes of a file from a place on, or fewer where it ends."""

    def open(self, name: str) -> BinaryIO:
        """A file, to be read at any place."""

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a file, in place of any file of that name."""


class LocalFolder:
    """A folder of this machine, or of a disk that machines share.

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
        """The bytes of each file; folders, such as those of unfinished files, do not count."""
        if not self.path.exists():
            return {}
        return {each.name: each.stat().st_size for each in self.path.iterdir() if each.is_file()}

    def read(self, name: str, at: int, length: int) -> bytes:
        """So many bytes of a file from a place on, or fewer where it ends."""
        with open(self.path / name, "rb", buffering=0) as file:
            return read_at(file.fileno(), at, length)

    def open(self, name: str) -> BinaryIO:
        """A file, to be read at any place."""
        return open(self.path / name, "rb")

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a file, by a rename; even after a loss of power it is whole, or not there."""
        with replacing(self.path / name, sync=True) as part, part.open("xb") as file:
            for each in parts:
                file.write(each)
