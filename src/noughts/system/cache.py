"""The folder for what is made once and kept: compiled kernels, and tables of large boards.

It is `noughts` in the user's cache folder, unless the environment variable NOUGHTS_CACHE names
another. A table is data: its reader believes nothing that it does not check, so it may come from
anywhere. Compiled code is run, so it is kept and found only where nobody else could have put it.
"""

from __future__ import annotations

import os
from errno import ENOENT
from functools import cache
from pathlib import Path
from warnings import warn

from noughts.system.ownership import others_who_write


def cache_folder() -> Path:
    """The folder, which may not exist yet. Raises `OSError` if nothing says where it should be."""
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
    """The folder for what is run, without links, or None where there can be none.

    A new folder is the user's alone. Warns once, with a `RuntimeWarning`, of one to which others
    could write.
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
