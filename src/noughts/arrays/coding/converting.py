"""Codes of one codec to codes of another, in bulk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import Codes, decode, encode
from noughts.arrays.games import Games
from noughts.arrays.positions import Positions
from noughts.arrays.words import Words
from noughts.codecs import GAME_CODECS
from noughts.codecs.machine import INPUT_AT
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import CodeError, NoughtsError


def converted(codes: npt.ArrayLike, source: str, target: str, rules: Rules = TICTACTOE) -> Codes:
    """The codes of `target` for codes [n] of `source`.

    >>> converted([7316], "record", "base4")
    array([661], dtype=uint32)

    Raises `CodeError`, naming the first item, for what is no code, or where the one codec cannot
    hold what the other needs.
    """
    return encode(values_for(target, decode(codes, source, rules)), target)


def values_for(target: str, values: Any) -> Any:
    """A codec's values as another codec takes them, as far as they hold enough for that."""
    if target in GAME_CODECS:
        if not isinstance(values, Games):
            raise CodeError(
                f"{target} needs every move of a game; "
                f"it can be converted from {' or '.join(GAME_CODECS)}"
            )
        return values
    if target == "word" and not isinstance(values, Words):
        words = Words.of(positions_of(values)).words
        return Words(words | _inputs(values) if isinstance(values, Games) else words)
    return values if target == "word" else positions_of(values)


def positions_of(values: Any) -> Positions:
    """The positions that values hold: a game's is the one at its end."""
    return values if isinstance(values, Positions) else values.positions()


def _inputs(games: Games) -> npt.NDArray[np.int32]:
    """The field of a word that holds the last input, after every move of games that have one."""
    last = games.moves[np.arange(len(games)), games.lengths() - 1]
    return last.astype(np.int32) << INPUT_AT


@contextmanager
def counted_from(first: int) -> Iterator[None]:
    """An item that is refused here is named by its number among all, of which this is the first.

    >>> with counted_from(1000):
    ...     converted([0, 765], "canonical", "pair")
    Traceback (most recent call last):
    noughts.errors.CodeError: item 1001: 765 is no canonical code of 3,3,3; codes are 0 to 764
    """

    def among_all(found: re.Match[str]) -> str:
        return f"item {first + int(found[1])}"

    try:
        yield
    except NoughtsError as error:
        raise type(error)(re.sub("^item ([0-9]+)", among_all, str(error))) from None
