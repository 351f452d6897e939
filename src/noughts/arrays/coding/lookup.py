"""In bulk, a codec of positions on a small board is two tables, which the scalar codec fills.

    codes    the code of every pair of bitboards        2**18 entries of 16 bits for 3x3
    pairs    the pair of every number of 16 bits

Filled by the codec itself, the tables are always correct. Every conversion takes one array look-up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from noughts.arrays.checks import refuse_first
from noughts.arrays.coding import kernel
from noughts.arrays.coding.coder import Coder, Sides
from noughts.arrays.positions import Positions
from noughts.codecs import Codec
from noughts.core import turns
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import CodeError
from noughts.kernels.compiled_expressions import Loop
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Codes, Uint16s, Uint32s

LARGEST_BOARD = 9  # cells; each further cell makes the table of codes four times as long
NO_CODE = (1 << 16) - 1  # not a code: all codes are smaller
NO_PAIR = (1 << 32) - 1  # not a pair of bitboards, which have 18 bits together


def fits(codec: Codec[Any]) -> bool:
    """Whether a codec's tables are small: positions of up to 9 cells, and codes below 65,535."""
    return (
        codec.holds is Position
        and codec.rules.cells <= LARGEST_BOARD
        and not codec.signed
        and codec.size <= NO_CODE
    )


class Lookup(Coder[Positions]):
    """Looks up codes and positions."""

    def __init__(self, codec: Codec[Any]) -> None:
        super().__init__(codec)
        self._codes, self._pairs = tables(codec)
        self._decode = build(
            "numbered", kernel.decode_numbered, CELLS=codec.rules.cells, PAIRS=self._pairs
        ).decode_numbered

    def encode(self, values: Positions, codes: Codes) -> None:
        cells = self.codec.rules.cells
        if _encode_loop(cells)(values.x, values.o, self._codes, codes) == NO_CODE:
            none = self._codes[values.x | values.o.astype(np.uint32) << cells] == NO_CODE
            refuse_first(none, lambda item: self.codec.encode(values[item]))

    def decode(self, codes: Codes, out: Sides | None) -> Positions:
        x, o = self.room(len(codes), out)
        if self._decode(codes, x, o) == NO_PAIR:
            self.refuse(self._pairs[codes] == NO_PAIR, codes)
        return Positions.unchecked(x, o, self.codec.rules)


@lru_cache(maxsize=16)
def tables(codec: Codec[Any]) -> tuple[Uint16s, Uint32s]:
    """Two tables: the code of every pair of bitboards, and the pair of every 16-bit number.

    A missing code is `NO_CODE`, and a missing pair is `NO_PAIR`, so a loop need not check ranges.

    >>> from noughts.codecs import CODECS
    >>> codes, pairs = tables(CODECS["canonical"])
    >>> int(codes[pairs[31]]), int(codes[-1]) == NO_CODE, int(pairs[765]) == NO_PAIR
    (31, True, True)
    """
    cells = codec.rules.cells
    codes = np.full(4**cells, NO_CODE, np.uint16)
    pairs = np.full(1 << 16, NO_PAIR, np.uint32)
    for position in _positions(codec.rules):
        try:
            code = codec.encode(position)
        except CodeError:  # the codec does not hold this position
            continue
        codes[position.x | position.o << cells] = code
        if pairs[code] == NO_PAIR:
            held = codec.decode(code)  # for a symmetry class, its canonical position
            pairs[code] = held.x | held.o << cells
    return codes, pairs


@lru_cache(maxsize=1)
def _positions(rules: Rules) -> list[Position]:
    """Every position of a board, reachable or not."""
    pairs = np.arange(4**rules.cells)
    x, o = pairs & rules.board, pairs >> rules.cells
    held = turns.misplaced(x, o, rules) == 0
    return [*Positions.unchecked(x[held], o[held], rules)]


@cache
def _encode_loop(cells: int) -> Loop:
    loop: Loop = build("numbered", kernel.encode_numbered, CELLS=cells).encode_numbered
    return loop
