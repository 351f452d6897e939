"""`base3` of 33 to 40 cells as bit expressions of one word, in which two bits a cell do not fit.

The first 32 cells are a number of their own, and so are the others:

    code = upper * 3**32 + lower          lower below 2**51, upper below 2**13
"""

from __future__ import annotations

from typing import Any

from noughts.codecs.base3 import Base3
from noughts.core.rules import Rules

FIRST = 32  # cells, of two bits each while they are brought together


class Base3InHalves(Base3):
    """The codec by the codecs of both parts, for boards of more than `FIRST` cells.

    >>> rules = Rules(5, 8, 4)
    >>> Base3InHalves(rules).encode_bits(1 << 39, 1) == Base3(rules).encode_bits(1 << 39, 1)
    True
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._lower, self._upper = (
            Base3(Rules(1, cells, 1)) for cells in (FIRST, rules.cells - FIRST)
        )

    def encode_bits(self, x: Any, o: Any) -> Any:
        """The digits of both parts are put next to each other in bits, as `Base3` puts its lanes.

        What the upper ones then count too much is taken away; as a sum, the code would be thought
        to be wider than a word.
        """
        lower, upper = self._lower, self._upper
        cells = (1 << FIRST) - 1
        low = lower.encode_bits(x & cells, o & cells) & (1 << lower.bits) - 1
        high = upper.encode_bits(x >> FIRST, o >> FIRST) & (1 << upper.bits) - 1
        return (low | high << lower.bits) - high * ((1 << lower.bits) - lower.size)

    def decode_bits(self, code: Any) -> tuple[Any, Any]:
        """Both parts, each by its codec."""
        lower, upper = self._lower, self._upper
        high = code // lower.size & (1 << upper.bits) - 1
        low = code - high * lower.size & (1 << lower.bits) - 1
        x, o = lower.decode_bits(low)
        x_above, o_above = upper.decode_bits(high)
        return x | x_above << FIRST, o | o_above << FIRST
