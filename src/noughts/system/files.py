"""Replaces a file whole or not at all: a reader sees either the old file or the new one.

PATH.3f9a02c1.part ──> written ──> on the disk, where asked ──> renamed to PATH
└─────── an error on the way ───────> removed; PATH is as it was
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: str | os.PathLike[str], sync: bool = False) -> Iterator[Path]:
    r"""A path beside `path` to write to; the file takes the place of `path` when the block ends.

    A link is followed, and its target is replaced; a missing folder is made. `sync` brings the
    file and its folder past the system's memory, onto the disk, so that even a loss of power
    leaves the old file or the new one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "board") as part:
    ...         _ = part.write_text("3,3,3")
    ...     (Path(folder) / "board").read_text()
    '3,3,3'

    Raises `FileExistsError` if `path` is something other than a file, such as a device, and
    `OSError` if the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise FileExistsError(f"{target} is there, and is not a file that could be replaced")
    target.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, so that it is renamed and not copied.
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield part
        if sync:
            _sync(part)
        os.replace(part, target)
        if sync:
            with suppress(OSError):  # Windows opens no folders
                _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
