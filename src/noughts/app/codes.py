"""Codes as people write them, and what they stand for, from one codec to another."""

from __future__ import annotations

from typing import Any

from noughts.codecs import Codec, Word
from noughts.errors import CodeError, NotationError
from noughts.game import Game
from noughts.position import Position

GAME_CODECS = ("record", "record_class")
BASES = {"dec": "d", "hex": "#x", "bin": "#b", "oct": "#o"}  # each is read back as it is written


def parse_code(text: str | bytes) -> int:
    """A number as Python writes it: decimal, `0x`, `0b` or `0o`, with a sign if need be.

    >>> [parse_code(text) for text in ("1041", "0x411", "0b0100_0001_0001", "-0o7", "007")]
    [1041, 1041, 1041, -7, 7]

    Raises `NotationError` for anything else.
    """
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return int(text)  # decimal with leading zeros, which a base of 0 does not take
    except ValueError:
        if isinstance(text, bytes):
            text = text.decode(errors="replace")
        shown = repr(text) if len(text) < 60 else f"{text[:50]!r}... ({len(text)} characters)"
        raise NotationError(
            f"{shown} is no number; write 1041, 0x411, 0b10000010001 or 0o2021"
        ) from None


def position_of(value: Any) -> Position:
    """The position that a codec's value holds: a game's is the one at its end."""
    position: Position = value if isinstance(value, Position) else value.position
    return position


def value_for(target: Codec[Any], value: Any) -> Any:
    """A codec's value as another codec takes it, as far as it holds enough for that.

    >>> from noughts.codecs import CODECS
    >>> value_for(CODECS["pair"], CODECS["record"].decode(7316))
    Position.parse('XXX/OO./...')

    Raises `CodeError` where a game is asked for and the value does not know its moves.
    """
    if target.name in GAME_CODECS:
        if not isinstance(value, Game):
            raise CodeError(f"{target.name} needs the moves of a finished game")
        return value
    if target.name == "word":
        if isinstance(value, Game):
            return Word.from_game(value)
        return value if isinstance(value, Word) else Word.from_position(value)
    return position_of(value)
