"""What a window shows of a match: lines of text, and the places of the cells in them.

     3,3,3: 3 in a row win. X is you, O is perfect.             the game and the players

         a     b     c                                          the board (only a part of it, if the
     1  (O) |  2  |  3                                          window is small) with one cell in
        ----+-----+----                                         reverse video

     O (perfect) plays 1 (a1).                                  what has happened
     X (you) to move, 1-9 or ? for help: b2_                    the prompt, and the typed text
     arrows, Enter: play  u undo  h hint ...                    the keys

This module does not know about terminals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from noughts.cli.text.board import board
from noughts.cli.text.cell_places import CellPlace, places
from noughts.cli.text.colours_and_widths import cut, width
from noughts.cli.text.ruled_board import Room
from noughts.cli.text.sparse_board import is_sparse
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import Judgement

KEYS = (
    *("arrows, Enter or a click play", "u undo", "r redo", "h hint", "n new"),
    *("s swap", "v review", "? help", "q quit"),
)
PAGE_KEYS = ("up, down, Page up, Page down", "any other key: back to the game")
AROUND = 6  # lines around the board, for which the board is drawn smaller if necessary
SAID = 3  # sentences that stay on the screen
LEAST_SAID = 2  # lines of these sentences that stay, even if the board has to be cut


class Said(NamedTuple):
    """A sentence with its style."""

    text: str
    colour: str | None = None
    bold: bool = False


class Shown(NamedTuple):
    """The state of a match, as the window shows it."""

    title: str = ""
    position: Position = Position()
    last: int | None = None  # the cell of the last move
    hints: Sequence[Judgement] = ()
    said: Sequence[Said] = ()
    result: Sequence[Said] = ()
    prompt: str = ""
    asked: bool = False  # whether the session waits for a line from the user
    page: Sequence[str] = ()  # a text to show in place of the board


class Frame(NamedTuple):
    """The lines of a window, none wider than the window, and the places of cells and the caret."""

    lines: list[str]
    standing: dict[int, CellPlace]  # the places of all cells in the drawing of the whole board
    seen: dict[int, CellPlace]  # the places of the visible cells in the window
    caret: tuple[int, int]  # the line and column of the next typed character


def numbers(rules: Rules, columns: int, lines: int) -> bool:
    """Whether a window of this size has space for the numbers of cells."""
    return not is_sparse(rules, room(columns, lines))


def room(columns: int, lines: int) -> Room:
    """The space for a board in a window."""
    return Room(columns, max(lines - AROUND, 1))


def frame(shown: Shown, cursor: int, typed: str, at: int, columns: int, lines: int) -> Frame:
    """The frame of a match, with cell `cursor` in view. The caret is at place `at` of `typed`."""
    rules, space = shown.position.rules, room(columns, lines)
    drawn = board(shown.position, shown.hints, shown.last, space).split("\n")
    standing = places(rules, space)

    above = _wrapped(shown.title, columns)
    said = _said([*shown.said, *shown.result], columns)
    asked = _wrapped(shown.prompt, columns) if shown.prompt else [""]
    if width(asked[-1]) + len(typed) + 1 > columns:
        asked.append("")
    before = width(asked[-1])
    first = max(0, at - (columns - before - 1))  # the first character shown of a long typed text
    asked[-1] += typed[first : first + columns - before]
    keys = [click.style(line, dim=True) for line in _items(KEYS, columns)]

    # The sentences do not count here: the board must not move when there are more of them.
    if len(above) + len(drawn) + len(keys) + 4 <= lines:
        above.append("")
    below = ["", *said]

    def over() -> int:
        return len(above) + len(drawn) + len(below) + len(asked) + len(keys) - lines

    # If there are too many lines, the least needed go first.
    if over() > 0:
        below.pop(0)
    if over() > 0:
        keys = []
    while over() > 0 and len(below) > LEAST_SAID:
        below.pop(0)
    size = max(1, len(drawn) - max(over(), 0))
    frozen = _frozen(rules) if size > 2 else (0, 0)
    drawn, seen = _part(drawn, standing, cursor, Room(columns, size), frozen)
    seen = {
        cell: place._replace(line=place.line + len(above))
        for cell, place in seen.items()
        if place.line + len(above) < lines
    }
    text = [*above, *drawn, *below, *asked]
    caret = len(text) - 1, before + at - first
    return Frame([*text, *keys][:lines], standing, seen, caret)


def page(text: Sequence[str], first: int, columns: int, lines: int) -> tuple[list[str], int]:
    """A window's lines, which show a text from line `first`, and `first` clamped to the text."""
    wrapped = [part for line in text for part in _wrapped(line, columns)]
    keys = [click.style(line, dim=True) for line in _items(PAGE_KEYS, columns)]
    size = max(1, lines - len(keys) - 1)
    first = max(0, min(first, len(wrapped) - size))
    return [*wrapped[first : first + size], "", *keys][:lines], first


def _wrapped(text: str, columns: int) -> list[str]:
    """A text, wrapped to the window's width. A text that fits on one line keeps all its blanks."""
    if width(text) <= columns:
        return [text]
    import textwrap  # here, so that it does not delay the start

    end = text[len(text.rstrip()) :]  # the blank between a prompt and the typed text
    found = textwrap.wrap(text, columns, break_on_hyphens=False)
    if end and len(found[-1]) < columns:
        found[-1] += end[:1]
    return found


def _said(said: Sequence[Said], columns: int) -> list[str]:
    """The sentences, wrapped to the window and styled."""
    return [
        click.style(line, fg=each.colour, bold=each.bold or None)
        for each in said
        for line in _wrapped(each.text, columns)
    ]


def _items(items: Sequence[str], columns: int) -> Iterator[str]:
    """The items, arranged in lines. An item that is wider than a line is cut."""
    line = ""
    for item in items:
        more = f"{line}   {item}" if line else item
        if line and len(more) > columns:
            yield line
            more = item
        line = more[:columns]
    yield line


def _frozen(rules: Rules) -> tuple[int, int]:
    """How many lines and columns hold names, and so stay in place when the board scrolls."""
    (rows, *more) = rules.geometry.layers()
    return (0, 0) if more else (1, len(str(len(rows))) + 2)


def _part(
    drawn: list[str],
    standing: dict[int, CellPlace],
    cursor: int,
    size: Room,
    frozen: tuple[int, int],
) -> tuple[list[str], dict[int, CellPlace]]:
    """As much of a board around the cursor as fits, and the places of the cells in this part."""
    head, margin = frozen
    here = standing[cursor]
    widest = max(map(width, drawn))
    down = _offset(here.line - head, len(drawn) - head, size.lines - head)
    right = _offset(here.column - margin, widest - margin, size.columns - margin)
    kept = [*drawn[:head], *drawn[head + down :]][: size.lines]
    seen = {
        cell: place._replace(line=place.line - down, column=place.column - right)
        for cell, place in standing.items()
        if head <= place.line - down < size.lines
        and margin <= place.column - right <= size.columns - place.width
    }
    if right:
        kept = [cut(line, 0, margin) + cut(line, margin + right, size.columns) for line in kept]
    return [cut(line, 0, size.columns) for line in kept], seen


def _offset(at: int, length: int, size: int) -> int:
    """How much to leave out at the beginning so that the place `at` is as central as it can be."""
    return max(0, min(at - size // 2, length - size))
