"""The board as lines of text, which lose nothing when their colours are stripped.

       a     b     c
1    [X] |  O  |  3       a free cell shows its number, or with hints its worth to the mover:
    -----+-----+-----     W1 wins at the 1st move from now, D5 draws at the 5th, L2 loses at
2     4  | [X] |  O       the 2nd, W wins some time, 60% seems better than even; a best move
    -----+-----+-----     has a star
3     7  |  8  | [X]      a finished line is in brackets

A box is drawn as its layers, and there the last stone played stands in parentheses. On a torus the
ruled lines run over the edges:

     layer 1     layer 2            a     b
       a   b       a   b         -+-----+-----+-
    1  X | 2    1  5 |(O)      1  |  X  |  2  |
      ---+---     ---+---        -+-----+-----+-
    2  3 | 4    2  7 | 8       2  |  3  |  O  |
                                 -+-----+-----+-

A flat board that is too wide for the screen is `sparse`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

import click

from noughts.cli.text.colour import VALUE_COLOURS, by_mark, padded, width
from noughts.cli.text.hints import cell_width
from noughts.cli.text.sparse import Room, is_sparse, sparse
from noughts.core.notation import column_name, layer_name
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import TooLargeError
from noughts.players import Judgement

BETWEEN = "   "  # layers that stand side by side
SCREEN_CELLS = 4096  # of a board that is drawn: 64x64


def check_screen(rules: Rules) -> None:
    """Raise `TooLargeError` for a board that is too large to be drawn."""
    if rules.cells > SCREEN_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; boards of up to {SCREEN_CELLS} are drawn"
        )


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
    if len(layers) == 1:
        yield from layers[0]
        return
    columns = max(map(width, layers[0]))
    bands = _bands(layers, rules, columns + len(BETWEEN), indent, room)
    for number, band in enumerate(bands):
        if number:
            yield ""
        for line in zip(*band, strict=True):
            yield BETWEEN.join(padded(text, columns) for text in line)


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
        yield by_mark(".", f"{margin} {blank}the edges meet")


def _bands(
    layers: list[list[str]], rules: Rules, columns: int, indent: int, room: Room | None
) -> Iterator[list[list[str]]]:
    """The layers that stand side by side: of the innermost axis alone, and as many in each band."""
    from shutil import get_terminal_size  # here, since a flat board's start would wait for it

    wide = (room or get_terminal_size()).columns
    fit = max(1, (wide - indent + len(BETWEEN)) // columns)
    inner = rules.geometry.sizes[-3]
    bands = -(-inner // fit)
    size = -(-inner // bands)
    for first in range(0, len(layers), inner):
        for at in range(first, first + inner, size):
            yield layers[at : min(at + size, first + inner)]


def board(
    position: Position,
    hints: Iterable[Judgement] = (),
    last: int | None = None,
    room: Room | None = None,
) -> str:
    """The board of a position, with the number of each free cell, or what it is worth.

    The stone on the cell `last` is marked. Without `room` the board takes what it needs of lines.
    """
    outcome = position.outcome
    won = outcome.lines if outcome else 0
    worth = {hint.cell: hint for hint in hints}
    best = max((hint.value for hint in worth.values()), default=0)
    if is_sparse(position.rules, room):
        return sparse(position, worth, best, last)
    columns = cell_width(position.rules)

    def centred(text: str, colour: Callable[[str], str]) -> str:
        # Blanks stay outside the colours, so that those at the end of a line can be removed.
        bare = text.strip()
        return text.center(columns).replace(bare, colour(bare))

    def show(cell: int) -> str:
        mark = MARK_NAMES[position[cell]]
        if mark != ".":
            around = "[]" if won >> cell & 1 else "()" if cell == last else ""
            return centred(mark.join(around) or mark, lambda t: by_mark(mark, t))
        if cell not in worth:
            return centred(str(cell + 1), lambda text: by_mark(".", text))
        hint = worth[cell]
        star = "*" if hint.value == best else " "

        def coloured(text: str) -> str:
            colour = VALUE_COLOURS[round(hint.value)] if hint.proved else None
            return click.style(text, fg=colour, bold=hint.value == best)

        return centred(f"{hint.label}{star}", coloured)

    lines = ruled(position.rules, show, columns, room=room)
    return "\n".join(f" {line}".rstrip() for line in lines)
