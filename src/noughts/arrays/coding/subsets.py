"""`balanced` in bulk: one pass over the cells numbers both sets, as in `core.set_numbers`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from noughts.arrays.coding import kernel
from noughts.arrays.coding.coder import Coder, Sides
from noughts.arrays.positions import Positions
from noughts.codecs.dense.balanced import Balanced
from noughts.core.set_numbers import binomials
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Codes


class Subsets(Coder[Positions]):
    """Adds up binomials cell by cell."""

    codec: Balanced

    def encode(self, values: Positions, codes: Codes) -> None:
        self._loops.encode_balanced(values.x, values.o, codes)

    def decode(self, codes: Codes, out: Sides | None) -> Positions:
        self.refuse_outside(codes)
        x, o = self.room(len(codes), out)
        self._loops.decode_balanced(codes, x, o)
        return Positions.unchecked(x, o, self.codec.rules)

    @cached_property
    def _loops(self) -> Any:
        """The loops for the codec's board, each compiled at its first use."""
        constants = _constants(self.codec)
        return build("balanced", kernel.encode_balanced, kernel.decode_balanced, **constants)


def _constants(codec: Balanced) -> dict[str, Any]:
    """The constants of the loops.

    Binomials are kept modulo 2**64. The loops use no binomial that is larger than the number of
    codes. Since the codes have at most 64 bits, the binomials in use are below 2**64.
    """
    cells = codec.rules.cells
    words = [[number % 2**64 for number in row] for row in binomials(cells)]
    return {
        "CELLS": cells,
        "COMB": np.array(words, np.uint64),
        "OFFSETS": np.array([*codec.offsets, codec.size], np.uint64),
        "SPLITS": np.array(codec.splits, np.uint64),
    }
