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

`CODECS` holds them for 3x3, and `codec` makes those that are there for any board. What needs a
table makes it at its first use. `Converter` takes codes of one to codes of another.

>>> from noughts import Position
>>> CODECS["base3"].encode(Position.parse("XO./.X./..."))
88
>>> CODECS["base3"].get(88, 1)
2
>>> print(CODECS["canonical"].decode(31))
XO./.X./...
"""

from noughts.codecs.base import Bulk, Codec, Field, PositionCodec
from noughts.codecs.cells import CellCodec
from noughts.codecs.converting import Converter
from noughts.codecs.games import GameCodec
from noughts.codecs.packing import Digits, Packing
from noughts.codecs.registry import CODECS, codec, names, register
from noughts.codecs.word import Word

__all__ = [
    "CODECS",
    "Bulk",
    "CellCodec",
    "Codec",
    "Converter",
    "Digits",
    "Field",
    "GameCodec",
    "Packing",
    "PositionCodec",
    "Word",
    "codec",
    "names",
    "register",
]
