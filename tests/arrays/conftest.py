"""With NUMBA_DISABLE_JIT=1, as `make check` runs these first, kernels are plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.tools import COMPILED


@pytest.fixture(autouse=True)
def silent_wraparound() -> Iterator[None]:
    """Compiled words wrap round without a word; those of NumPy, one by one, would warn."""
    with np.errstate(over="warn" if COMPILED else "ignore"):
        yield
