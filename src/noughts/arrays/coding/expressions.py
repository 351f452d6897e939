"""Instances of `CellCodec` in bulk: their bit expressions as compiled loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from noughts.arrays.boards import nonzero
from noughts.arrays.coding import lookup
from noughts.arrays.coding.coder import Coder, Sides
from noughts.arrays.memory import WORD_CELLS
from noughts.arrays.positions import Positions
from noughts.codecs import CellCodec
from noughts.core import turns
from noughts.expressions.limbs import Limbs
from noughts.expressions.trace import Operand
from noughts.kernels.compiled_expressions import Loop, recorded
from noughts.kernels.dtypes import Codes
from noughts.kernels.tiles import InWords


class Expressions(Coder[Positions]):
    """Runs `encode_bits` and `decode_bits` over whole arrays."""

    codec: CellCodec

    def encode(self, values: Positions, codes: Codes) -> None:
        self._encode(values.x, values.o, codes)

    def decode(self, codes: Codes, out: Sides | None) -> Positions:
        if lookup.fits(self.codec):  # look-up is faster than the divisions of `base3`
            return self._lookup.decode(codes, out)
        codec, rules = self.codec, self.codec.rules
        x, o = self.room(len(codes), out)
        if self._decode(codes, x, o):
            self.refuse_outside(codes)
            code = codes.astype(np.uint64) if codes.ndim == 1 else Limbs(codes.T)
            self.refuse(nonzero(turns.misplaced(*codec.decode_bits(code), rules)), codes)
        return Positions.unchecked(x, o, rules)

    @cached_property
    def _lookup(self) -> lookup.Lookup:
        return lookup.Lookup(self.codec)

    @cached_property
    def _encode(self) -> Loop:
        codec, board = self.codec.within(WORD_CELLS), self.codec.rules.board
        name = f"encode_{codec.name}"
        if self.words > 1:  # though a bitboard may still fit one word
            return InWords(name, codec.encode_bits, False, {"x": board, "o": board})
        return recorded(name, codec.encode_bits, x=board, o=board)

    @cached_property
    def _decode(self) -> Loop:
        whole = (1 << 8 * self.dtype.itemsize * self.words) - 1
        sides = checked_sides(self.codec)
        return recorded(f"decode_{self.codec.name}", sides, checks=True, code=whole)


def checked_sides(codec: CellCodec) -> Callable[[Operand], tuple[Operand, Operand, Operand]]:
    """An expression that gives a code's bitboards, and a number that is 0 if the code is valid."""
    within, rules = codec.within(WORD_CELLS), codec.rules

    def sides(code: Operand) -> tuple[Operand, Operand, Operand]:
        x, o = within.decode_bits(code & (1 << codec.bits) - 1)
        x, o = x & rules.board, o & rules.board  # the recorder cannot derive it for `base3`
        wrong = turns.misplaced(x, o, rules)
        return x, o, wrong | turns.too_large(code, codec.size)

    return sides
