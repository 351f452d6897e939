"""Codes of more than 128 bits as packed bytes: each in whole bytes of its own.

15x15, pair: 450 bits        8 words of an array        57 bytes of a file
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.codecs.packing import Packing
from noughts.errors import CodeError
from noughts.expressions.limbs import words_for


class LongCodes:
    """What `packing_kernel.Loops` is for shorter codes; to copy bytes needs no compiled loop.

    Raises `CodeError` for a packing of anything but whole bytes, one code at a time.
    """

    first_bad = None  # every number of so many bytes may be a code
    group = 8  # codes, whose bytes are whole words

    def __init__(self, packing: Packing) -> None:
        if packing.items > 1 or packing.size != 1 << 8 * packing.length:
            raise CodeError(
                f"{packing} is not for arrays: codes of more than 128 bits take whole bytes each"
            )
        self.length = self.words = packing.length
        self.units = self.group
        self.columns = words_for(8 * packing.length)

    def pack(self, codes: npt.NDArray[np.uint64], words: npt.NDArray[np.uint64]) -> None:
        """Fill whole groups of words from flat codes."""
        self._bytes(words)[...] = self._codes(codes)[:, : self.length]

    def unpack(self, words: npt.NDArray[np.uint64], codes: npt.NDArray[np.uint64]) -> None:
        """Fill flat codes from whole groups of words."""
        into = self._codes(codes)
        into[:, self.length :] = 0
        into[:, : self.length] = self._bytes(words)

    def get(self, packed: Any, items: npt.NDArray[np.int64], codes: Any) -> int:
        """Fill codes, [n, columns], from bytes, by their numbers. Returns -1: all are good."""
        held = packed[: len(packed) // self.length * self.length]
        into = self._codes(codes)
        into[:, self.length :] = 0
        into[:, : self.length] = self._bytes(held)[items]
        return -1

    def _bytes(self, packed: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        return packed.view(np.uint8).reshape(-1, self.length)

    def _codes(self, codes: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """The bytes of each code; words are little-endian wherever compiled code runs."""
        return codes.reshape(-1).view(np.uint8).reshape(-1, 8 * self.columns)
