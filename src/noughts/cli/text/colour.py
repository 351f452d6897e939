"""Colours of marks, and text whose width ignores them."""

from __future__ import annotations

import re

import click

COLOURS = {"X": "bright_blue", "O": "bright_red"}
VALUE_COLOURS = {1: "green", 0: "yellow", -1: "red"}


def by_mark(mark: str, text: str) -> str:
    """The text in the colour of X or O, or dim if it belongs to neither."""
    if mark in COLOURS:
        return click.style(text, fg=COLOURS[mark], bold=True)
    return click.style(text, dim=True)


def width(text: str) -> int:
    """How many columns the text takes on a screen."""
    return len(click.unstyle(text))


def cut(text: str, first: int, columns: int) -> str:
    """What stands in so many columns of the text, from the column `first`, with its colours.

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
    """The text, padded with blanks to this many columns.

    >>> padded(by_mark("X", "X"), 3) == by_mark("X", "X") + "  "
    True
    """
    return text + " " * (columns - width(text))
