"""`base4`: the grid as one int with two bits per cell. A cell's mark is its digit in base 4.

cell        8  7  6  5  4  3  2  1  0
bits       00 00 01 00 10 10 00 00 01        00 empty, 01 X, 10 O

`base4_msb`: the same grid with the cells in reverse order, so that cell 0 takes the two top bits.

cell        0  1  2  3  4  5  6  7  8
bits       01 00 00 10 10 00 01 00 00        the patterns within a pair are as in `base4`
"""

from __future__ import annotations

from noughts.codecs.codec_base import INVALID, CellCodec, Field
from noughts.codecs.shuffle import (
    deinterleave,
    gather_steps,
    interleave,
    mirror,
    mirror_steps,
    spread_steps,
)
from noughts.core.bits import B
from noughts.core.cell_names import Cell
from noughts.core.rules import TICTACTOE, Rules


class Base4(CellCodec):
    """Cell i takes the two bits 2 i and 2 i + 1.

    >>> from noughts import Position, X
    >>> Base4().encode(Position.parse("X../.O./.X.")) == 0b00_01_00_00_10_00_00_00_01
    True
    >>> Base4().get(0b00_00_01_00_10_10_00_00_01, 4)
    2
    >>> format(Base4().set(0b00_00_01_00_10_10_00_00_01, 4, X), "018b")
    '000001000110000001'
    """

    name = "base4"
    about = "the grid in one number, two bits for each cell"
    any_board = True

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self.size: int = 4**rules.cells
        self._places = tuple(range(0, 2 * rules.cells, 2))  # the lower bit of each cell
        self._spread = spread_steps(rules.cells)
        self._gather = gather_steps(rules.cells)

    @property
    def layout(self) -> tuple[Field, ...]:
        """Two bits per cell."""
        falling = sorted(((place, cell) for cell, place in enumerate(self._places)), reverse=True)
        return tuple(Field("cell", place, 2, cell) for place, cell in falling)

    def encode_bits(self, x: B, o: B) -> B:
        """Spread X's bitboard over the low bits of the pairs, and O's over the high bits."""
        return interleave(x, o, self._spread)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Gather the low bits of the pairs into X's bitboard, and the high bits into O's."""
        return deinterleave(code, self._gather)

    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell, from its two bits."""
        code, place = self._located(code, cell)
        mark = code >> place & INVALID
        return mark if mark != INVALID else self._refuse_pattern(code, cell)

    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with another mark in a cell: the cell's two bits are cleared, then written."""
        code, place = self._located(code, cell, mark)
        return code & ~(INVALID << place) | mark << place


class Base4Msb(Base4):
    """Two bits per cell, with the first cell in the most significant bits.

    >>> from noughts import Position
    >>> Base4Msb().encode(Position.parse("X../.O./.X.")) == 0b01_00_00_00_10_00_00_01_00
    True
    """

    name = "base4_msb"
    about = "the same with cell 0 in the top bits, which read like the board"

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self._places = self._places[::-1]
        self._mirror = mirror_steps(rules.cells, unit=2)

    def encode_bits(self, x: B, o: B) -> B:
        """The `base4` code with its pairs in reverse order."""
        return mirror(Base4.encode_bits(self, x, o), self._mirror)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Reverse the order of the pairs, and decode the result as `base4`."""
        return Base4.decode_bits(self, mirror(code, self._mirror))
