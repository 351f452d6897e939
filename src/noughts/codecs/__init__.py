"""Every way to hold a position or a game of tic-tac-toe in an int.

    codec            holds                                                    bits    size
    pair             any grid: two bitboards side by side                       18
    flags            any grid: the same, most significant bit first             18
    base4            any grid: two bits a cell                                  18
    base4_msb        any grid: the same, cell 0 at the top                      18
    base3            any grid: ternary digits                                   15    19683
    word             the whole game machine, with turn, input and result        32
    balanced         any board with as many X as O, or one more                 13     6046
    ordinal          a position that play can reach                             13     5478
    canonical        the same up to symmetry                                    10      765
    record           a whole finished game, every move in order                 18   255168
    record_class     the same up to symmetry                                    15    31896

`pair`, `flags`, `base4`, `base4_msb`, `base3` and `balanced` are for any board: `codec` makes
them. `CODECS` holds the codecs of 3x3. What needs a table makes it at its first use.

>>> from noughts import Position
>>> CODECS["base3"].encode(Position.parse("XO./.X./..."))
88
>>> CODECS["base3"].get(88, 1)
2
>>> print(CODECS["canonical"].decode(31))
XO./.X./...
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from noughts.codecs.base import Codec, Field
from noughts.codecs.base3 import Base3
from noughts.codecs.base4 import Base4
from noughts.codecs.base4_msb import Base4Msb
from noughts.codecs.cells import CellCodec
from noughts.codecs.dense.balanced import Balanced
from noughts.codecs.dense.canonical import Canonical
from noughts.codecs.dense.ordinal import Ordinal
from noughts.codecs.dense.record import Record
from noughts.codecs.dense.record_class import RecordClass
from noughts.codecs.flags import Flags
from noughts.codecs.packing import Digits, Packing
from noughts.codecs.pair import Pair
from noughts.codecs.word import Word, WordCodec
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import CodeError

__all__ = [
    "ANY_BOARD",
    "CODECS",
    "GAME_CODECS",
    "CellCodec",
    "Codec",
    "Digits",
    "Field",
    "Packing",
    "Word",
    "codec",
]

ANY_BOARD = {kind.name: kind for kind in (Pair, Flags, Base4, Base4Msb, Base3, Balanced)}

CODECS: dict[str, Codec[Any]] = {
    **{name: kind() for name, kind in ANY_BOARD.items() if name != "balanced"},
    "word": WordCodec(),
    "balanced": Balanced(),
    "ordinal": Ordinal(),
    "canonical": Canonical(),
    "record": Record(),
    "record_class": RecordClass(),
}

GAME_CODECS = ("record", "record_class")  # whose values are finished games, not positions


@lru_cache(maxsize=64)
def codec(name: str, rules: Rules = TICTACTOE) -> Codec[Any]:
    """The codec of a name, for a board.

    >>> codec("base3", Rules(4, 4, 4)).bits
    26

    Raises `CodeError` for a name that is none, or a codec that is for 3x3 alone.
    """
    if name not in CODECS:
        raise CodeError(f"{name!r} is no codec; the codecs are {', '.join(CODECS)}")
    if rules == TICTACTOE:
        return CODECS[name]
    if name not in ANY_BOARD:
        raise CodeError(
            f"{name} is for {TICTACTOE} alone; the codecs of {rules} are {', '.join(ANY_BOARD)}"
        )
    return ANY_BOARD[name](rules)


def __dir__() -> list[str]:
    return __all__
