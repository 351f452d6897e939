"""`base3`: the grid as a number whose ternary digits are the cells' marks, the lowest for cell 0.

cell        8 7 6 5 4 3 2 1 0
digit       0 0 1 0 2 2 0 0 1        worth 3**cell each
"""

from __future__ import annotations

from itertools import accumulate, repeat
from operator import mul

from noughts.codecs.base4 import Base4
from noughts.codecs.codec_base import CellCodec, Field
from noughts.core.bits import B
from noughts.core.cell_names import Cell
from noughts.core.rules import TICTACTOE, Rules
from noughts.expressions.trace import Operand


class Base3(CellCodec):
    """The sum of `mark * 3**cell` over all cells. On 3x3, a code takes 15 bits; a `base4` code, 18.

    >>> from noughts import Position
    >>> Base3().encode(Position.parse("X../.O./.X.")) == 1 + 2 * 3**4 + 3**7
    True
    >>> Base3().get(2350, 4), Base3().set(2350, 4, 0)
    (2, 2188)
    """

    name = "base3"
    about = "the grid as ternary digits, one for each cell"
    any_board = True
    radix = 3

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self.size: int = 3**rules.cells
        # The weight of each cell's digit, three times the weight of the previous digit.
        self._places = tuple(accumulate(repeat(3, rules.cells - 1), mul, initial=1))
        self._base4 = Base4(rules)
        self._foldings = _foldings(rules.cells)

    @property
    def layout(self) -> tuple[Field, ...]:
        """One ternary digit per cell."""
        return tuple(Field("cell", cell, 1, cell) for cell in reversed(range(self.rules.cells)))

    def encode_bits(self, x: B, o: B) -> B:
        """The `base4` code, with neighbouring lanes joined into numbers in base 3.

        Two neighbouring lanes of w bits hold `low + 2**w * high`, and the joined lane has to hold
        `low + 3**(w / 2) * high`. So each step subtracts `2**w - 3**(w / 2)` times `high`, in all
        lanes at once. No lane borrows from the next, since no result is negative. The elements of
        an array must have at least as many bits as a `base4` code, to hold the intermediate values.
        """
        code: Operand = self._base4.encode_bits(x, o)
        for width, lanes, excess in self._foldings:
            code = code - (code >> width & lanes) * excess
        return code

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Divide off one digit per cell. Takes ints and arrays; bit-vectors have no `//`."""
        rest: Operand = code
        x = o = rest & 0
        for cell in range(self.rules.cells):
            above = rest // 3
            digit = rest - 3 * above
            x = x | (digit & 1) << cell
            o = o | (digit >> 1) << cell
            rest = above
        return x, o

    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell, which is the cell's digit. Every ternary digit is a valid mark."""
        code, power = self._located(code, cell)
        return code // power % 3

    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with another mark in a cell: only the digit of this cell changes."""
        code, power = self._located(code, cell, mark)
        return code + (mark - code // power % 3) * power

    def within(self, bits: int) -> CellCodec:
        """The codec itself or, for boards of more than `bits / 2` cells, a codec in two parts."""
        return Base3InHalves(self.rules, bits // 2) if 2 * self.rules.cells > bits else self


class Base3InHalves(Base3):
    """`base3` in two parts, so that intermediate values fit in an integer type that holds a code.

    The lower cells make one number, and the other cells make a second number:

        code = upper * 3**32 + lower          in 64 bits: lower below 2**51, upper below 2**13

    >>> rules = Rules(5, 8, 4)
    >>> Base3InHalves(rules, 32).encode_bits(1 << 39, 1) == Base3(rules).encode_bits(1 << 39, 1)
    True
    """

    def __init__(self, rules: Rules, first: int) -> None:
        super().__init__(rules)
        self._first = first
        self._lower, self._upper = (
            Base3(Rules(1, cells, 1)) for cells in (first, rules.cells - first)
        )

    def encode_bits(self, x: Operand, o: Operand) -> Operand:
        """Put the numbers of both parts side by side, then reduce the weight of the upper number.

        Adding the upper number with its final weight would give the same code, but
        `expressions.trace` would record the code as one bit wider.
        """
        lower, upper = self._lower, self._upper
        cells = (1 << self._first) - 1
        low = lower.encode_bits(x & cells, o & cells) & (1 << lower.bits) - 1
        high = upper.encode_bits(x >> self._first, o >> self._first) & (1 << upper.bits) - 1
        return (low | high << lower.bits) - high * ((1 << lower.bits) - lower.size)

    def decode_bits(self, code: Operand) -> tuple[Operand, Operand]:
        """Split the code into its two numbers, and decode each with the codec of its part."""
        lower, upper = self._lower, self._upper
        high = code // lower.size & (1 << upper.bits) - 1
        low = code - high * lower.size & (1 << lower.bits) - 1
        x, o = lower.decode_bits(low)
        x_above, o_above = upper.decode_bits(high)
        return x | x_above << self._first, o | o_above << self._first


def _foldings(cells: int) -> tuple[tuple[int, int, int], ...]:
    """The steps of `encode_bits` as `(width, lanes, excess)`; `lanes` masks each pair's lower lane.

    >>> [(width, format(lanes, "b"), excess) for width, lanes, excess in _foldings(4)]
    [(2, '110011', 1), (4, '1111', 7)]
    """
    foldings = []
    width = 2
    while width < 2 * cells:
        pairs = -(-2 * cells // (2 * width))
        lanes = sum(((1 << width) - 1) << 2 * width * pair for pair in range(pairs))
        lanes &= (1 << 2 * cells - width) - 1  # above this, a signed type shifts in ones
        foldings.append((width, lanes, (1 << width) - 3 ** (width // 2)))
        width *= 2
    return tuple(foldings)
