"""The board as lines of text, which lose nothing when their colours are stripped.

       a     b     c
1    [X] |  O  |  3       a free cell shows its number, or with hints its worth to the mover:
    -----+-----+-----     W1 wins at the 1st move from now, D5 draws at the 5th, L2 loses at
2     4  | [X] |  O       the 2nd; a best move has a star
    -----+-----+-----
3     7  |  8  | [X]      a finished line is in brackets
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

import click

from noughts.cli.text.colour import VALUE_COLOURS, by_mark, padded
from noughts.core.notation import column_name
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import TooLargeError
from noughts.solver.tables.table import MoveEvaluation

LETTERS = {1: "W", 0: "D", -1: "L"}
SCREEN_CELLS = 4096  # of a board that is drawn: 64x64


def check_screen(rules: Rules) -> None:
    """Raise `TooLargeError` for a board that is too large to be drawn."""
    if rules.cells > SCREEN_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; boards of up to {SCREEN_CELLS} are drawn"
        )


def ruled(rules: Rules, show: Callable[[int], str], columns: int) -> Iterator[str]:
    """A board with its names and ruled lines; `show` gives the text of a cell, `columns` wide.

    Box characters draw the ruled lines if the output has them.
    """
    margin = len(str(rules.rows))
    has_boxes = (sys.stdout.encoding or "").lower().startswith("utf")
    across, down, crossing = "─│┼" if has_boxes else "-|+"
    names = [column_name(col).center(columns) for col in range(rules.cols)]
    yield f"{'':{margin}} {' '.join(names)}"
    for row, cells in enumerate(rules.flat.grid()):
        if row:
            yield f"{'':{margin}} {crossing.join([across * columns] * rules.cols)}"
        yield f"{row + 1:{margin}} {down.join(padded(show(cell), columns) for cell in cells)}"


def board(position: Position, hints: Iterable[MoveEvaluation] = ()) -> str:
    """The board of a position, with the number of each free cell, or what it is worth."""
    outcome = position.outcome
    won = outcome.lines if outcome else 0
    worth = {hint.cell: hint for hint in hints}
    best = max((hint.value for hint in worth.values()), default=0)
    columns = len(f" W{position.rules.cells}* ")

    def centred(text: str, colour: Callable[[str], str]) -> str:
        # Blanks stay outside the colours, so that those at the end of a line can be removed.
        bare = text.strip()
        return text.center(columns).replace(bare, colour(bare))

    def show(cell: int) -> str:
        mark = MARK_NAMES[position[cell]]
        if mark != ".":
            return centred(f"[{mark}]" if won >> cell & 1 else mark, lambda t: by_mark(mark, t))
        if cell not in worth:
            return centred(str(cell + 1), lambda text: by_mark(".", text))
        _, value, remoteness = worth[cell]
        star = "*" if value == best else " "

        def coloured(text: str) -> str:
            return click.style(text, fg=VALUE_COLOURS[value], bold=value == best)

        return centred(f"{LETTERS[value]}{remoteness}{star}", coloured)

    return "\n".join(f" {line}".rstrip() for line in ruled(position.rules, show, columns))
