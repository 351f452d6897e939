"""Codes of one codec to codes of another, in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding import Codes, decode, encode
from noughts.arrays.games import Games
from noughts.arrays.positions import Positions
from noughts.arrays.words import Words
from noughts.codecs import CODECS
from noughts.codecs.machine import INPUT_AT
from noughts.errors import CodeError, NoughtsError
from noughts.rules import TICTACTOE, Rules

GAME_CODECS = tuple(name for name in CODECS if name.startswith("record"))


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
def after_others(count: int) -> Iterator[None]:
    """What is refused here is said to come after so many items that were taken before."""
    try:
        yield
    except NoughtsError as error:
        raise type(error)(f"after {count} others, {error}") from None
