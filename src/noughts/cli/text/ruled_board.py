"""A board with ruled lines, and a cell's text in each of its cells."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from noughts.cli.text.colour import by_mark, padded
from noughts.cli.text.layers import MEET, Room, in_bands
from noughts.core.notation import column_name, layer_name
from noughts.core.rules import Rules


def ruled(
    rules: Rules,
    show: Callable[[int], str],
    columns: int,
    indent: int = 1,
    room: Room | None = None,
) -> Iterator[str]:
    """A board with its names and ruled lines; `show` gives the text of a cell, `columns` wide.

    Box characters draw the ruled lines if the output has them. As many layers stand side by side as
    the screen is wide, or the `room`, less an `indent`.
    """
    layers = [[*_layer(rules, rows, show, columns)] for rows in rules.geometry.layers()]
    yield from in_bands(layers, rules, indent, room)


def _layer(
    rules: Rules, rows: list[range], show: Callable[[int], str], columns: int
) -> Iterator[str]:
    """One layer, below its name if it has one; a flat board is one layer without a name."""
    margin = " " * len(str(len(rows)))
    has_boxes = (sys.stdout.encoding or "").lower().startswith("utf")
    across, down, crossing = "─│┼" if has_boxes else "-|+"
    meet = rules.geometry.edges_meet
    # Where edges meet, the ruled lines run over them.
    end, side, blank = (across + crossing, " " + down, "  ") if meet else ("", "", "")
    line = f"{margin} {end}{crossing.join([across * columns] * len(rows[0]))}{end[::-1]}"

    if name := layer_name(rows[0].start, rules):
        yield f"{margin} layer {name}"
    names = [column_name(col).center(columns) for col in range(len(rows[0]))]
    yield f"{margin} {blank}{' '.join(names)}"
    for row, cells in enumerate(rows):
        if row or meet:
            yield line
        texts = down.join(padded(show(cell), columns) for cell in cells)
        yield f"{row + 1:{len(margin)}} {side}{texts}{side[::-1]}"
    if meet:
        yield line
        yield by_mark(".", f"{margin} {blank}{MEET}")
