"""Any codec in bulk: its scalar self, asked item by item.

It is slow and never wrong, and so what a codec gets that states nothing else. (The positions of a
small board are few, and need not be asked for more than once each: see `lookup`.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.arrays.coding.coder import Coder, Codes, Sides
from noughts.arrays.positions import Positions
from noughts.errors import NoughtsError


class Items(Coder):
    """Encodes and decodes one by one."""

    def encode(self, values: Any, codes: Codes) -> None:
        codes[:] = _each(self.codec.encode, values)

    def decode(self, codes: Codes, out: Sides | None) -> Any:
        values = self.kind.of(_each(self.codec.decode, codes.tolist()), self.codec.rules)
        if out is None or not isinstance(values, Positions):
            return values
        x, o = self.room(len(codes), out)
        x[:], o[:] = values.x, values.o
        return Positions.unchecked(x, o, values.rules)


def _each(function: Callable[[Any], Any], items: Any) -> list[Any]:
    """What a function gives for each of some items; where it refuses one, that is named."""
    found = []
    for number, item in enumerate(items):
        try:
            found.append(function(item))
        except NoughtsError as error:
            raise type(error)(f"item {number}: {error}") from None
    return found
