"""Reads files at an offset, and replaces files as a whole.

A file is replaced completely or not at all: a reader sees either the old file or the new file.

.noughts-3f9a02c1.part/NAME ──> written ──> synced, if asked for ──> renamed to NAME
└─────── an error occurs ───────> removed; NAME is unchanged
└─────── the process is killed ───────> removed by the next writer in the same folder
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
FULL = {ENOSPC, EDQUOT, EFBIG}  # errors of a write, in which the system does not name the file
SEEKING = Lock()
WINDOWS = os.name == "nt"
FAR = 1 << 43  # the byte to lock on Windows: beyond all data, since a locked byte is unreadable
PATIENCE = 20  # attempts, since a search index or virus scanner may have the file open
BETWEEN_LOOKS = 0.02  # seconds, at a lock that another process holds
YOUNG = 60  # seconds in which the process that made a folder may not have locked it yet


@contextmanager
def replacing(
    path: str | os.PathLike[str], sync: bool = False, new: bool = False
) -> Iterator[Path]:
    r"""A temporary path to write to; when the block ends, the file at this path replaces `path`.

    If `path` is a link, its target is replaced. If the folder of `path` is missing, it is created.
    `sync` flushes the file and its folder to the disk, so that even a loss of power leaves the old
    file or the new file. With `new`, no file is replaced: if `path` exists when the block ends,
    even if another process has only just created it, `FileExistsError` is raised.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "board") as part:
    ...         _ = part.write_text("3,3,3")
    ...     (Path(folder) / "board").read_text()
    '3,3,3'

    Raises `FileExistsError` if `path` is a folder, a device or anything else that is not a file,
    and `OSError` if the file cannot be written.
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
    """Remove the temporary folders of killed processes: the folders that no process has locked."""
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
    """The path as text. Raises `OSError` if no file can have this path."""
    name = os.fspath(path)
    try:
        if b"\0" not in os.fsencode(name):
            return name
    except UnicodeEncodeError:
        pass
    raise OSError(EINVAL, "no file can have this name", name)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """If a write in the block exceeds a limit (disk, quota, file size), put `path` in the error."""
    try:
        yield
    except OSError as error:
        hidden = error.filename is None or PART.search(str(error.filename))
        if error.errno not in FULL or not hidden:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def sync_folder(folder: Path) -> None:
    """Flush a folder's list of names to the disk, if the system can do this."""
    with suppress(OSError):  # Windows opens no folders
        _sync(folder)


def read_at(file: int, at: int, length: int) -> bytes:
    """`length` bytes of an open file from offset `at`, or fewer at the end of the file."""
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
    """Lock an open file or (except on Windows) open folder until it is closed or the process ends.

    Returns True if the file is now locked, False if another descriptor, in any process, holds the
    lock, and None if the system cannot lock the file, as on some network file systems.
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
    """Release the lock on a file, even if a forked child process still has the file open."""
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
    """Run the block while no other process runs a block with the same lock file, `path`.

    If another process is running such a block, first wait until that block ends, inside the context
    manager that `wait()` returns. After `seconds` seconds, or if the lock file cannot be created or
    locked, run this block nevertheless: the lock saves work, but protects nothing. The lock file is
    removed after the block.
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
    """Lock or unlock a byte far beyond the end of the file. This moves the file position."""
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
    """Rename `part` to `target`; on Windows, wait up to a second for programs to close `target`."""
    for _ in range(PATIENCE if WINDOWS else 0):
        with suppress(PermissionError):
            return os.replace(part, target)
        time.sleep(0.05)
    if not WINDOWS:
        return os.replace(part, target)
    why = "a program has it open, and Windows does not replace open files"
    raise PermissionError(EACCES, why, os.fspath(target))


def _take_name(part: Path, target: Path) -> None:
    """Rename `part` to `target` unless `target` exists; of several processes, one succeeds."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: an empty file reserves the name
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
    """A new temporary folder, which this process locks and removes at the end."""
    # It is in the target's folder, so that the file can be renamed instead of copied.
    folder = parent / f".noughts-{secrets.token_hex(4)}.part"
    held = None
    try:
        folder.mkdir(mode=0o700)
        held = _held(folder)
        yield folder
    finally:
        _remove(folder, held)


def _held(folder: Path) -> int | None:
    """The descriptor of the opened and locked folder; None if this process cannot lock it.

    Windows cannot open a folder; there, the descriptor is that of a locked file in the folder.
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
    """Remove a locked folder, and release the lock."""
    if WINDOWS and held is not None:  # Windows does not remove an open file
        os.close(held)
        held = None
    shutil.rmtree(folder, ignore_errors=True)
    if held is not None:
        os.close(held)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDWR if WINDOWS else os.O_RDONLY)  # Windows syncs writable files
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
