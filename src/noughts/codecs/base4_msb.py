"""`base4_msb`: `base4` with the cells in the other order, cell 0 in the top pair.

cell        0  1  2  3  4  5  6  7  8
bits       01 00 00 10 10 00 01 00 00        the patterns within a pair are as in `base4`
"""

from __future__ import annotations

from noughts.codecs.base4 import Base4
from noughts.codecs.shuffle import mirror, mirror_steps
from noughts.core.bits import B
from noughts.core.rules import TICTACTOE, Rules


class Base4Msb(Base4):
    """Two bits a cell, the board read from the most significant bit down.

    >>> from noughts import Position
    >>> Base4Msb().encode(Position.parse("X../.O./.X.")) == 0b01_00_00_00_10_00_00_01_00
    True
    """

    name = "base4_msb"
    about = "two bits a cell, cell 0 at the top: the bits read like the board"

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self._places = self._places[::-1]
        self._mirror = mirror_steps(rules.cells, unit=2)

    def encode_bits(self, x: B, o: B) -> B:
        """The code of `base4`, its pairs in reverse."""
        return mirror(Base4.encode_bits(self, x, o), self._mirror)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Decode as `base4` does, once the pairs are reversed back."""
        return Base4.decode_bits(self, mirror(code, self._mirror))
