"""Conversion from one codec to another, in bulk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import decode, encode
from noughts.arrays.coding.coder import Values
from noughts.arrays.games import Games
from noughts.arrays.positions import Positions
from noughts.arrays.words import Words
from noughts.codecs import Codec, Word, codec
from noughts.codecs.converting import check_convertible
from noughts.codecs.word import INPUT_AT
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import NoughtsError
from noughts.kernels.dtypes import Codes, Int32s


def converted(codes: npt.ArrayLike, source: str, target: str, rules: Rules = TICTACTOE) -> Codes:
    """Convert codes [n] of the codec `source` to codes of the codec `target`.

    >>> converted([7316], "record", "base4")
    array([661], dtype=uint32)

    Raises `CodeError` if `target` needs information that the values of `source` lack, or if numbers
    are not codes of `source` (the error names the first of these).
    """
    taking = codec(target, rules)
    check_convertible(codec(source, rules), taking)
    return encode(values_for(taking, decode(codes, source, rules)), target)


def values_for(target: Codec[Any], values: Values) -> Values:
    """The bulk twin of `Codec.adapt`: the values, converted to the kind that `target` encodes.

    Raises `CodeError` if `target` needs information that the values lack.
    """
    return ADAPT[target.holds](values, target)


def positions_of(values: Values) -> Positions:
    """The positions of values: for a game, its last position."""
    return values if isinstance(values, Positions) else values.positions()


def _words_of(values: Values) -> Words:
    """The words of values: for a game, the word after its last move."""
    if isinstance(values, Words):
        return values
    words = Words.of(positions_of(values)).words
    return Words(words | _inputs(values) if isinstance(values, Games) else words)


def _inputs(games: Games) -> Int32s:
    """The input field of each game's word: the last move of the game."""
    last = games.moves[np.arange(len(games)), games.lengths() - 1]
    return last.astype(np.int32) << INPUT_AT


ADAPT: dict[type[Any], Callable[[Any, Codec[Any]], Any]] = {
    Position: lambda values, _: positions_of(values),
    Word: lambda values, _: _words_of(values),
    Game: lambda values, target: values if isinstance(values, Games) else target.adapt(values),
}


@contextmanager
def counted_from(first: int) -> Iterator[None]:
    """A context in which errors count items from `first`, for work on part of a longer array.

    >>> with counted_from(1000):    # doctest: +ELLIPSIS
    ...     converted([0, 765], "canonical", "pair")
    Traceback (most recent call last):
    noughts.errors.CodeError: item 1001: 765 is not a code of canonical for 3,3,3; codes are ...
    """

    def among_all(found: re.Match[str]) -> str:
        return f"item {first + int(found[1])}"

    try:
        yield
    except NoughtsError as error:
        raise type(error)(re.sub("^item ([0-9]+)", among_all, str(error))) from None
