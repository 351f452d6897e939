"""Codecs: the ways to hold a position or a game of tic-tac-toe in an int.

The codes of some codecs are grids in which you can read and write single cells (`CellCodec`). Other
codecs number positions or finished games without gaps. The codes of `word` are 32-bit game words.
`docs/representations.md` explains each codec, `python -m noughts.codecs` prints how many bits the
codes of each take, and `docs/add-a-codec.md` explains how to add a codec.

`CODECS` holds the codecs for 3x3, and `codec` makes codecs for any board. A codec that needs a
table builds it when the codec is first used. `Converter` turns codes of one codec into codes of
another.

>>> from noughts import Position
>>> CODECS["base3"].encode(Position.parse("XO./.X./..."))
88
>>> CODECS["base3"].get(88, 1)
2
>>> print(CODECS["canonical"].decode(31))
XO./.X./...
"""

from noughts.codecs.codec_base import Bulk, CellCodec, Codec, Field, GameCodec, PositionCodec
from noughts.codecs.converting import Converter
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


def __dir__() -> list[str]:
    return __all__
