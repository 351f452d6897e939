"""What the codecs with addressable cells share: every cell has a place of its own in the code."""

from __future__ import annotations

from abc import abstractmethod
from operator import index
from typing import NoReturn

from noughts.codecs.codec_base import Bulk, PositionCodec
from noughts.core.bits import B, cells_of
from noughts.core.notation import Cell, cell_name, checked_cell
from noughts.core.quoting import shown
from noughts.core.rules import EMPTY, O
from noughts.errors import CodeError

INVALID = 3  # the pattern 11, which is not a mark


class CellCodec(PositionCodec):
    """A codec whose cells can be read and written one by one, whatever the others hold.

    `encode_bits` and `decode_bits` are the codec without its checks, as bit expressions: they take
    ints, integer arrays of at least `bits` bits (whose dtype is kept) and, except where
    `base3` says otherwise, a solver's bit-vectors.

    >>> from noughts.codecs import codec
    >>> pair = codec("pair")
    >>> pair.set(1, "b2", 1), pair.get(17, "b2"), pair.encode_bits(0b000_010_001, 0)
    (17, 1, 17)
    """

    bulk = Bulk.BITS
    _places: tuple[int, ...]  # where each cell stands, in the unit of the codec

    @abstractmethod
    def encode_bits(self, x: B, o: B) -> B:
        """The code of two bitboards, which are disjoint and lie on the board."""

    @abstractmethod
    def decode_bits(self, code: B) -> tuple[B, B]:
        """The bitboards `(x, o)` of a code in range; a cell with the pattern 11 is in both."""

    def within(self, bits: int) -> CellCodec:  # noqa: ARG002 - most are as they are
        """The same codec, by expressions whose values fit in `bits` bits if its codes do."""
        return self

    @abstractmethod
    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell, given by number or name: EMPTY, X or O. Other cells do not matter.

        Raises `CellError` for a cell off the board, and `CodeError` for a code out of range
        or a cell that holds the pattern 11.
        """

    @abstractmethod
    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with another mark in a cell. This is an edit, not a move: any grid will do.

        Raises `CellError` for a cell off the board, and `CodeError` for a code out of range or
        an invalid mark.
        """

    def _encode(self, x: int, o: int) -> int:
        return self.encode_bits(x, o)

    def _decode(self, code: int) -> tuple[int, int]:
        x, o = self.decode_bits(code)
        if x & o:
            self._refuse_pattern(code, next(cells_of(x & o)))
        return x, o

    def _located(self, code: int, cell: Cell, mark: int = EMPTY) -> tuple[int, int]:
        """The code as a plain int, and the place of the cell, after checking all three."""
        code = index(code)
        if not 0 <= code < self.size:
            self._refuse_code(code)
        if type(cell) is not int or not 0 <= cell < self.rules.cells:
            cell = checked_cell(cell, self.rules)
        if not EMPTY <= mark <= O:
            raise CodeError(f"{mark} is not a mark; marks are 0 (empty), 1 (X) and 2 (O)")
        return code, self._places[cell]

    def _refuse_pattern(self, code: int, cell: Cell) -> NoReturn:
        cell = checked_cell(cell, self.rules)
        raise CodeError(
            f"{self.name} code {shown(code)}: cell {cell} ({cell_name(cell, self.rules)}) holds "
            "the pattern 11; a cell holds 00 (empty), 01 (X) or 10 (O)"
        )
