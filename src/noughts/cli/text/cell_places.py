"""The places of the cells in a drawn board, and the cell to which an arrow key leads.

The functions that draw a board draw it here with a special character for each cell, and `places`
looks for these characters. So only the drawing functions decide where a cell is.
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.cli.text.hints import cell_width
from noughts.cli.text.ruled_board import Room, ruled
from noughts.cli.text.sparse_board import is_sparse, spaced
from noughts.core.position_text import board_signs
from noughts.core.rules import Rules

FIRST = 0xE000  # the first character for private use; there are more than a screen has cells


class CellPlace(NamedTuple):
    """The place of a cell's text: its line, its first column, and its width in columns."""

    line: int
    column: int
    width: int


def places(rules: Rules, room: Room) -> dict[int, CellPlace]:
    """The place of each cell in the drawing by `board` in this room."""
    found: dict[int, CellPlace] = {}
    signs = board_signs(0, 0, rules)  # signs of the same width as in any position
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
    """The cell to which an arrow leads: `down` and `right` are 1 and 0 for down, 0 and -1 for left.

    `meets` says whether top and bottom meet, and whether left and right meet. Where two edges meet,
    an arrow leads from one edge of the drawing to the other; at other edges, the cursor stays.
    """
    here, around = standing[cell], meets[bool(right)]
    if right:
        row = [each for each, place in standing.items() if place.line == here.line]
        return _next(sorted(row, key=lambda each: standing[each].column), cell, right, around)
    # The nearest cell of each line, which need not be exactly above or below.
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
    """The cell whose text is at a place or, failing that, in a column beside it; otherwise None."""
    off = {
        cell: max(place.column - column, column - (place.column + place.width - 1), 0)
        for cell, place in standing.items()
        if place.line == line
    }
    cell = min(off, key=lambda each: off[each], default=None)
    return None if cell is None or off[cell] > 1 else cell
