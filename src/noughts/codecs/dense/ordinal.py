"""`ordinal`: the 5478 positions of 3x3 that play can reach, numbered in their order."""

from __future__ import annotations

from functools import cached_property
from typing import NoReturn

from noughts.codecs.codec_base import PositionCodec
from noughts.codecs.dense.reachable import BOARD, CELLS, reachable
from noughts.core.position import Position
from noughts.errors import CodeError


class Ordinal(PositionCodec):
    """The number of reachable positions with a lower `pair` code.

    >>> Ordinal().encode(Position.parse("XO./.X./..."))
    53
    >>> print(Ordinal().decode(53))
    XO./.X./...
    >>> Ordinal().encode(Position.parse("XXX/OO./O.."))    # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    noughts.errors.CodeError: play cannot reach XXX/OO./O..: X has a line (cells 0, 1, 2), but ...
    """

    name = "ordinal"
    about = "the positions that play can reach, numbered in the order of pair"
    size = 5478

    @cached_property
    def _pair_codes(self) -> tuple[int, ...]:
        return tuple(reachable())

    def _encode(self, x: int, o: int) -> int:
        number = reachable().get(x | o << CELLS)
        if number is None:
            refuse_unreachable(x, o)
        return number

    def _decode(self, code: int) -> tuple[int, int]:
        pair = self._pair_codes[code]
        return pair & BOARD, pair >> CELLS


def refuse_unreachable(x: int, o: int) -> NoReturn:
    """Raise `CodeError`, saying why play cannot reach a position of 3x3."""
    position = Position(x, o)
    raise CodeError(f"play cannot reach {position}: {position.unreachable}")
