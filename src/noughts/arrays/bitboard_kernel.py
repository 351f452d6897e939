"""Words as one byte a cell; `build` compiles this for a number of cells."""

from __future__ import annotations

from typing import Any

from numpy import uint8 as u8
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN

CELLS: int = GIVEN


def write_cells(words: Any, out: Any) -> None:
    """Fill `out`, [n, CELLS], with 0 or 1 for each cell."""
    for i in range(len(words)):
        stones = u64(words[i])
        for cell in range(CELLS):
            out[i, cell] = u8(stones >> u64(cell) & u64(1))
