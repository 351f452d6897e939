"""The folder for what is made once and kept: compiled kernels, and tables of large boards.

It is `noughts` in the user's cache folder, unless the environment variable NOUGHTS_CACHE names
another.
"""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder, which may not exist yet."""
    named = os.environ.get("NOUGHTS_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "noughts"
