"""The step of the game word as a bit expression, with the fields that it works on.

`word` has a picture of the fields, and the step with its checks.
"""

from __future__ import annotations

from typing import Any

from noughts.codecs.base4 import Base4
from noughts.core import play
from noughts.core.bits import B
from noughts.core.rules import TICTACTOE

GRID = Base4()
CELLS = (1 << 18) - 1
TURN_AT, INPUT_AT, ERROR_AT, RESULT_AT = 18, 19, 29, 30
TURN, INPUT, ERROR, RESULT = 1, (1 << 10) - 1, 1, 3  # as wide as each is, before its shift
LOW_BITS = CELLS // 3  # the low bit of every cell


def step_bits(word: B, number: B) -> B:
    """The step as a bit expression, for words whose result is 00; the checks are `step`'s.

    It takes ints, and gives the 32 bits as an unsigned number; or arrays and bit-vectors of at
    least 32 bits.
    """
    w: Any = word
    n: Any = number
    low = w & (CELLS | TURN << TURN_AT)
    typed = n - 1 & INPUT  # what a shift left by 22 and back by 3 leaves of 32 bits
    cells = low & CELLS
    free = (cells | cells >> 1) & LOW_BITS ^ LOW_BITS

    # The low bit of the cell that was typed, or 0 where that is not a free cell. If the four low
    # bits of the input are 9 to 15, they shift to where `free` has nothing. The six high ones must
    # be 0: adding 63 to any other value carries into bit 6, so `within` is all ones or 0.
    within = ((typed >> 4) + 63 >> 6 & 1) - 1
    chosen = ((w & 0 | 1) << ((typed & 15) << 1)) & free & within
    accepted = _any(chosen)

    # X's pattern is the low bit, O's the one above; with the turn bit, one XOR does it all.
    turn = low >> TURN_AT & TURN
    low = low ^ (chosen << (turn ^ 1) | accepted << TURN_AT)
    x, o = GRID.decode_bits(low & CELLS)
    result = play.result(x, o, TICTACTOE) & -accepted
    return low | typed << INPUT_AT | (accepted ^ 1) << ERROR_AT | result << RESULT_AT


def _any(mask: Any) -> Any:
    """1 where a mask of up to 18 bits has a bit, else 0: adding all ones carries out."""
    return mask + CELLS >> 18 & 1
