"""Folders by URL: a disk, S3, GCS and whatever else fsspec knows."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from posixpath import basename
from typing import Any, BinaryIO

from noughts.core.message_text import quoted, shortened
from noughts.errors import ClusterError
from noughts.system.extras import require
from noughts.system.files import checked_path, naming
from noughts.system.folders import Bytes, Folder, LocalFolder

UNFINISHED = ".part"  # how the name of a file ends before it is whole


def folder_of(url: str | Path) -> Folder:
    """The folder that a path or a URL means, such as `s3://bucket/tables`; it need not exist.

    >>> folder_of("tables"), str(folder_of("memory://tables"))    # doctest: +ELLIPSIS
    (<noughts.system.folders.LocalFolder ...>, 'memory://tables')

    Raises `ClusterError` for a URL that fsspec does not know or needs another package for,
    `MissingExtraError` for any without the extra `[cluster]`, and `OSError` for a name that no
    folder can have.
    """
    url = checked_path(url)
    if "://" not in url:
        return LocalFolder(url)
    require("cluster", "folders by URL")
    folder = RemoteFolder(url)
    try:
        _ = folder.place
    except (ImportError, ValueError) as error:
        raise ClusterError(
            f"{quoted(url)} is not a folder that fsspec can open: {shortened(str(error))}"
        ) from None
    return folder


class RemoteFolder:
    """A folder of a file system of fsspec. Processes get its URL, and each opens it."""

    gap = 1 << 21  # a request takes some hundredths of a second

    def __init__(self, url: str) -> None:
        self.url = url

    def __str__(self) -> str:
        return self.url

    def __reduce__(self) -> tuple[type[RemoteFolder], tuple[str]]:
        return RemoteFolder, (self.url,)

    @cached_property
    def place(self) -> tuple[Any, str]:
        """The file system, and the folder's path there."""
        from fsspec.core import url_to_fs

        system, path = url_to_fs(self.url)
        return system, path.rstrip("/")

    def sizes(self) -> dict[str, int]:
        """The bytes of each file that is whole."""
        system, path = self.place
        system.invalidate_cache()  # others write there
        try:
            entries = system.ls(path, detail=True)
        except FileNotFoundError:
            return {}
        return {
            basename(each["name"]): each["size"]
            for each in entries
            if each["type"] == "file" and not each["name"].endswith(UNFINISHED)
        }

    def read(self, name: str, at: int, length: int) -> bytes:
        """`length` bytes of a file from `at` on, or fewer where it ends."""
        system, path = self.place
        found: bytes = system.cat_file(f"{path}/{name}", start=at, end=at + length)
        return found

    def open(self, name: str) -> BinaryIO:
        """A file, to be read at any place."""
        system, path = self.place
        file: BinaryIO = system.open(f"{path}/{name}", "rb")
        return file

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a file, by a rename."""
        system, path = self.place
        part = f"{path}/{name}.{secrets.token_hex(4)}{UNFINISHED}"
        with naming(f"{self}/{name}"):
            system.makedirs(path, exist_ok=True)
            system.pipe_file(part, b"".join(parts))
            system.mv(part, f"{path}/{name}")
