"""`flags`: two slots as in `pair`, with the bits mirrored: cell 0 is the most significant.

256 128  64
 32  16   8         a cell's flag on 3x3
  4   2   1
"""

from __future__ import annotations

from noughts.codecs.pair import Pair
from noughts.codecs.shuffle import mirror, mirror_steps
from noughts.core import bits
from noughts.core.bits import B
from noughts.core.rules import TICTACTOE, Rules


class Flags(Pair):
    """Cell `n` is the flag `2 ** (cells - 1 - n)` of its player's slot; O's slot is above X's.

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
        """The code of `pair` with each half mirrored, both at once."""
        return mirror(Pair.encode_bits(self, x, o), self._mirror)

    def decode_bits(self, code: B) -> tuple[B, B]:
        """Decode as `pair` does, once each half is mirrored back."""
        return Pair.decode_bits(self, mirror(code, self._mirror))


def winning_mask(stones: B, rules: Rules = TICTACTOE) -> B:
    """The first line that a slot holds, as flags, in the order of `rules.lines`; 0 if none.

    On 3x3 the lines are tried in the order 448 56 7 292 146 73 273 84. It is a bit expression,
    for any operand that `bits` takes.

    >>> winning_mask(340)    # X after 1 2 3 4 5 6 7: cells 2, 4 and 6
    84
    """
    steps = mirror_steps(rules.cells)
    return mirror(bits.first_line(mirror(stones, steps), rules), steps)
