"""Files as Windows treats them, on a system that does not.

An open file is neither removed nor replaced; a folder is not opened; a file is brought onto the
disk only by who may write it; locks are of bytes, by `msvcrt`; `fcntl` and `termios` are absent.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import struct
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.system import files


def as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give this process the manners of Windows, until the test ends."""

    def refusing_open_files(name: str) -> None:
        done: Callable[..., Any] = getattr(os, name)

        def careful(*paths: Any, **options: Any) -> None:
            for path in paths:
                if os.path.isfile(path) and os.path.realpath(path) in _open_files():
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            done(*paths, **options)

        monkeypatch.setattr(os, name, careful)

    def opened(path: Any, *arguments: Any, **options: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return usual_open(path, *arguments, **options)

    def synced(file: int) -> None:
        if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        usual_sync(file)

    usual_open, usual_sync = os.open, os.fsync
    for name in ("replace", "rename", "unlink", "remove"):
        refusing_open_files(name)
    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.delattr(os, "pread")
    monkeypatch.setattr(shutil, "_use_fd_functions", False)
    for name in ("fcntl", "termios"):
        monkeypatch.setitem(sys.modules, name, None)
    locks = SimpleNamespace(LK_NBLCK=fcntl.F_WRLCK, LK_UNLCK=fcntl.F_UNLCK, locking=_locking)
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    monkeypatch.setattr(files, "WINDOWS", True)
    monkeypatch.setattr(files, "PATIENCE", 2)


def _open_files() -> set[str]:
    found = set()
    for each in os.listdir("/proc/self/fd"):
        try:
            found.add(os.readlink(f"/proc/self/fd/{each}"))
        except FileNotFoundError:  # that of the folder that was listed
            continue
    return found


def _locking(file: int, kind: int, length: int) -> None:
    """Lock bytes from the place of the file on, or unlock them, for whoever opened it."""
    asked = struct.pack("hhqqi", kind, os.SEEK_CUR, 0, length, 0)
    try:
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, asked)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None
