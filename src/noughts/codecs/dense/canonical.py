"""`canonical`: numbers the 765 symmetry classes of the reachable positions of 3x3."""

from __future__ import annotations

from functools import cached_property

from noughts.codecs.codec_base import PositionCodec
from noughts.codecs.dense.ordinal import BOARD, CELLS, reachable, refuse_unreachable
from noughts.core.rules import TICTACTOE
from noughts.core.symmetry import images


class Canonical(PositionCodec):
    """The number of a position's symmetry class; a code decodes to the class's representative.

    The representative is the position with the least `pair` code in the class. Classes are numbered
    in the order of their representatives.

    >>> from noughts import Position
    >>> Canonical().encode(Position.parse("..X/.XO/..."))
    31
    >>> print(Canonical().decode(31))
    XO./.X./...
    """

    name = "canonical"
    about = "reachable positions, up to the 8 symmetries of the square"
    size = 765

    @cached_property
    def _classes(self) -> tuple[tuple[int, ...], dict[int, int]]:
        """The representatives in order, and the class number of every reachable position."""
        representatives: list[int] = []
        classes: dict[int, int] = {}
        for pair in reachable():  # ascending, so the first position of a class is the least
            if pair not in classes:
                for x, o in images(pair & BOARD, pair >> CELLS, TICTACTOE):
                    classes[x | o << CELLS] = len(representatives)
                representatives.append(pair)
        return tuple(representatives), classes

    def _encode(self, x: int, o: int) -> int:
        number = self._classes[1].get(x | o << CELLS)
        if number is None:
            refuse_unreachable(x, o)
        return number

    def _decode(self, code: int) -> tuple[int, int]:
        pair = self._classes[0][code]
        return pair & BOARD, pair >> CELLS
