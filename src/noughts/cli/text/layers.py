"""The layers of a box, beside and below each other, as many in a row as there is room for.

layer 1     layer 2
a   b       a   b
1  X | 2    1  5 |(O)
---+---     ---+---
2  3 | 4    2  7 | 8
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from noughts.cli.text.colour import padded, width
from noughts.core.rules import Rules

BETWEEN = "   "  # layers that stand side by side
MEET = "the edges meet"  # which stands below a torus


class Room(NamedTuple):
    """What a board may take of a screen: columns, and lines."""

    columns: int
    lines: int


def in_bands(
    layers: list[list[str]], rules: Rules, indent: int = 1, room: Room | None = None
) -> Iterator[str]:
    """The lines of all layers; those of each stand together, and a blank line parts two bands.

    A band is as wide as the screen, or the `room`, less an `indent`.
    """
    if len(layers) == 1:
        yield from layers[0]
        return
    columns = max(map(width, layers[0]))
    for number, band in enumerate(_bands(layers, rules, columns + len(BETWEEN), indent, room)):
        if number:
            yield ""
        for line in zip(*band, strict=True):
            yield BETWEEN.join(padded(text, columns) for text in line)


def _bands(
    layers: list[list[str]], rules: Rules, columns: int, indent: int, room: Room | None
) -> Iterator[list[list[str]]]:
    """The layers that stand side by side: of the innermost axis alone, and as many in each band."""
    from shutil import get_terminal_size  # here, since a flat board's start would wait for it

    wide = (room or get_terminal_size()).columns
    fit = max(1, (wide - indent + len(BETWEEN)) // columns)
    inner = rules.geometry.sizes[-3]
    bands = -(-inner // fit)
    size = -(-inner // bands)
    for first in range(0, len(layers), inner):
        for at in range(first, first + inner, size):
            yield layers[at : min(at + size, first + inner)]
