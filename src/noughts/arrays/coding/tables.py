"""Codes that number the positions of 3x3, in bulk: looked up in tables of the scalar codec."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from noughts.codecs import CODECS
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.errors import CodeError
from noughts.kernels.recorded import Loop, compiled

NO_CODE = (1 << 16) - 1  # no code of these, which have 15 bits at most
NO_PAIR = (1 << 32) - 1  # no pair of bitboards, which have 18 together
NAMES = ("balanced", "ordinal", "canonical", "base3")


@cache
def tables(name: str) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
    """The code of every `pair` code, and the `pair` code of every number of 16 bits.

    They hold `NO_CODE` and `NO_PAIR` where there is none, so that a loop has no range to check.

    >>> codes, pairs = tables("canonical")
    >>> int(codes[pairs[31]]), int(codes[-1]) == NO_CODE, int(pairs[765]) == NO_PAIR
    (31, True, True)
    """
    codec = CODECS[name]
    pairs = np.full(1 << 16, NO_PAIR, np.uint32)
    codes = np.full(4**TICTACTOE.cells, NO_CODE, np.uint16)
    for pair, position in _positions().items():
        try:
            code = codec.encode(position)
        except CodeError:  # play cannot reach it
            continue
        codes[pair] = code
        pairs[code] = min(pairs[code], pair)  # a class is decoded to its least position
    return codes, pairs


@cache
def _positions() -> dict[int, Position]:
    """Every position of 3x3, within reach or not, by its `pair` code."""
    every = map(CODECS["balanced"].decode, CODECS["balanced"].codes)
    return {position.x | position.o << TICTACTOE.cells: position for position in every}


@cache
def encode_loop() -> Loop:
    """The loop `encode(x, o, codes, out)`, with the first of `tables` for `codes`.

    It returns the greatest code, which is NO_CODE where one is.
    """
    return compiled(
        "encode_numbered",
        [
            "def encode_numbered(x, o, codes, out):",
            "    greatest = u16(0)",
            "    for i in range(len(x)):",
            f"        code = codes[u32(x[i]) | u32(o[i]) << u32({TICTACTOE.cells})]",
            "        out[i] = code",
            "        greatest = max(greatest, code)",
            "    return greatest",
        ],
    )


@cache
def decode_loop(name: str) -> Loop:
    """The loop `decode(codes, x, o)`, with the second of `tables` as a constant.

    No store can change a constant, so the processor may gather from it for many codes at once. The
    loop returns the greatest pair, which is NO_PAIR where one is.
    """
    return compiled(
        "decode_numbered",
        [
            "def decode_numbered(codes, x, o):",
            "    greatest = u32(0)",
            "    for i in range(len(codes)):",
            "        pair = PAIRS[codes[i]]",
            f"        x[i] = pair & u32({TICTACTOE.board})",
            f"        o[i] = pair >> u32({TICTACTOE.cells})",
            "        greatest = max(greatest, pair)",
            "    return greatest",
        ],
        PAIRS=tables(name)[1],
    )
