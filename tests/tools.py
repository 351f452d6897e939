"""Programs that some tests need. One that is missing skips them by name.

Where NOUGHTS_NEED names it, as CI does, it fails them instead: a check that does not run is none.
"""

import os
import shutil

import pytest

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"  # whether kernels are, or plain Python


def tool(*names: str) -> str:
    """The path of the first of these programs that is here."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    if set(names) & set(os.environ.get("NOUGHTS_NEED", "").split()):
        pytest.fail(f"{' or '.join(names)} must be here (NOUGHTS_NEED), and is not")
    pytest.skip(f"no {' or '.join(names)} on this machine")
