"""The look of texts on a screen: colours, widths, and lines that fit."""

from __future__ import annotations

import re
import sys
from typing import TextIO

import click

COLOURS = {"X": "bright_blue", "O": "bright_red"}


def by_mark(mark: str, text: str) -> str:
    """The text in the colour of `mark`, or dim if `mark` is neither X nor O."""
    if mark in COLOURS:
        return click.style(text, fg=COLOURS[mark], bold=True)
    return click.style(text, dim=True)


def width(text: str) -> int:
    """The number of columns that the text takes on a screen."""
    return len(click.unstyle(text))


def cut(text: str, first: int, columns: int) -> str:
    """At most `columns` columns of the text, from column `first` on, with their colours.

    >>> cut(by_mark("X", "XX") + "abc", 1, 3) == by_mark("X", "X") + "ab"
    True
    """
    if width(text) <= columns and not first:
        return text
    kept, end = list[str](), first + columns
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if part.startswith("\x1b"):
            kept.append(part)
        else:
            kept.append(part[max(first, 0) : max(end, 0)])
            first, end = first - len(part), end - len(part)
    return "".join(kept)


def padded(text: str, columns: int) -> str:
    """The text, padded with blanks on the right to this many columns.

    >>> padded(by_mark("X", "X"), 3) == by_mark("X", "X") + "  "
    True
    """
    return text + " " * (columns - width(text))


def centred(text: str, columns: int) -> str:
    """The text, centred in this many columns. The blanks around the text have no colour.

    >>> centred(by_mark("X", "X"), 3) == " " + by_mark("X", "X") + " "
    True
    """
    bare = click.unstyle(text)
    return bare.center(columns).replace(bare, text) if bare else " " * columns


def writes_unicode() -> bool:
    """Whether standard output accepts characters outside ASCII."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def fitted(text: str, to: TextIO | None = None, after: str = "") -> str:
    """The text, wrapped to the width of the screen. For a pipe or a file, it stays as it is.

    The caller writes the text to `to`, by default standard output, on a line that already has the
    text `after`.
    """
    if not (to or sys.stdout).isatty():
        return text
    import textwrap  # here, so that it does not delay the start
    from shutil import get_terminal_size

    columns = get_terminal_size().columns
    lines = textwrap.fill(after + text, columns, break_long_words=False, break_on_hyphens=False)
    return lines.removeprefix(after)
