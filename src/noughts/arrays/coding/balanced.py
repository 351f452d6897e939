"""`balanced` in bulk, on any board whose codes fit 64 bits: sets numbered by binomials.

The scalar twin, `codecs.balanced`, says what the numbers mean. Here one pass over the cells counts
both sets at once: the cells with a stone among all cells, and those of O among them.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from noughts.codecs.dense.balanced import Balanced
from noughts.core.rules import Rules
from noughts.kernels.recorded import Loop, compiled


def _constants(rules: Rules) -> dict[str, npt.NDArray[np.uint64]]:
    """Tables of the codec: `comb[n, m]`, how many boards have fewer stones, how many O's splits.

    No entry that is used exceeds the number of boards; the others need not be right.
    """
    codec, cells = Balanced(rules), rules.cells
    binomials = [[comb(n, m) % 2**64 for m in range(cells + 1)] for n in range(cells + 1)]
    return {
        "COMB": np.array(binomials, np.uint64),
        "OFFSETS": np.array([*codec.offsets, codec.size], np.uint64),
        "SPLITS": np.array(codec.splits, np.uint64),
    }


@cache
def encode_loop(rules: Rules) -> Loop:
    """The loop `encode_balanced(x, o, out)`."""
    return compiled(
        "encode_balanced",
        [
            "def encode_balanced(x_in, o_in, out):",
            "    for i in range(len(x_in)):",
            "        x, o = u64(x_in[i]), u64(o_in[i])",
            "        stones = x | o",
            "        count = x_left = 0",
            f"        for cell in range({rules.cells}):",
            "            count += (stones >> u64(cell)) & u64(1) != 0",
            "            x_left += (x >> u64(cell)) & u64(1) != 0",
            f"        free_left = {rules.cells} - count",
            "        later = count",
            "        where = which = u64(0)",
            f"        for cell in range({rules.cells}):",
            "            if (stones >> u64(cell)) & u64(1) == 0:",
            f"                where += COMB[{rules.cells - 1} - cell, free_left]",
            "                free_left -= 1",
            "            else:",
            "                later -= 1",
            "                if (x >> u64(cell)) & u64(1) != 0:",
            "                    which += COMB[later, x_left]",
            "                    x_left -= 1",
            "        out[i] = OFFSETS[count] + where * SPLITS[count] + which",
        ],
        **_constants(rules),
    )


@cache
def decode_loop(rules: Rules) -> Loop:
    """The loop `decode_balanced(codes, x, o)`, of codes in range."""
    return compiled(
        "decode_balanced",
        [
            "def decode_balanced(codes, x_out, o_out):",
            "    for i in range(len(codes)):",
            "        code = u64(codes[i])",
            "        count = 0",
            "        while OFFSETS[count + 1] <= code:",
            "            count += 1",
            "        code -= OFFSETS[count]",
            "        where = code // SPLITS[count]",
            "        which = code - where * SPLITS[count]",
            "        left, later, o_left = count, count, count // 2",
            "        x = o = u64(0)",
            f"        for cell in range({rules.cells}):",
            "            if left == 0:",
            "                break",
            f"            having = COMB[{rules.cells - 1} - cell, left - 1]",
            "            if where >= having:",
            "                where -= having",
            "                continue",
            "            left -= 1",
            "            later -= 1",
            "            stone = u64(1) << u64(cell)",
            "            o_having = COMB[later, o_left - 1] if o_left else u64(0)",
            "            if which < o_having:",
            "                o |= stone",
            "                o_left -= 1",
            "            else:",
            "                which -= o_having",
            "                x |= stone",
            "        x_out[i], o_out[i] = x, o",
        ],
        **_constants(rules),
    )
