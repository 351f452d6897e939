"""`ordinal`: numbers the 5478 positions of 3x3 that play can reach, in order of `pair` code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from operator import or_
from typing import NoReturn

from noughts.codecs.codec_base import PositionCodec
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.core.successors import bits_of, by_plies, legal_at
from noughts.errors import CodeError

CELLS: int = TICTACTOE.cells
BOARD: int = TICTACTOE.board


@cache
def reachable() -> dict[int, int]:
    """A map from the `pair` codes of all reachable positions to their numbers, in ascending order.

    The first call builds the map in a few hundredths of a second.

    >>> len(reachable()), reachable()[0]
    (5478, 0)
    """

    def lead(code: int, _: bool) -> Iterator[tuple[int, bool, bool]]:
        for move in bits_of(legal_at(code, TICTACTOE)):
            yield code | move, False, True

    found = [code for ply, _ in by_plies({0: True}, lead, or_) for code in ply]
    return {code: number for number, code in enumerate(sorted(found))}


class Ordinal(PositionCodec):
    """Encodes a reachable position as the number of reachable positions with a lower `pair` code.

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
    """Raise `CodeError` with the reason why play cannot reach a position of 3x3."""
    position = Position(x, o)
    raise CodeError(f"play cannot reach {position}: {position.unreachable}")
