"""Folders given by path or URL: on disk, S3, GCS or any other file system that fsspec supports."""

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

UNFINISHED = ".part"  # the suffix of a file's name until the file is complete


def folder_of(url: str | Path) -> Folder:
    """The folder at a path or a URL such as `s3://bucket/tables`. The folder need not exist.

    >>> folder_of("tables"), str(folder_of("memory://tables"))    # doctest: +ELLIPSIS
    (<noughts.system.folders.LocalFolder ...>, 'memory://tables')

    Raises `ClusterError` for a URL that fsspec does not support or for which a package is missing,
    `MissingExtraError` for any URL if the extra `[cluster]` is not installed, and `OSError` for a
    name that no folder can have.
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
    """A folder in an fsspec file system. Pickled as its URL, it is opened anew by each process."""

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
        """The size in bytes of each complete file, by name."""
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
        """`length` bytes of a file from the offset `at` on, or fewer if the file ends earlier."""
        system, path = self.place
        found: bytes = system.cat_file(f"{path}/{name}", start=at, end=at + length)
        return found

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading at any offset."""
        system, path = self.place
        file: BinaryIO = system.open(f"{path}/{name}", "rb")
        return file

    def write(self, name: str, parts: Iterable[Bytes]) -> None:
        """Write a file under another name, then rename it, so that only a complete file appears."""
        system, path = self.place
        part = f"{path}/{name}.{secrets.token_hex(4)}{UNFINISHED}"
        with naming(f"{self}/{name}"):
            system.makedirs(path, exist_ok=True)
            system.pipe_file(part, b"".join(parts))
            system.mv(part, f"{path}/{name}")
