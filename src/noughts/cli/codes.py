"""Codes and codecs, as people write them on a command line."""

from __future__ import annotations

from collections.abc import Iterable

import click

from noughts.codecs import CODECS
from noughts.core.message_text import quoted
from noughts.errors import NotationError

BASES = {"dec": "d", "hex": "#x", "bin": "#b", "oct": "#o"}  # `parse_code` reads each of them
LONGEST_NUMBER = 8000  # characters: enough for the decimal codes of 100x100, and quick to read

base_option = click.option(
    "--base",
    type=click.Choice(list(BASES)),
    default="dec",
    show_default=True,
    help="The base of the numbers in the output.",
)


def parse_code(text: str | bytes) -> int:
    """A number in Python's notation: decimal, `0x`, `0b` or `0o`, with an optional sign.

    >>> [parse_code(text) for text in ("1041", "0x411", "0b0100_0001_0001", "-0o7", "007")]
    [1041, 1041, 1041, -7, 7]

    Raises `NotationError` for anything else.
    """
    if isinstance(text, str):
        text = text.encode(errors="surrogateescape")  # in bytes, only 0 to 9 count as digits
    if len(text) > LONGEST_NUMBER:
        raise NotationError(
            f"a number of {len(text)} characters is too long; up to {LONGEST_NUMBER} are read"
        )
    try:
        # With a base of 0, `int` refuses a decimal number with leading zeros.
        return int(text) if text.isdigit() else int(text, 0)
    except ValueError:
        shown = quoted(text.decode(errors="replace"))
        raise NotationError(
            f"{shown} is not a number; write 1041, 0x411, 0b10000010001 or 0o2021"
        ) from None


def refuse_options(arguments: Iterable[str]) -> None:
    """Raise an error for a misspelt option such as `--bse`, but not for a code such as `-1`."""
    for text in arguments:
        if text.startswith("-") and not text[1:2].isdigit():
            raise click.NoSuchOption(text)


def codec_names() -> dict[str, str]:
    """The name of every codec, with a description."""
    return {name: codec.about for name, codec in CODECS.items()}


CODEC_LIST = ("Codecs", codec_names)
