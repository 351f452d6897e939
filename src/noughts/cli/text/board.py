"""The board as lines of text, which are complete without their colours.

       a     b     c
1    [X] |  O  |  3       a free cell shows its number, or with hints its worth to the mover:
    -----+-----+-----     W1 wins at the 1st move from now, D5 draws at the 5th, L2 loses at
2     4  | [X] |  O       the 2nd, W wins some time, 60% seems better than even; a best move
    -----+-----+-----     has a star
3     7  |  8  | [X]      a finished line is in brackets

A box is drawn as its layers, here with the last stone played in parentheses. On a torus, the ruled
lines run across the edges:

     layer 1     layer 2            a     b
       a   b       a   b         -+-----+-----+-
    1  X | 2    1  5 |(O)      1  |  X  |  2  |
      ---+---     ---+---        -+-----+-----+-
    2  3 | 4    2  7 | 8       2  |  3  |  O  |
                                 -+-----+-----+-

`sparse_board` draws any board that is too large for a window and, where there is no window, a flat
board that is too wide for the screen.
"""

from __future__ import annotations

from collections.abc import Iterable

from noughts.cli.text.colours_and_widths import by_mark, centred
from noughts.cli.text.hints import by_cell, cell_width
from noughts.cli.text.ruled_board import Room, ruled
from noughts.cli.text.sparse_board import is_sparse, sparse
from noughts.core.cell_names import column
from noughts.core.position import Position
from noughts.core.position_text import board_signs
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import TooLargeError
from noughts.players import Judgement

SCREEN_CELLS = 4096  # the most cells of a board that is drawn: 64x64


def check_screen(rules: Rules) -> None:
    """Raise `TooLargeError` for a board with more than `SCREEN_CELLS` cells."""
    if rules.cells > SCREEN_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; boards of up to {SCREEN_CELLS} are drawn"
        )


def board(
    position: Position,
    hints: Iterable[Judgement] = (),
    last: int | None = None,
    room: Room | None = None,
) -> str:
    """The board of a position, as text. A free cell shows its number or, if it has one, its hint.

    The stone on the cell `last` is in parentheses, unless it is on a finished line. Without `room`,
    the board takes as many lines as it needs.
    """
    outcome = position.outcome
    won = outcome.lines if outcome else 0
    rules, shown = position.rules, by_cell(hints, position.rules)
    if is_sparse(rules, room):
        return sparse(position, shown, last, room)
    columns = cell_width(rules)

    def show(cell: int) -> str:
        mark = MARK_NAMES[position[cell]]
        if mark != ".":
            around = "[]" if won >> cell & 1 else "()" if cell == last else ""
            return centred(by_mark(mark, mark.join(around) or mark), columns)
        hint = shown.get(cell)
        return centred(hint.label if hint else by_mark(mark, _free(cell, position)), columns)

    signs = board_signs(position.x, position.o, rules)
    lines = ruled(rules, show, columns, room=room, signs=signs)
    return "\n".join(f" {line}".rstrip() for line in lines)


def _free(cell: int, position: Position) -> str:
    """The text of a free cell: its number or, if stones fall, the name of its column.

    In games where stones fall or lines close boards, a cell that cannot be played now shows
    nothing.
    """
    rules = position.rules
    if not rules.answers.where.by_column:
        closed = rules.wholes and not position.legal >> cell & 1
        return "" if closed else str(cell + 1)
    return column(cell, rules) if position.legal >> cell & 1 else ""
