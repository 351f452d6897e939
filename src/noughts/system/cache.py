"""The folder for things that are made once and kept: compiled kernels, and tables of large boards.

The folder is `noughts` in the user's cache folder, unless the environment variable NOUGHTS_CACHE
names another. A table is data: its reader checks everything, so a table may come from anywhere.
Compiled code is run, so it is kept and found only where nobody else could have put it.

Code that is run, unlike data that is read, must be the user's. So the module finds out who else
could have written it:

/  home  ada  .cache  noughts       belongs to the user; nobody else may write there
└──── the folders above ────┘       belong to the user or to root; nobody else may write there,
unless, as in /tmp, users may rename only their own files (sticky)
"""

from __future__ import annotations

import os
import stat
from errno import ENOENT
from functools import cache
from pathlib import Path
from warnings import warn


def others_who_write(folder: Path) -> str | None:
    """Who besides the user could put a file into this folder, in words, or None if nobody could.

    Links must be resolved. If files have no owners, as on Windows, the answer is None: there a
    user's folder is private unless the user shares it.

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
    """Whether the user owns a file and nobody else may write to it."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and _is_closed(status))


def _is_closed(status: os.stat_result) -> bool:
    """Whether the mode lets only the owner write, or a group of which nobody else is a member."""
    writers = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return not writers or (writers == stat.S_IWGRP and _is_own_group(status.st_gid))


def _is_own_group(number: int) -> bool:
    """Whether this is the group that many systems make for each user, with the user's name."""
    import grp  # Windows has neither of these
    import pwd

    try:
        name, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name}


def cache_folder() -> Path:
    """The folder, which may not exist yet. Raises `OSError` if its place is unknown."""
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
    """The folder for code that is run, without links, or None if there can be none.

    A new folder belongs only to the user. Warns once, with a `RuntimeWarning`, of a folder to which
    others could write.
    """
    try:
        cache_folder().mkdir(0o700, parents=True, exist_ok=True)
        folder = cache_folder().resolve(strict=True)
        others = others_who_write(folder)
    except OSError:  # no place for it, or no home
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
    # Python forgets what it has shown whenever anybody changes what is shown, as Numba does.
    warn(message, RuntimeWarning, stacklevel=3)
