"""The board as lines of text, with colours that take nothing away when they are stripped.

    a     b     c
1  [X] |  O  |  3       a free cell shows its number, or with hints its worth to the mover:
  -----+-----+-----     W1 wins at the 1st move from now, D5 draws at the 5th, L2 loses at
2   4  | [X] |  O       the 2nd; a best move has a star
  -----+-----+-----
3   7  |  8  | [X]      a finished line is in brackets
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from noughts.notation import column_name
from noughts.position import Position
from noughts.rules import MARK_NAMES, O, X
from noughts.solve.table import MoveEvaluation

WORTH = {1: ("W", "green"), 0: ("D", "yellow"), -1: ("L", "red")}
COLOURS = {X: "cyan", O: "magenta"}


def board(position: Position, hints: Iterable[MoveEvaluation] = (), boxes: bool = True) -> str:
    """The board of a position; `boxes` draws its lines with box characters."""
    rules = position.rules
    outcome = position.outcome
    won = outcome.lines if outcome else 0
    worth = {hint.cell: hint for hint in hints}
    best = max((hint.value for hint in worth.values()), default=0)
    width = len(f" W{rules.cells}* ")

    def centred(text: str, **style: Any) -> str:
        # The blanks stay outside the colours, so that those at the end of a line can go.
        bare = text.strip()
        return text.center(width).replace(bare, click.style(bare, **style))

    def cell_text(cell: int) -> str:
        mark = position[cell]
        if mark:
            text = f"[{MARK_NAMES[mark]}]" if won >> cell & 1 else MARK_NAMES[mark]
            return centred(text, fg=COLOURS[mark], bold=True)
        if cell in worth:
            letter, colour = WORTH[worth[cell].value]
            star = "*" if worth[cell].value == best else " "
            text = f"{letter}{worth[cell].remoteness}{star}"
            return centred(text, fg=colour, bold=star == "*")
        return centred(str(cell + 1), dim=True)

    margin = len(str(rules.rows))
    across, down, crossing = ("─", "│", "┼") if boxes else ("-", "|", "+")
    rule = " " * (margin + 2) + crossing.join([across * width] * rules.cols)
    letters = " ".join(column_name(col).center(width) for col in range(rules.cols))
    lines = [" " * (margin + 2) + letters]
    for row in range(rules.rows):
        if row:
            lines.append(rule)
        cells = range(row * rules.cols, (row + 1) * rules.cols)
        lines.append(f" {row + 1:>{margin}} " + down.join(map(cell_text, cells)))
    return "\n".join(line.rstrip() for line in lines)
