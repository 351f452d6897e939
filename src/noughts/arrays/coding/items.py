"""Any codec in bulk: the scalar codec, called for each item.

This is slow and never wrong, so it is the default of a codec that names nothing else. (A small
board has few positions, and one call for each is enough: see `lookup`.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.arrays.boards import from_numbers, number_of
from noughts.arrays.coding.coder import Coder, Codes, Sides
from noughts.arrays.positions import Positions
from noughts.errors import NoughtsError


class Items(Coder):
    """Encodes and decodes one by one."""

    def encode(self, values: Any, codes: Codes) -> None:
        found = _each(self.codec.encode, values)
        codes[:] = found if codes.ndim == 1 else from_numbers(found, self.words)

    def decode(self, codes: Codes, out: Sides | None) -> Any:
        values = self.kind.of(_each(self.codec.decode, map(number_of, codes)), self.codec.rules)
        if out is None or not isinstance(values, Positions):
            return values
        x, o = self.room(len(codes), out)
        x[:], o[:] = values.x, values.o
        return Positions.unchecked(x, o, values.rules)


def _each(function: Callable[[Any], Any], items: Any) -> list[Any]:
    """The results of a function for each item; an error names the item."""
    found = []
    for number, item in enumerate(items):
        try:
            found.append(function(item))
        except NoughtsError as error:
            raise type(error)(f"item {number}: {error}") from None
    return found
