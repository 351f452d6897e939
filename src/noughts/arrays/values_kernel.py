"""The loop, to be compiled, that looks up scores in the content of a table's file."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.solver.tables.table_file import NEVER


def look_up(
    x: Any, o: Any, out: Any, block: Any, symmetry: Any, sources: Any, choose: Any, scores: Any
) -> None:
    """Fill `out` with the score of each item; NEVER unless X has as many stones as O, or one more.

    For O's stones, `block` says where in `scores` their block begins, and `symmetry` which
    symmetry takes them to their least image; `sources[symmetry, cell]` is the cell that is taken
    to `cell`.

    The rank of X's stones is their rising number among the cells that O leaves, by the binomials
    `choose`; see `core.set_numbers`.
    """
    cells = sources.shape[1]
    for i in range(len(out)):
        own, other = np.int64(x[i]), np.int64(o[i])
        source = sources[symmetry[other]]
        rank = free = stones = 0
        for cell in range(cells):
            left = 1 ^ other >> source[cell] & 1
            taken = own >> source[cell] & left
            stones += taken
            rank += taken * choose[free, stones]
            free += left
        more = stones - (cells - free)  # X than O
        if more == 1:  # its part of the block comes second
            rank += choose[free, stones - 1]
        out[i] = scores[block[other] + rank] if more == 0 or more == 1 else NEVER
