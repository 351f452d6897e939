"""Tells who else could have written a file: what is run, unlike what is read, must be the user's.

/  home  ada  .cache  noughts       belongs to the user; nobody else may write there
└──── the folders above ────┘       belong to the user or to root; nobody else may write there,
unless, as in /tmp, users may rename only their own files (sticky)
"""

from __future__ import annotations

import os
import stat
from pathlib import Path


def others_who_write(folder: Path) -> str | None:
    """Who besides the user could put a file into this folder, in words, or None if nobody could.

    Links must be resolved. Where files have no owners, as on Windows, the answer is None: a user's
    folder is private there unless the user shares it.

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
    """Whether a file belongs to the user, and nobody else may write to it."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and _is_closed(status))


def _is_closed(status: os.stat_result) -> bool:
    """Whether the mode lets only the owner write, or a group of which nobody else is a member."""
    writers = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return not writers or (writers == stat.S_IWGRP and _is_own_group(status.st_gid))


def _is_own_group(number: int) -> bool:
    """Whether it is the group that many systems make for each user, with the user's name."""
    import grp  # Windows has neither of these
    import pwd

    try:
        name, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name}
