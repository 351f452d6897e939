"""`pair`: two bitboards, one per player, side by side.

code        O's bitboard            X's bitboard
bits        17 16 ... 9             8 7 6 5 4 3 2 1 0
cell         8  7 ... 0             8 7 6 5 4 3 2 1 0

`flags`: the same two halves, but cell 0 is the highest bit of each half.

256 128  64
 32  16   8         a cell's flag on 3x3
  4   2   1
"""

from __future__ import annotations

from noughts.codecs.codec_base import INVALID, CellCodec, Field
from noughts.codecs.shuffle import mirror, mirror_steps
from noughts.core import bits
from noughts.core.bits import B
from noughts.core.cell_names import Cell
from noughts.core.rules import TICTACTOE, Rules


class Pair(CellCodec):
    """Two bitboards as one number, `x | o << cells`. Positions are ordered by this number.

    >>> from noughts import Position
    >>> Pair().encode(Position.parse("XO./.X./..."))
    1041
    >>> print(Pair().decode(1041))
    XO./.X./...
    >>> Pair().get(1041, 4), Pair().set(1041, 4, 2)
    (1, 9217)
    """

    name = "pair"
    about = "a bitboard for each player, side by side; bit i of each is cell i"
    any_board = True
    laws = ()  # the last stone may be in both halves

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self.size: int = 4**rules.cells
        self._places = tuple(range(rules.cells))  # the bit of each cell within its half

    @property
    def layout(self) -> tuple[Field, ...]:
        """One field per bit, with O's bitboard above X's."""
        cells = self.rules.cells
        falling = sorted(((place, cell) for cell, place in enumerate(self._places)), reverse=True)
        return tuple(
            Field(name, place + start, 1, cell)
            for name, start in (("O", cells), ("X", 0))
            for place, cell in falling
        )

    def encode_bits(self, x: B, o: B) -> B:
        """`x | o << cells`."""
        rules = self.rules
        # The mask clears no bits, but it makes NumPy raise an error if an array is too narrow for
        # the code: the constant does not fit. A shift alone would silently lose bits.
        return x | o << rules.cells & rules.board << rules.cells

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Split the code into its low half and its high half."""
        rules = self.rules
        return code & rules.board, code >> rules.cells & rules.board

    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell, from a bit in each half."""
        code, place = self._located(code, cell)
        mark = code >> place & 1 | (code >> place + self.rules.cells & 1) << 1
        if mark == INVALID:
            return self.decode(code)[cell] if self.rules.outer else self._refuse_pattern(code, cell)
        return mark

    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with a new mark in a cell, after both of the cell's bits have been cleared."""
        code, place = self._located(code, cell, mark)
        above = place + self.rules.cells
        return code & ~(1 << place | 1 << above) | (mark & 1) << place | (mark >> 1) << above


class Flags(Pair):
    """Cell `n` has the flag `2 ** (cells - 1 - n)` in each half; O's half is above X's.

    >>> from noughts import Position
    >>> Flags().encode(Position.parse("XO./.X./...")) == (256 | 16) | 128 << 9
    True
    """

    name = "flags"
    about = "the same with the bits mirrored: cell 0 is the highest of each half"

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self._places = self._places[::-1]
        self._mirror = mirror_steps(rules.cells, lanes=2)

    def encode_bits(self, x: B, o: B) -> B:
        """The `pair` code, with both halves mirrored at once."""
        return mirror(Pair.encode_bits(self, x, o), self._mirror)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Mirror both halves, and decode the result as `pair`."""
        return Pair.decode_bits(self, mirror(code, self._mirror))


def winning_mask(stones: B, rules: Rules = TICTACTOE) -> B:
    """The first of `rules.lines` in `stones`, or 0; in both masks, cell 0 is the highest bit.

    On 3x3, the lines have these masks, in the order of `rules.lines`: 448 56 7 292 146 73 273 84.
    The function is a bit expression and takes the same operands as the functions of `core.bits`.

    >>> winning_mask(340)    # X after 1 2 3 4 5 6 7: cells 2, 4 and 6
    84
    """
    steps = mirror_steps(rules.cells)
    return mirror(bits.first_line(mirror(stones, steps), rules), steps)
