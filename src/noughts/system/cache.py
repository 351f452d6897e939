"""The folder for what is made once and kept: compiled kernels, and tables of large boards.

It is `noughts` in the user's cache folder, unless the environment variable NOUGHTS_CACHE names
another.
"""

from __future__ import annotations

import os
from errno import ENOENT
from pathlib import Path


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
            ENOENT, "there is no home folder for a cache; let NOUGHTS_CACHE name a folder"
        ) from None
