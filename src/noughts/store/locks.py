"""One writer of a file at a time, if the system can lock whole files."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO

from noughts.errors import StoreError


def lock(file: FileIO, path: str | os.PathLike[str]) -> None:
    """Keep all other writers away, until the file is closed or this process ends.

    Raises `StoreError` if there is another. Without such locks, no writer is kept away.
    """
    try:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(f"{os.fspath(path)} has another writer; one may write at a time") from None
    except (ImportError, OSError):  # not on Windows, and not in every network folder
        pass


def unlock(file: FileIO) -> None:
    """Let others write to it, even if a process forked from this one still holds the file open."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
