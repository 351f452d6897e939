"""A codec in bulk: a small object that fills an array with codes, or decodes an array of codes.

`Items` calls the scalar codec for each item. This is slow but always correct, so `Items` is the
default for a codec that names no other coder. (For positions on a small board, `Items` is replaced
by `lookup`, which calls the scalar codec only to fill its tables.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from noughts.arrays.boards import empty, from_numbers, int_at, number_of, shape_of
from noughts.arrays.checks import owned, refuse_first
from noughts.arrays.games import Games
from noughts.arrays.memory import WORD_CELLS, board_dtype, narrowest
from noughts.arrays.packing import beyond
from noughts.arrays.positions import Positions
from noughts.arrays.words import Words
from noughts.codecs import Codec, Word
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import CodeError, NoughtsError
from noughts.expressions.limbs import words_for
from noughts.kernels.dtypes import Array, Bitboards, Codes

Sides = tuple[Bitboards, Bitboards]
Values = Positions | Games | Words
Held = TypeVar("Held", bound=Values)  # the values of a codec, in bulk


class Kind(NamedTuple):
    """The array type for a kind of value, and the function that makes such arrays from lists."""

    arrays: type[Values]
    of: Callable[[list[Any], Rules], Values]


KINDS: dict[Any, Kind] = {
    Position: Kind(Positions, Positions.of),
    Game: Kind(Games, Games.of),
    Word: Kind(Words, lambda words, _: Words(words)),
}


class Coder(ABC, Generic[Held]):
    """One codec in bulk, with the same codes and errors as its scalar twin, `codec`."""

    def __init__(self, codec: Codec[Any]) -> None:
        self.codec = codec
        self.kind: Kind = kind_of(codec)
        self.dtype: np.dtype[Any] = code_dtype(codec)
        self.words: int = words_for(codec.bits)  # in a code

    def shape(self, n: int) -> tuple[int, ...]:
        """The shape of an array of `n` codes."""
        return (n,) if self.words <= 1 else (n, self.words)

    @abstractmethod
    def encode(self, values: Held, codes: Codes) -> None:
        """Fill `codes` with the values' codes. `CodeError` names the first value without a code."""

    @abstractmethod
    def decode(self, codes: Codes, out: Sides | None) -> Held:
        """The values of codes. Raises `CodeError`, naming the first code that has no value."""

    def refuse_outside(self, codes: Codes) -> None:
        """Raise the error of the scalar codec for the first code out of range, if there is one."""
        first, last = self.codec.codes.start, self.codec.codes.stop - 1
        if codes.ndim > 1:
            larger = beyond(codes, last)
            if larger.any():
                self.refuse(larger, codes)
        elif len(codes) and (codes.min() < first or int(codes.max()) > last):
            self.refuse((codes < first) | (codes > last), codes)

    def refuse(self, wrong: Array, codes: Codes) -> None:
        """Raise the error of the scalar codec for the first code where `wrong` is not 0."""
        refuse_first(wrong, lambda item: self.codec.decode(int_at(codes, item)))

    def room(self, count: int, out: Sides | None) -> Sides:
        """Arrays for the bitboards of `count` positions: `out`, or new arrays."""
        rules = self.codec.rules
        if out is None:
            return empty(count, rules), empty(count, rules)
        dtype, shape = board_dtype(rules), shape_of(count, rules.cells)
        return owned(out[0], shape, dtype), owned(out[1], shape, dtype)


def kind_of(codec: Codec[Any]) -> Kind:
    """The kind of a codec's values in bulk. Raises `CodeError` if no array type holds them."""
    if codec.holds not in KINDS:
        raise CodeError(
            f"{codec.name} holds values of the type {codec.holds.__name__}; "
            f"arrays hold those of {', '.join(kind.__name__ for kind in KINDS)}"
        )
    return KINDS[codec.holds]


def code_dtype(codec: Codec[Any]) -> np.dtype[Any]:
    """The narrowest dtype for a codec's codes or their words; signed if codes may be negative."""
    unsigned = narrowest(min(codec.bits, WORD_CELLS))
    return np.dtype(f"int{8 * unsigned.itemsize}") if codec.signed else unsigned


class Items(Coder[Any]):
    """Encodes and decodes items one by one."""

    def encode(self, values: Values, codes: Codes) -> None:
        found = _each(self.codec.encode, values)
        codes[:] = found if codes.ndim == 1 else from_numbers(found, self.words)

    def decode(self, codes: Codes, out: Sides | None) -> Values:
        values = self.kind.of(_each(self.codec.decode, map(number_of, codes)), self.codec.rules)
        if out is None or not isinstance(values, Positions):
            return values
        x, o = self.room(len(codes), out)
        x[:], o[:] = values.x, values.o
        return Positions.unchecked(x, o, values.rules)


def _each(function: Callable[[Any], Any], items: Any) -> list[Any]:
    """The result of a function for each item. Errors name the item."""
    found = []
    for number, item in enumerate(items):
        try:
            found.append(function(item))
        except NoughtsError as error:
            raise type(error)(f"item {number}: {error}") from None
    return found


class AsWords(Coder[Words]):
    """Copies words; `Words` checks that their fields are consistent."""

    def encode(self, values: Words, codes: Codes) -> None:
        codes[:] = values.words

    def decode(self, codes: Codes, out: Sides | None) -> Words:  # noqa: ARG002 - as every coder
        return Words(codes)
