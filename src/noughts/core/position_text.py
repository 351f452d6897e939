"""Writes positions, given as plain ints, as rows of marks or as diagrams, and parses the rows.

Rows of `X`, `O` and `.` are written from the top down, with `/` between rows and `//` between
layers. The parser also accepts text with line breaks in place of the slashes or without any
slashes, with blanks between marks, and with `-` or `_` in place of `.`.

    text                  diagram               text               diagram
                            a b c                                  layer 1     layer 2
    XO./.X./..O           1 X O .               X./..//../O.         a b         a b
                          2 . X .                                  1 X .       1 . .
                          3 . . O                                  2 . .       2 O .

A fourth axis adds groups of layers, with `///` between the groups. On boards in a board, the last
stone is written in lower case, as on the board `..x/.../...`, since its place on its board names
the next board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from noughts.core.bits import apart, cells_of, legal_cells, won_boards
from noughts.core.cell_names import cell_name, column_name, layer_title
from noughts.core.message_text import LONGEST_QUOTE, quoted
from noughts.core.rules import MARK_NAMES, O, Rules, X
from noughts.errors import NotationError

KNOWN_MARKS = "XxOo.-_"


def position_text(x: int, o: int, rules: Rules) -> str:
    """Two bitboards as rows of marks.

    >>> position_text(0b000_010_001, 0b100_000_010, Rules(3, 3, 3))
    'XO./.X./..O'
    >>> position_text(1, 0b1000000, Rules.parse("2x2x2,2"))
    'X./..//../O.'
    """
    marks = _marks(x, o, rules)
    return _joined(["".join(marks[row.start : row.stop]) for row in rules.geometry.grid()], rules)


def diagram(x: int, o: int, rules: Rules) -> str:
    """Two bitboards as lines of text, layer by layer, with the names of columns and rows.

    >>> print(diagram(1, 0b1000000, Rules.parse("2x2x2,2")))
    layer 1
      a b
    1 X .
    2 . .
    <BLANKLINE>
    layer 2
      a b
    1 . .
    2 O .
    """
    layers = rules.geometry.layers()
    columns = [column_name(col) for col in range(len(layers[0][0]))]
    high, wide = len(str(len(layers[0]))), len(columns[-1])

    def line(label: object, shown: list[str]) -> str:
        return " ".join([f"{label:>{high}}", *(f"{each:<{wide}}" for each in shown)]).rstrip()

    drawn: list[str] = []
    marks, signs = _marks(x, o, rules), board_signs(x, o, rules)
    for layer in layers:
        title = f"{layer_title(layer[0].start, rules)} {''.join(signs[len(drawn) :][:1])}"
        lines = [*filter(None, [title.strip()])]
        rows = [line(n, marks[row.start : row.stop]) for n, row in enumerate(layer, 1)]
        drawn.append("\n".join([*lines, line("", columns), *rows]))
    return "\n\n".join(drawn)


def board_signs(x: int, o: int, rules: Rules) -> list[str]:
    """For each of the boards in a board, a sign: its winner's mark, `>` if playable, or a blank.

    >>> board_signs(0, 0, Rules.parse("1,2,2,ultimate")), board_signs(0, 0, Rules(3, 3, 3))
    (['>', '>'], [])
    """
    if not rules.outer:
        return []
    one = rules.cells // rules.geometry.sizes[0]
    of_x, of_o = (won_boards(stones, rules) for stones in apart(x, o, rules))
    legal = legal_cells(x, o, rules)
    return [
        *(
            "X" if of_x >> at & 1 else "O" if of_o >> at & 1 else " >"[legal >> at & whole > 0]
            for whole in [(1 << one) - 1]
            for at in range(0, rules.cells, one)
        )
    ]


def checked_text(text: object) -> str:
    """The text itself. Raises `NotationError` for anything but a string."""
    if not isinstance(text, str):
        raise NotationError(f"{quoted(text)} is not a text")
    return text


def parse_position(text: str, rules: Rules) -> tuple[int, int]:
    """The bitboards `(x, o)` from a text in any form that the module's docstring describes.

    Letters may be in lower case, which on boards in a board marks the last stone. Raises
    `NotationError` if the text is not a grid of this board, or has an unknown mark, such as 0.
    `Position`, and not this function, checks whether the grid is a position.

    >>> parse_position("XO./.X./..O", Rules(3, 3, 3))
    (17, 258)
    """
    grid = rules.geometry.grid()
    lines = checked_text(text).strip().splitlines()
    bare = "/".join("".join(line.split()) for line in lines)
    marks = bare.replace("/", "")
    rows = [marks[row.start : row.stop] for row in grid]
    if len(marks) != rules.cells or bare not in (marks, _joined(rows, rules)):
        *outer, cols = rules.geometry.sizes
        empty = position_text(0, 0, rules)
        raise NotationError(
            f"{quoted(text)} is not {' x '.join(map(str, outer))} rows of {cols} cells; "
            f"the empty board is {empty if len(empty) <= LONGEST_QUOTE else quoted(empty)}"
            f"{'; Game.parse reads moves' if re.search('[a-z][0-9]', text.lower()) else ''}"
        )
    for cell, mark in enumerate(marks):
        if mark not in KNOWN_MARKS:
            where = f"{mark!r} at {cell_name(cell, rules)}"
            raise NotationError(f"{quoted(text)} has {where}; write X, O or . for empty")
    x = sum(1 << cell for cell, mark in enumerate(marks) if mark in "Xx")
    o = sum(1 << cell for cell, mark in enumerate(marks) if mark in "Oo")
    last = 0
    if rules.outer and (x or o):
        last = sum(1 << cell for cell, mark in enumerate(marks) if mark in "xo")
        if last.bit_count() != 1:
            raise NotationError(
                f"{quoted(text)} has {last.bit_count()} marks in lower case; in {rules} the last "
                "stone has it, and no other, since its place names the next board"
            )
    return x | last, o | last


def _marks(x: int, o: int, rules: Rules) -> list[str]:
    """The mark of every cell; a stone on both planes is in lower case."""
    both, (x, o) = x & o, apart(x, o, rules)
    marks = [MARK_NAMES[(x >> c & 1) * X + (o >> c & 1) * O] for c in range(rules.cells)]
    for cell in cells_of(both):
        marks[cell] = marks[cell].lower()
    return marks


def _joined(rows: Sequence[str], rules: Rules) -> str:
    """The rows of a board as one text, with `/` between rows, `//` between layers, and so on."""
    *outer, _ = rules.geometry.sizes
    slashes = "/"
    for size in reversed(outer):
        rows = [slashes.join(rows[at : at + size]) for at in range(0, len(rows), size)]
        slashes += "/"
    return rows[0]
