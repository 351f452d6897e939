"""Codes as people write them, and what they stand for, from one codec to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from noughts.codecs import GAME_CODECS, Codec, Word
from noughts.core.game import Game
from noughts.core.notation import quoted
from noughts.core.position import Position
from noughts.errors import CodeError, NotationError

BASES = {"dec": "d", "hex": "#x", "bin": "#b", "oct": "#o"}  # each is read back as it is written


LONGEST = 8000  # the characters of a number: enough for 100x100, and read at once


def parse_code(text: str | bytes) -> int:
    """A number as Python writes it: decimal, `0x`, `0b` or `0o`, with a sign if need be.

    >>> [parse_code(text) for text in ("1041", "0x411", "0b0100_0001_0001", "-0o7", "007")]
    [1041, 1041, 1041, -7, 7]

    Raises `NotationError` for anything else.
    """
    if isinstance(text, str):
        text = text.encode(errors="surrogateescape")  # bytes: no digits but 0 to 9 are read
    try:
        if len(text) > LONGEST:
            raise ValueError
        # Decimal with leading zeros is what a base of 0 does not take.
        return int(text) if text.isdigit() else int(text, 0)
    except ValueError:
        shown = quoted(text.decode(errors="replace"))
        raise NotationError(
            f"{shown} is no number; write 1041, 0x411, 0b10000010001 or 0o2021"
        ) from None


def refuse_options(arguments: Iterable[str]) -> None:
    """Raise for what is no code but an option misspelt: `-1` is a code, `--bse` is none."""
    for text in arguments:
        if text.startswith("-") and not text[1:2].isdigit():
            raise click.NoSuchOption(text)


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
