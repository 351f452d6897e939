"""The digits of a code, grouped and labelled, in lines that fit a screen.

          O's stones          X's stones
cell      8 7 6 5 4 3 2 1 0   8 7 6 5 4 3 2 1 0
bits      1 0 0 0 0 0 0 1 0   0 0 0 0 1 0 0 0 1
          O             O             X       X
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from noughts.cli.text.colour import by_mark, padded, width
from noughts.core.rules import LARGEST_BOARD

TITLES = {"X": "X's stones", "O": "O's stones", "cell": "cells"}
SCREEN, MARGIN = 76, 8  # columns in all, and for the labels on the left
BETWEEN = "   "

Block = tuple[str, ...]  # a title above lines of cells, digits and meanings


def labelled(code: dict[str, Any], layer: int = LARGEST_BOARD) -> Iterator[str]:
    """The lines of one code of `facts`, in bands of as many blocks as fit side by side.

    Each layer, of `layer` cells, is a block of its own, and more if it is too wide.

    >>> import click
    >>> from noughts.cli.text.show_facts import facts
    >>> from noughts import Position
    >>> for line in labelled(facts(Position.parse("XO./.X./..."))["codecs"]["base3"]):
    ...     print(click.unstyle(line))    # without its colours
            cells
    cell    8 7 6 5 4 3 2 1 0
    digits  0 0 0 0 1 0 0 2 1
                    X     O X
    """
    labels = ("", "cell", "bits" if code["radix"] == 2 else "digits", "")
    room = SCREEN - MARGIN
    blocks = [block for group in _groups(code["fields"], layer) for block in _blocks(group, room)]
    for band in _bands(blocks, room):
        widths = [max(map(width, block)) for block in band]
        for label, *texts in zip(labels, *band, strict=True):
            if any(texts):
                line = BETWEEN.join(map(padded, texts, widths))
                yield (label.ljust(MARGIN) + line).rstrip()


def _groups(fields: list[dict[str, Any]], layer: int) -> Iterator[list[dict[str, Any]]]:
    """Neighbouring fields with the same name, of cells of the same layer."""

    def together(field: dict[str, Any]) -> tuple[str, int]:
        return field["name"], (field["cell"] or 0) // layer

    return (list(group) for _, group in groupby(fields, key=together))


def _blocks(fields: list[dict[str, Any]], room: int) -> Iterator[Block]:
    """The fields of a group side by side; a group that is too wide continues in another block."""
    columns = [_column(field) for field in fields]
    widest = max(width(text) for column in columns for text in column)
    name = fields[0]["name"]
    title = TITLES.get(name, "" if name == "number" else name)
    fit = max(1, (room + 1) // (widest + 1))
    for start in range(0, len(columns), fit):
        some = columns[start : start + fit]
        widths = [max(map(width, column)) for column in some]
        lines = (" ".join(map(padded, row, widths)).rstrip() for row in zip(*some, strict=True))
        yield title, *lines


def _column(field: dict[str, Any]) -> tuple[str, str, str]:
    digits, meaning = field["digits"], field["meaning"]
    if field["cell"] is None:
        return "", digits, "" if field["name"] == "number" else meaning
    columns = max(len(str(field["cell"])), len(digits))
    texts = (str(field["cell"]), digits, meaning.replace(".", " "))
    cell, digits, mark = (text.rjust(columns) for text in texts)
    return cell, by_mark(meaning, digits), by_mark(meaning, mark) if mark.strip() else mark


def _bands(blocks: Iterable[Block], room: int) -> Iterator[list[Block]]:
    band: list[Block] = []
    for block in blocks:
        taken = sum(max(map(width, each)) + len(BETWEEN) for each in (*band, block))
        if band and taken - len(BETWEEN) > room:
            yield band
            band = []
        band.append(block)
    yield band
