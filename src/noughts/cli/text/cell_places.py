"""Where the cells of a drawn board stand, and to which cell an arrow leads.

The board is drawn with characters that stand for cells, and the code looks for these. So the
drawing alone says where a cell is.
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.cli.text.hints import cell_width
from noughts.cli.text.ruled_board import Room, ruled
from noughts.cli.text.sparse_board import is_sparse, spaced
from noughts.core.notation import board_signs
from noughts.core.rules import Rules

FIRST = 0xE000  # a character without a meaning, of which there are more than a screen has cells


class CellPlace(NamedTuple):
    """Where a cell's text stands: a line, its first column, and how many columns it takes."""

    line: int
    column: int
    width: int


def places(rules: Rules, room: Room) -> dict[int, CellPlace]:
    """Where each cell stands in the drawing of `board` in this room."""
    found: dict[int, CellPlace] = {}
    signs = board_signs(0, 0, rules)  # as wide as any
    if is_sparse(rules, room):
        lines = spaced(
            *(rules, lambda cell: chr(FIRST + cell), lambda cells: " " * (len(cells) + 1)),
            *(room, signs),
        )
    else:
        width = cell_width(rules)
        lines = ruled(rules, lambda cell: chr(FIRST + cell) * width, width, room=room, signs=signs)
    for number, line in enumerate(lines):
        for column, character in enumerate(f" {line}"):
            cell = ord(character) - FIRST
            if cell >= 0:
                before = found.get(cell)
                start = before.column if before else column
                found[cell] = CellPlace(number, start, column - start + 1)
    return found


def beside(
    cell: int, down: int, right: int, standing: dict[int, CellPlace], meets: tuple[bool, bool]
) -> int:
    """The cell that an arrow leads to, one step down (up: -1) or right (left: -1).

    At the edge of the drawing the arrow leads nowhere, or on to the other edge: `meets` says
    whether top and bottom meet, and left and right.
    """
    here, around = standing[cell], meets[bool(right)]
    if right:
        row = [each for each, place in standing.items() if place.line == here.line]
        return _next(sorted(row, key=lambda each: standing[each].column), cell, right, around)
    # One cell of each line: the nearest, which need not be exactly below.
    nearest: dict[int, int] = {}
    for each, place in standing.items():
        kept = nearest.setdefault(place.line, each)
        if abs(place.column - here.column) < abs(standing[kept].column - here.column):
            nearest[place.line] = each
    return _next([nearest[line] for line in sorted(nearest)], cell, down, around)


def _next(cells: list[int], cell: int, step: int, around: bool) -> int:
    at = cells.index(cell) + step
    return cells[at % len(cells)] if around or 0 <= at < len(cells) else cell


def at(line: int, column: int, standing: dict[int, CellPlace]) -> int | None:
    """The cell at a place; a column beside its text counts, if no other cell is nearer."""
    off = {
        cell: max(place.column - column, column - (place.column + place.width - 1), 0)
        for cell, place in standing.items()
        if place.line == line
    }
    cell = min(off, key=lambda each: off[each], default=None)
    return None if cell is None or off[cell] > 1 else cell
