"""`base4`: the grid in one int, two bits a cell, so that a cell's digit in base 4 is its mark.

cell        8  7  6  5  4  3  2  1  0
bits       00 00 01 00 10 10 00 00 01        00 empty, 01 X, 10 O
"""

from __future__ import annotations

from noughts.codecs.cell_codec import INVALID, CellCodec
from noughts.codecs.codec_base import Field
from noughts.codecs.shuffle import deinterleave, gather_steps, interleave, spread_steps
from noughts.core.bits import B
from noughts.core.notation import Cell
from noughts.core.rules import TICTACTOE, Rules


class Base4(CellCodec):
    """Cell i stands in the two bits from 2 i.

    >>> from noughts import Position, X
    >>> Base4().encode(Position.parse("X../.O./.X.")) == 0b00_01_00_00_10_00_00_00_01
    True
    >>> Base4().get(0b00_00_01_00_10_10_00_00_01, 4)
    2
    >>> format(Base4().set(0b00_00_01_00_10_10_00_00_01, 4, X), "018b")
    '000001000110000001'
    """

    name = "base4"
    about = "the grid in one number, two bits a cell"
    any_board = True

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self.size = 4**rules.cells
        self._places = tuple(range(0, 2 * rules.cells, 2))  # the lower bit of each cell
        self._spread = spread_steps(rules.cells)
        self._gather = gather_steps(rules.cells)

    @property
    def layout(self) -> tuple[Field, ...]:
        """Two bits a cell."""
        falling = sorted(((place, cell) for cell, place in enumerate(self._places)), reverse=True)
        return tuple(Field("cell", place, 2, cell) for place, cell in falling)

    def encode_bits(self, x: B, o: B) -> B:
        """Spread to every second bit, X lands on the low bits of the pairs, O on the high ones."""
        return interleave(x, o, self._spread)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """The low bits of the pairs are X, the high ones O."""
        return deinterleave(code, self._gather)

    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell: its two bits."""
        code, place = self._located(code, cell)
        mark = code >> place & INVALID
        return mark if mark != INVALID else self._refuse_pattern(code, cell)

    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with another mark in a cell: its two bits are cleared, then filled."""
        code, place = self._located(code, cell, mark)
        return code & ~(INVALID << place) | mark << place
