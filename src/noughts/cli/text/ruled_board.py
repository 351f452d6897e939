"""A board drawn with ruled lines, and a text in each cell.

The layers of a box stand side by side; those that do not fit stand below the others:

    layer 1     layer 2
    a   b       a   b
    1  X | 2    1  5 |(O)
    ---+---     ---+---
    2  3 | 4    2  7 | 8
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from noughts.cli.text.colours_and_widths import by_mark, padded, width, writes_unicode
from noughts.core.cell_names import column_name, layer_title
from noughts.core.rules import Rules

BETWEEN = "   "  # the gap between layers that stand side by side


class Room(NamedTuple):
    """The size of the part of a screen that a board may take."""

    columns: int
    lines: int


def what_meets(rules: Rules) -> str:
    """The text below a board on which edges meet; empty for other boards."""
    edges = zip(("top and bottom", "left and right"), rules.geometry.meets, strict=True)
    met = [edge for edge, meets in edges if meets]
    return "the edges meet" if len(met) == 2 else " ".join([*met, "meet"]) if met else ""


def in_bands(
    layers: list[list[str]], rules: Rules, indent: int = 1, room: Room | None = None
) -> Iterator[str]:
    """The lines of all layers, in bands of layers side by side, with a blank line between bands.

    A band of several layers fits into the columns of the `room` or, without `room`, of the screen,
    less `indent` columns.
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
    """The layers of each band: neighbours along the innermost layer axis, split about evenly."""
    from shutil import get_terminal_size  # here, so that it does not delay a game on a flat board

    wide = (room or get_terminal_size()).columns
    fit = max(1, (wide - indent + len(BETWEEN)) // columns)
    inner = rules.geometry.abreast
    bands = -(-inner // fit)
    size = -(-inner // bands)
    for first in range(0, len(layers), inner):
        for at in range(first, first + inner, size):
            yield layers[at : min(at + size, first + inner)]


def ruled(
    rules: Rules,
    show: Callable[[int], str],
    columns: int,
    indent: int = 1,
    room: Room | None = None,
    signs: Sequence[str] = (),
) -> Iterator[str]:
    """A board with ruled lines and names. `show` gives a cell's text, of up to `columns` columns.

    Each of `signs` follows the name of a layer.

    The ruled lines are box-drawing characters if standard output accepts these. Layers stand side
    by side as far as they fit into the columns of the `room` or, without `room`, of the screen,
    less `indent` columns.
    """
    layers = [
        [*_layer(rules, rows, show, columns, sign)]
        for rows, sign in zip(rules.geometry.layers(), signs or repeat(""), strict=False)
    ]
    yield from in_bands(layers, rules, indent, room)


def _layer(
    rules: Rules, rows: list[range], show: Callable[[int], str], columns: int, sign: str
) -> Iterator[str]:
    """One layer, with its name above it. A flat board is one layer without a name."""
    margin = " " * len(str(len(rows)))
    across, down, crossing = "─│┼" if writes_unicode() else "-|+"
    over, beside = rules.geometry.meets
    # If edges meet, the ruled lines run across them.
    end, side, blank = (across + crossing, " " + down, "  ") if beside else ("", "", "")
    line = f"{margin} {end}{crossing.join([across * columns] * len(rows[0]))}{end[::-1]}"

    if title := layer_title(rows[0].start, rules):
        yield f"{margin} {title}{sign and f' {sign}'}"
    names = [column_name(col).center(columns) for col in range(len(rows[0]))]
    yield f"{margin} {blank}{' '.join(names)}"
    for row, cells in enumerate(rows):
        if row or over:
            yield line
        texts = down.join(padded(show(cell), columns) for cell in cells)
        yield f"{row + 1:{len(margin)}} {side}{texts}{side[::-1]}"
    if over:
        yield line
    if meeting := what_meets(rules):
        yield by_mark(".", f"{margin} {blank}{meeting}")
