"""How texts look on a screen: colours, widths, lines that fit, and the hints of a board."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

import click

from noughts.core.rules import Rules
from noughts.players import Judgement
from noughts.players.base import LEGEND, LETTERS

COLOURS = {"X": "bright_blue", "O": "bright_red"}
VERBS = {1: "wins", 0: "draws", -1: "loses"}
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


def writes_unicode() -> bool:
    """Whether standard output takes more than ASCII."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def fitted(text: str, to: TextIO | None = None, after: str = "") -> str:
    """The text in lines of the screen; in a pipe or a file it is left as it is.

    It is written to `to`, or standard output, and stands after another text.
    """
    if not (to or sys.stdout).isatty():
        return text
    import textwrap  # here, since a start would wait for it
    from shutil import get_terminal_size

    columns = get_terminal_size().columns
    lines = textwrap.fill(after + text, columns, break_long_words=False, break_on_hyphens=False)
    return lines.removeprefix(after)


COUNTED = f"{LEGEND}, in that many moves, this one counted; * is best."
PROVED = f"{LEGEND}: that is proved; * is best."
JUDGED = "A percentage is judged, not proved: the score it may bring, with 50% for even; * is best."
TENTHS = "A digit is judged, not proved: tenths of the score it may bring, 5 for even; * is best."


def alike(hints: Sequence[Judgement]) -> str:
    """A sentence in place of several hints that are all alike; empty where they are not.

    >>> alike([Judgement(0, 0, 2), Judgement(1, 0, 2)])
    'Every move draws, in 2 moves, this one counted.'
    >>> alike([Judgement(0, 0, 2), Judgement(1, -1, 2)])
    ''
    """
    first, *others = hints
    known = (first.value, first.remoteness, first.proved)
    if not others or any((one.value, one.remoteness, one.proved) != known for one in others):
        return ""
    if not first.proved:
        return f"No move stands out: each is judged {first.label}, not proved; 50% is even."
    when = f", in {first.remoteness} moves, this one counted" if first.remoteness else ""
    return f"Every move {VERBS[round(first.value)]}{when}."


def cell_width(rules: Rules) -> int:
    """How wide a cell is that holds the longest label, a star and a blank on each side."""
    return len(f" {LETTERS[1]}{rules.cells}* ")


def hint_character(hint: Judgement) -> str:
    """What a move is worth, in one character.

    >>> hint_character(Judgement(0, -1, 2)), hint_character(Judgement(0, -0.2, proved=False))
    ('L', '4')
    """
    return LETTERS[round(hint.value)] if hint.proved else str(min(int(10 * hint.share), 9))


def legend(hints: Iterable[Judgement], in_characters: bool) -> Iterator[str]:
    """What the labels, or characters, of hints mean."""
    hints = [*hints]
    proved = [hint for hint in hints if hint.proved]
    if proved:
        counted = all(hint.remoteness for hint in proved) and not in_characters
        yield COUNTED if counted else PROVED
    if len(proved) < len(hints):
        yield TENTHS if in_characters else JUDGED
