"""A board that is too wide for the screen if its cells are ruled: a dot is a free cell.

   a b c d e
1  . . . . .
2  . X(O). .      the last stone played is in parentheses
3  . . X . .      a finished line is in brackets
4  . . . . .      with hints, a cell shows its worth in a character; a best move has a star
5  . . . . .
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from noughts.cli.text.colour import by_mark
from noughts.cli.text.hints import cell_width, hint_character
from noughts.core.notation import column_name
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.players import Judgement

NARROW = 40  # columns, which every screen has
MARGIN = 5  # before the cells: a blank, the number of a row, and two blanks


class Room(NamedTuple):
    """What a board may take of a screen: columns, and lines."""

    columns: int
    lines: int


def is_sparse(rules: Rules, room: Room | None = None) -> bool:
    """Whether a board is drawn so: a flat one for which there is no room if it is ruled.

    Without `room` the screen is as wide as it is, and as high as it takes.
    """
    layers = rules.geometry.layers()
    wide = MARGIN + len(layers[0][0]) * (cell_width(rules) + 1)
    if len(layers) > 1 or rules.geometry.edges_meet:
        return False
    if room:
        return wide > room.columns or 2 * len(layers[0]) > room.lines
    if wide <= NARROW:
        return False
    from shutil import get_terminal_size  # here, since a small board's start would wait for it

    return wide > get_terminal_size().columns


def sparse(
    position: Position, hints: Mapping[int, Judgement], best: float, last: int | None
) -> str:
    """The board, with a blank between two cells."""
    outcome = position.outcome
    won = outcome.lines if outcome else 0

    def show(cell: int) -> str:
        mark = MARK_NAMES[position[cell]]
        return hint_character(hints[cell]) if cell in hints else by_mark(mark, mark)

    def gaps(cells: range) -> list[str]:
        signs = [" "] * (len(cells) + 1)
        for col, cell in enumerate(cells):
            if won >> cell & 1:
                signs[col : col + 2] = "[" if signs[col] == " " else "|", "]"
            elif cell == last:
                signs[col : col + 2] = "()"
            elif cell in hints and hints[cell].value == best:
                signs[col + 1] = "*"
        return signs

    return "\n".join(f" {line}".rstrip() for line in spaced(position.rules, show, gaps))


def spaced(
    rules: Rules, show: Callable[[int], str], gaps: Callable[[range], Sequence[str]]
) -> Iterator[str]:
    """A board with its names; `show` gives a cell's character, `gaps` those around a row's."""
    (rows,) = rules.geometry.layers()
    names = [column_name(col) for col in range(len(rows[0]))]
    size = max(map(len, names))
    margin = len(str(len(rows)))
    yield f"{'':{margin}}  {' '.join(f'{name:>{size}}' for name in names)}"
    for number, cells in enumerate(rows, 1):
        *before, last = gaps(cells)
        drawn = (f"{_wide(gap, size)}{show(cell)}" for gap, cell in zip(before, cells, strict=True))
        yield f"{number:{margin}} {''.join(drawn)}{last}"


def _wide(gap: str, size: int) -> str:
    """What stands between two cells: a sign that opens at the right, all others at the left."""
    return gap.rjust(size) if gap in "([|" else gap.ljust(size)
