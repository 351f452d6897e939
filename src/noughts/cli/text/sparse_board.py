"""Draws a board without ruled lines and with dots for free cells, if the ruled board does not fit.

   a b c d e
1  . . . . .
2  . X(O). .      the last stone played is in parentheses
3  . . X . .      a finished line is in brackets
4  . . . . .      with hints, a cell shows its value in one character; a best move has a star
5  . . . . .
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat

from noughts.cli.text.colours_and_widths import by_mark
from noughts.cli.text.hints import BEST, CellHint, cell_width
from noughts.cli.text.ruled_board import Room, in_bands, ruled, what_meets
from noughts.core.cell_names import column_name, layer_title
from noughts.core.position import Position
from noughts.core.position_text import board_signs
from noughts.core.rules import MARK_NAMES, Rules

NARROW = 40  # columns, which every screen has
MARGIN = 5  # columns before the cells: a blank, the number of a row, and two blanks


def is_sparse(rules: Rules, room: Room | None = None) -> bool:
    """Whether a board is drawn without ruled lines because it does not fit with them.

    `room` is the space in a window. Without `room`, the board is printed on a terminal, whose
    height does not count. There, a board is drawn without ruled lines only if it has one layer, its
    edges do not meet, and with ruled lines it would be wider than the terminal and than `NARROW`
    columns.
    """
    layers, edges_meet = rules.geometry.layers(), rules.geometry.edges_meet
    columns = cell_width(rules)
    wide = MARGIN + len(layers[0][0]) * (columns + 1)
    if room:
        lines = ruled(rules, str, columns, room=room)
        # Blank lines, such as the line above the board, do not count: a window drops them first.
        return wide + 4 * edges_meet > room.columns or sum(map(bool, lines)) > room.lines
    if len(layers) > 1 or edges_meet or wide <= NARROW:
        return False
    from shutil import get_terminal_size  # here, so that it does not delay a game on a small board

    return wide > get_terminal_size().columns


def sparse(
    position: Position,
    hints: Mapping[int, CellHint],
    last: int | None,
    room: Room | None = None,
) -> str:
    """The board, with a blank between neighbouring cells."""
    outcome = position.outcome
    won = outcome.lines if outcome else 0

    def show(cell: int) -> str:
        mark = MARK_NAMES[position[cell]]
        return hints[cell].character if cell in hints else by_mark(mark, mark)

    def gaps(cells: range) -> list[str]:
        signs = [" "] * (len(cells) + 1)
        for col, cell in enumerate(cells):
            if won >> cell & 1:
                signs[col : col + 2] = "[" if signs[col] == " " else "|", "]"
            elif cell == last:
                signs[col : col + 2] = "()"
            elif cell in hints and hints[cell].is_best:
                signs[col + 1] = BEST
        return signs

    signs = board_signs(position.x, position.o, position.rules)
    lines = spaced(position.rules, show, gaps, room, signs)
    return "\n".join(f" {line}".rstrip() for line in lines)


def spaced(
    rules: Rules,
    show: Callable[[int], str],
    gaps: Callable[[range], Sequence[str]],
    room: Room | None = None,
    signs: Sequence[str] = (),
) -> Iterator[str]:
    """The lines of a board. `show` gives a cell's character, `gaps` the texts around a row's cells.

    Each of `signs` follows the name of a layer.
    """
    layers = [
        [*_layer(rules, rows, show, gaps, sign)]
        for rows, sign in zip(rules.geometry.layers(), signs or repeat(""), strict=False)
    ]
    yield from in_bands(layers, rules, room=room)


def _layer(
    rules: Rules,
    rows: list[range],
    show: Callable[[int], str],
    gaps: Callable[[range], Sequence[str]],
    sign: str,
) -> Iterator[str]:
    names = [column_name(col) for col in range(len(rows[0]))]
    size = max(map(len, names))
    margin = len(str(len(rows)))
    if title := layer_title(rows[0].start, rules):
        yield f"{'':{margin}}  {title}{sign and f' {sign}'}"
    yield f"{'':{margin}}  {' '.join(f'{name:>{size}}' for name in names)}"
    for number, cells in enumerate(rows, 1):
        *before, last = gaps(cells)
        drawn = (f"{_wide(gap, size)}{show(cell)}" for gap, cell in zip(before, cells, strict=True))
        yield f"{number:{margin}} {''.join(drawn)}{last}"
    if meeting := what_meets(rules):
        yield by_mark(".", f"{'':{margin}}  {meeting}")


def _wide(gap: str, size: int) -> str:
    """A padded text between cells: `(`, `[` or `|` at its right end, any other sign at its left."""
    return gap.rjust(size) if gap in "([|" else gap.ljust(size)
