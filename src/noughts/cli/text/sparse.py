"""A board that is too wide for the screen if its cells are ruled: a dot is a free cell.

   a b c d e
1  . . . . .
2  . X(O). .      the last stone played is in parentheses
3  . . X . .      a finished line is in brackets
4  . . . . .      with hints, a cell shows its worth in a character; a best move has a star
5  . . . . .
"""

from __future__ import annotations

from collections.abc import Mapping

from noughts.cli.text.colour import by_mark
from noughts.cli.text.hints import cell_width, hint_character
from noughts.core.notation import column_name
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.players import Judgement

NARROW = 40  # columns, which every screen has
MARGIN = 5  # before the cells: a blank, the number of a row, and two blanks


def is_sparse(rules: Rules) -> bool:
    """Whether a board is drawn so: a flat one that is wider than the screen if it is ruled."""
    layers = rules.geometry.layers()
    wide = MARGIN + len(layers[0][0]) * (cell_width(rules) + 1)
    if len(layers) > 1 or rules.geometry.edges_meet or wide <= NARROW:
        return False
    from shutil import get_terminal_size  # here, since a small board's start would wait for it

    return wide > get_terminal_size().columns


def sparse(
    position: Position, hints: Mapping[int, Judgement], best: float, last: int | None
) -> str:
    """The board, with a blank between two cells."""
    (rows,) = position.rules.geometry.layers()
    outcome = position.outcome
    won = outcome.lines if outcome else 0
    names = [column_name(col) for col in range(len(rows[0]))]
    size = max(map(len, names))
    margin = len(str(len(rows)))
    lines = [f"{'':{margin}}  {' '.join(f'{name:>{size}}' for name in names)}"]
    for number, cells in enumerate(rows, 1):
        gaps, texts = [" "] * (len(cells) + 1), []
        for col, cell in enumerate(cells):
            mark = MARK_NAMES[position[cell]]
            if won >> cell & 1:
                gaps[col : col + 2] = "[" if gaps[col] == " " else "|", "]"
            elif cell == last:
                gaps[col : col + 2] = "()"
            elif cell in hints and hints[cell].value == best:
                gaps[col + 1] = "*"
            texts.append(hint_character(hints[cell]) if cell in hints else by_mark(mark, mark))
        drawn = "".join(f"{_wide(gap, size)}{text}" for gap, text in zip(gaps, texts, strict=False))
        lines.append(f"{number:{margin}} {drawn}{gaps[-1]}")
    return "\n".join(f" {line}".rstrip() for line in lines)


def _wide(gap: str, size: int) -> str:
    """What stands between two cells: a sign that opens at the right, all others at the left."""
    return gap.rjust(size) if gap in "([|" else gap.ljust(size)
