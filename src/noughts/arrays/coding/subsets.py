"""`balanced` in bulk: one pass over the cells numbers both sets, as `core.set_numbers` says."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from noughts.arrays.coding.coder import Coder, Sides
from noughts.arrays.positions import Positions
from noughts.codecs.dense.balanced import Balanced
from noughts.core.set_numbers import binomials
from noughts.kernels.dtypes import Codes, Uint64s
from noughts.kernels.recorded import Loop, compiled


class Subsets(Coder[Positions]):
    """Adds up binomials cell by cell."""

    codec: Balanced

    def encode(self, values: Positions, codes: Codes) -> None:
        self._encode(values.x, values.o, codes)

    def decode(self, codes: Codes, out: Sides | None) -> Positions:
        self.refuse_outside(codes)
        x, o = self.room(len(codes), out)
        self._decode(codes, x, o)
        return Positions.unchecked(x, o, self.codec.rules)

    @cached_property
    def _encode(self) -> Loop:
        return _encode_loop(self.codec)

    @cached_property
    def _decode(self) -> Loop:
        return _decode_loop(self.codec)


def _constants(codec: Balanced) -> dict[str, Uint64s]:
    """Tables of the codec: `comb[n, m]`, how many boards have fewer stones, and how many splits.

    Entries that are used do not exceed the number of boards; the others need not be right.
    """
    cells = codec.rules.cells
    words = [[number % 2**64 for number in row] for row in binomials(cells)]
    return {
        "COMB": np.array(words, np.uint64),
        "OFFSETS": np.array([*codec.offsets, codec.size], np.uint64),
        "SPLITS": np.array(codec.splits, np.uint64),
    }


def _encode_loop(codec: Balanced) -> Loop:
    """The loop `encode_balanced(x, o, out)`."""
    cells = codec.rules.cells
    return compiled(
        "encode_balanced",
        [
            "def encode_balanced(x_in, o_in, out):",
            "    for i in range(len(x_in)):",
            "        x, o = u64(x_in[i]), u64(o_in[i])",
            "        stones = x | o",
            "        count = x_left = 0",
            f"        for cell in range({cells}):",
            "            count += (stones >> u64(cell)) & u64(1) != 0",
            "            x_left += (x >> u64(cell)) & u64(1) != 0",
            f"        free_left = {cells} - count",
            "        later = count",
            "        where = which = u64(0)",
            f"        for cell in range({cells}):",
            "            if (stones >> u64(cell)) & u64(1) == 0:",
            f"                where += COMB[{cells - 1} - cell, free_left]",
            "                free_left -= 1",
            "            else:",
            "                later -= 1",
            "                if (x >> u64(cell)) & u64(1) != 0:",
            "                    which += COMB[later, x_left]",
            "                    x_left -= 1",
            "        out[i] = OFFSETS[count] + where * SPLITS[count] + which",
        ],
        **_constants(codec),
    )


def _decode_loop(codec: Balanced) -> Loop:
    """The loop `decode_balanced(codes, x, o)`, of codes in range."""
    cells = codec.rules.cells
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
            f"        for cell in range({cells}):",
            "            if left == 0:",
            "                break",
            f"            having = COMB[{cells - 1} - cell, left - 1]",
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
        **_constants(codec),
    )
