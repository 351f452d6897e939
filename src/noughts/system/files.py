"""Files, read at a place and replaced as a whole.

A file is written whole or not at all: a reader sees either the old file or the new one.

.noughts-3f9a02c1.part/NAME ──> written ──> on the disk, where asked ──> renamed to NAME
└─────── an error on the way ───────> removed; NAME is as it was
└─────── killed ───────> removed by the next writer beside it
"""

from __future__ import annotations

import importlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from errno import EACCES, EDQUOT, EFBIG, EINVAL, ENOSPC
from pathlib import Path
from threading import Lock
from typing import Any

PART = re.compile(r"\.noughts-[0-9a-f]{8}\.part")
FULL = {ENOSPC, EDQUOT, EFBIG}  # of a write; the system does not say to which file
SEEKING = Lock()
WINDOWS = os.name == "nt"
FAR = 1 << 43  # the byte that Windows locks, behind all others: nobody else reads a locked one
PATIENCE = 20  # times that a search index or virus scanner may still have a file open
BETWEEN_LOOKS = 0.02  # seconds, at a lock that another process holds
YOUNG = 60  # seconds in which a folder may not yet be locked by the process that has just made it


@contextmanager
def replacing(
    path: str | os.PathLike[str], sync: bool = False, new: bool = False
) -> Iterator[Path]:
    r"""A path to write to; the file there takes the place of `path` when the block ends.

    A link is followed, and its target is replaced; a missing folder is made. `sync` brings the file
    and its folder past the system's memory, onto the disk, so that even a loss of power leaves the
    old file or the new one. With `new` no file is replaced: if a file is there at the end, even one
    that another process has made since, it stays and the error is `FileExistsError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "board") as part:
    ...         _ = part.write_text("3,3,3")
    ...     (Path(folder) / "board").read_text()
    '3,3,3'

    Raises `FileExistsError` if `path` is something other than a file, such as a device, and
    `OSError` if the file cannot be written.
    """
    target = Path(checked_path(path)).resolve()
    if target.exists() and not target.is_file():
        raise FileExistsError(f"{target} is there, and is not a file that could be replaced")
    target.parent.mkdir(parents=True, exist_ok=True)
    remove_orphans(target.parent)
    with naming(path), _folder_in(target.parent) as folder:
        part = folder / target.name
        yield part
        if sync:
            _sync(part)
        if new:
            _take_name(part, target)
        else:
            _replace(part, target)
        if sync:
            sync_folder(target.parent)


def remove_orphans(parent: Path) -> None:
    """Remove the remains of killed owners in a folder: everything that nobody holds."""
    with suppress(OSError), os.scandir(parent) as entries:  # not every folder can be listed
        for folder in [Path(entry.path) for entry in entries if PART.fullmatch(entry.name)]:
            held = _held(folder)
            if held is None:
                continue
            if os.fstat(held).st_mtime < time.time() - YOUNG:
                _remove(folder, held)
            else:
                os.close(held)


def checked_path(path: str | os.PathLike[str]) -> str:
    """The path as text. Raises `OSError` if no file can have it."""
    name = os.fspath(path)
    try:
        if b"\0" not in os.fsencode(name):
            return name
    except UnicodeEncodeError:
        pass
    raise OSError(EINVAL, "no file can have this name", name)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in an error of the block about a full disk."""
    try:
        yield
    except OSError as error:
        hidden = error.filename is None or PART.search(str(error.filename))
        if error.errno not in FULL or not hidden:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder onto the disk, where the system can."""
    with suppress(OSError):  # Windows opens no folders
        _sync(folder)


def read_at(file: int, at: int, length: int) -> bytes:
    """The bytes of an open file from `at` on: `length` of them, or fewer where it ends."""
    found = _read_once(file, at, max(length, 0))
    while len(found) < length:
        part = _read_once(file, at + len(found), length - len(found))
        if not part:
            break
        found += part
    return found


def _read_once(file: int, at: int, length: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(file, length, at)
    with SEEKING:  # Windows can only seek and then read
        os.lseek(file, at, os.SEEK_SET)
        return os.read(file, length)


def locked(file: int) -> bool | None:
    """Lock an open file, or except on Windows a folder, until it is closed or this process ends.

    True if no other process has it locked, False if one has; None where the system cannot lock it,
    as in some network folders.
    """
    try:
        try:
            import fcntl
        except ImportError:  # as on Windows
            return _locked_by_windows(file)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def unlock(file: int) -> None:
    """Let others lock the file, even if a process forked from this one still holds it open."""
    with suppress(OSError):
        try:
            import fcntl
        except ImportError:
            _locked_by_windows(file, False)
        else:
            fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def alone(
    path: Path, seconds: float, wait: Callable[[], AbstractContextManager[object]]
) -> Iterator[None]:
    """Run the block while no other process runs a block with this path, which is a file meanwhile.

    While another process does, wait for it, within `wait()`. After so many seconds, or where the
    system cannot lock the file, the block runs nevertheless: the lock saves work, and protects
    nothing.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # as in a folder to which nobody can write
        yield
        return
    try:
        if locked(file) is False:
            end = time.monotonic() + seconds
            with wait():
                while locked(file) is False and time.monotonic() < end:
                    time.sleep(BETWEEN_LOOKS)
        yield
    finally:
        unlock(file)
        os.close(file)
        with suppress(OSError):  # Windows removes no file that another process has open
            path.unlink()


def _locked_by_windows(file: int, lock: bool = True) -> bool | None:
    """Lock a byte far beyond the end, or unlock it. This moves the position in the file."""
    try:
        msvcrt: Any = importlib.import_module("msvcrt")
    except ImportError:
        return None
    os.lseek(file, FAR, os.SEEK_SET)
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK if lock else msvcrt.LK_UNLCK, 1)
    except PermissionError:
        return False
    return True


def _replace(part: Path, target: Path) -> None:
    """Rename the file; on Windows, wait a second for programs that have the old one open."""
    for _ in range(PATIENCE if WINDOWS else 0):
        with suppress(PermissionError):
            return os.replace(part, target)
        time.sleep(0.05)
    if not WINDOWS:
        return os.replace(part, target)
    why = "a program has it open, and Windows does not replace open files"
    raise PermissionError(EACCES, why, os.fspath(target))


def _take_name(part: Path, target: Path) -> None:
    """Give a file its name, unless another file has it: among several processes, one succeeds."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: an empty file holds the name first
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL))
            os.replace(part, target)
        except FileExistsError:
            raise
        except BaseException:  # such as an interruption
            if target.exists() and not target.stat().st_size:
                target.unlink()
            raise


@contextmanager
def _folder_in(parent: Path) -> Iterator[Path]:
    """A new folder, locked as long as its owner lives, and removed at the end."""
    # In the same folder as the target, so that a file is renamed and not copied.
    folder = parent / f".noughts-{secrets.token_hex(4)}.part"
    held = None
    try:
        folder.mkdir(mode=0o700)
        held = _held(folder)
        yield folder
    finally:
        _remove(folder, held)


def _held(folder: Path) -> int | None:
    """The folder, opened and locked; None if another process holds it or it cannot be locked.

    Windows opens no folders: there a file in the folder is locked.
    """
    try:
        if WINDOWS:
            opened = os.open(folder / ".held", os.O_RDWR | os.O_CREAT)
        else:
            opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    if locked(opened):
        return opened
    os.close(opened)
    return None


def _remove(folder: Path, held: int | None) -> None:
    """Remove a held folder, and release it."""
    if WINDOWS and held is not None:  # which removes no file that is open
        os.close(held)
        held = None
    shutil.rmtree(folder, ignore_errors=True)
    if held is not None:
        os.close(held)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDWR if WINDOWS else os.O_RDONLY)  # what Windows syncs, it writes
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
