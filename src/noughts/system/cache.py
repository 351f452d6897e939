"""The cache folder for results that are slow to compute: compiled kernels, and large tables.

The folder is `noughts` in the user's cache folder, unless the environment variable NOUGHTS_CACHE
names another folder. A table is data, and its reader checks each part before use, so a table may
come from anywhere. Compiled code is executed, so it is written and read only where nobody but the
user could have put a file. The module therefore checks the owners and modes of all folders on the
path:

/  home  ada  .cache  noughts       belongs to the user; nobody else may write there
└──── the folders above ────┘       belong to the user or to root; nobody else may write there,
                                    unless the folder is sticky like /tmp, where users may rename
                                    only their own files
"""

from __future__ import annotations

import os
import stat
from errno import ENOENT
from functools import cache
from pathlib import Path
from warnings import warn


def others_who_write(folder: Path) -> str | None:
    """The reason why someone besides the user could put a file into this folder, or None.

    `folder` must be a path without links. On systems without numeric user IDs, such as Windows, the
    answer is None: there, a user's folder is private unless the user shares it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     others_who_write(Path(folder).resolve())
    ...     Path(folder).chmod(0o777)
    ...     others_who_write(Path(folder).resolve()).endswith("(mode 777)")
    True
    """
    if not hasattr(os, "geteuid"):
        return None
    for place in (folder, *folder.parents):
        status = place.stat()
        if status.st_uid != os.geteuid() and (place == folder or status.st_uid != 0):
            return f"{place} belongs to user {status.st_uid}"
        sticky = place != folder and status.st_mode & stat.S_ISVTX
        if not sticky and not _is_closed(status):
            return f"others may write to {place} (mode {stat.S_IMODE(status.st_mode):o})"
    return None


def is_own(status: os.stat_result) -> bool:
    """Whether the file belongs to the user, and nobody else may write to it."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and _is_closed(status))


def _is_closed(status: os.stat_result) -> bool:
    """Whether only the owner, or only the owner and a group without other members, may write."""
    writers = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return not writers or (writers == stat.S_IWGRP and _is_own_group(status.st_gid))


def _is_own_group(number: int) -> bool:
    """Whether a group is the user's private group, which many systems name after the user."""
    import grp  # Windows has neither of these
    import pwd

    try:
        name, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name}


def cache_folder() -> Path:
    """The cache folder, which may not exist yet. Raises `OSError` if its location is unknown."""
    named = os.environ.get("NOUGHTS_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "noughts"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # as in a container, for a user without a name
        raise FileNotFoundError(
            ENOENT, "there is no home folder for a cache; set NOUGHTS_CACHE to a folder"
        ) from None


def code_folder() -> Path | None:
    """The folder for compiled code, as a path without links, or None if the folder is not safe.

    A missing folder is created, and then only the user has access to it. The result is also None if
    the folder cannot be created. If others could write to the folder, the function issues a
    `RuntimeWarning`, but only once.
    """
    try:
        cache_folder().mkdir(0o700, parents=True, exist_ok=True)
        folder = cache_folder().resolve(strict=True)
        others = others_who_write(folder)
    except OSError:  # the folder cannot be made, or there is no home folder
        return None
    if others:
        _warn_once(
            f"compiled code is not kept in {folder}, and is compiled in each process: {others}; "
            "change its permissions, or set NOUGHTS_CACHE to a folder of your own"
        )
        return None
    return folder


@cache
def _warn_once(message: str) -> None:
    # Python forgets which warnings it has shown when code changes the filters, as Numba does.
    warn(message, RuntimeWarning, stacklevel=3)
