"""Codes that number the positions of 3x3, in bulk: looked up in tables of the scalar codec."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from noughts.arrays.kernels import Loop, compiled
from noughts.codecs import CODECS
from noughts.codecs.reachable import reachable
from noughts.position import Position
from noughts.rules import TICTACTOE

MISSING = (1 << 16) - 1  # no code of these, which have 13 bits at most


@cache
def tables(name: str) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
    """The code of every `pair` code, or MISSING, and the `pair` code of every code.

    >>> codes, pairs = tables("canonical")
    >>> len(codes), len(pairs), int(codes[pairs[31]])
    (262144, 765, 31)
    """
    codec = CODECS[name]
    pairs = np.empty(codec.size, np.uint32)
    for code in codec.codes:
        position = codec.decode(code)
        pairs[code] = position.x | position.o << TICTACTOE.cells
    codes = np.full(4**TICTACTOE.cells, MISSING, np.uint16)
    # A class has more positions than the one that it decodes to; other codecs have no more.
    held = reachable() if name == "canonical" else pairs.tolist()
    for pair in held:
        position = Position(pair & TICTACTOE.board, pair >> TICTACTOE.cells)
        codes[pair] = codec.encode(position)
    return codes, pairs


@cache
def encode_loop() -> Loop:
    """The loop `encode(x, o, codes, out)`, with the first of `tables` for `codes`."""
    return compiled(
        "encode_numbered",
        [
            "def encode_numbered(x, o, codes, out):",
            "    for i in range(len(x)):",
            f"        out[i] = codes[u32(x[i]) | u32(o[i]) << u32({TICTACTOE.cells})]",
        ],
    )


@cache
def decode_loop() -> Loop:
    """The loop `decode(codes, pairs, x, o)`, with the second of `tables` for `pairs`."""
    return compiled(
        "decode_numbered",
        [
            "def decode_numbered(codes, pairs, x, o):",
            "    for i in range(len(codes)):",
            "        pair = pairs[codes[i]]",
            f"        x[i] = pair & u32({TICTACTOE.board})",
            f"        o[i] = pair >> u32({TICTACTOE.cells})",
        ],
    )
