"""Cells and positions as text, written and parsed on plain ints.

cell        a column letter and a row number from the top, or the 1-based number; on a box the
            number of the layer comes first
position    rows of `X`, `O` and `.` from the top, with `/` between rows and `//` between layers
            (the parser also accepts line breaks or nothing for `/`, blanks between marks, and `-`
            and `_` for `.`)

    a b c                                              2x2x2        layer 1        layer 2
1   X O .        XO./.X./..O        b1 = 2 = cell 1                   a b            a b
2   . X .                                                          1  X .         1  . .
3   . . O                           X./..//../O.                   2  . .         2  O .

On boards in a board, the last stone is written in lower case, as in `..x/.../...`, since its place
names the next board.

On four axes, each outer layer has inner layers: 3.2a1 is cell a1 of inner layer 2 in outer layer 3,
and `///` stands between outer layers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

from noughts.core.bits import apart, back, cells_of, legal_cells, won_boards
from noughts.core.message_text import LONGEST_QUOTE, quoted
from noughts.core.rules import MARK_NAMES, O, Rules, X
from noughts.errors import CellError, IllegalMoveError, NotationError

LONGEST_NAME = 60  # characters of a cell's name
KNOWN_MARKS = "XxOo.-_"
Cell = SupportsIndex | str  # a cell as an argument: its number from 0, or its name


def column_name(col: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    name = ""
    while col >= 0:
        name = chr(ord("a") + col % 26) + name
        col = col // 26 - 1
    return name


def cell_name(cell: Cell, rules: Rules) -> str:
    """The name of a cell.

    >>> cell_name(5, Rules(3, 3, 3)), cell_name(13, Rules.parse("3x3x3,3"))
    ('c2', '2b2')
    """
    return _name(rules.geometry.place(checked_cell(cell, rules)))


def _name(places: Sequence[int]) -> str:
    """The name of a cell with these coordinates: layers, column and row; a column if it has one."""
    *rest, col = places
    *layers, row = [str(at + 1) for at in rest] or [""]
    return f"{'.'.join(layers)}{column_name(col)}{row}"


def move_name(move: int, rules: Rules) -> str:
    """The name of a move: the name of its cell, or of its column if stones fall.

    If a player has several marks, the mark comes first. The cells of a column differ only in their
    height.

    >>> move_name(4, Rules(3, 3, 3)), move_name(9 + 4, Rules.parse("3,3,3,wild"))
    ('b2', 'Ob2')
    >>> move_name(38, Rules.parse("6,7,4,gravity")), move_name(37, Rules.parse("4x4x4,4,gravity"))
    ('d', 'b2')
    """
    hand, cell = divmod(move, rules.cells)
    marks = marks_to_choose(rules)
    mark = marks[hand] if marks else ""
    falls = rules.answers.where.by_column
    return mark + (column(cell, rules) if falls else cell_name(cell, rules))


def marks_to_choose(rules: Rules) -> list[str]:
    """The marks among which a player chooses with each move; empty if there is no choice.

    >>> marks_to_choose(Rules(3, 3, 3)), marks_to_choose(Rules.parse("3,3,3,wild"))
    ([], ['X', 'O'])
    """
    hands = rules.answers.marks.hands
    return [MARK_NAMES[hand + X] for hand in hands] if len(hands) > 1 else []


def parse_move(text: str, playable: int, rules: Rules) -> int:
    """The number of a move, from the name that `move_name` gives it or from the name of its cell.

    `playable` is the mask of playable cells. The text may also give a 1-based number: the number
    of the cell or, if stones fall, of the column.

    >>> parse_move("oB2", 0b111_111_111, Rules.parse("3,3,3,wild"))
    13
    >>> parse_move("d", 1 << 38, Rules.parse("6,7,4,gravity"))
    38

    Raises `NotationError` for text that names no move.
    """
    names, hand, word = marks_to_choose(rules), 0, text
    if names:
        mark, word = text[:1].upper(), text[1:]
        if mark not in names:
            examples = " or ".join(f"{name}{cell_name(0, rules)}" for name in names)
            raise NotationError(f"{quoted(text)} does not begin with a mark; write {examples}")
        hand = names.index(mark)
    if rules.answers.where.by_column:
        tops = [*cells_of(rules.board & ~back(rules.board, rules.below))]
        columns = [column(cell, rules) for cell in tops]
        number = _number(word)
        name = columns[number - 1] if 1 <= number <= len(columns) else word.lower()
        if name in columns:
            top, apart = tops[columns.index(name)], rules.below.shift
            for place in range(rules.geometry.sizes[rules.geometry.height]):
                if playable >> (cell := top + place * apart) & 1:
                    return cell + hand * rules.cells
            raise IllegalMoveError(f"column {name} is full")
        if _named(word, rules) is None:
            raise NotationError(
                f"{quoted(text)} is not a column of this board; write a number from 1 to "
                f"{len(columns)}, or a name from {columns[0]} to {columns[-1]}"
            )
    return parse_cell(word, rules) + hand * rules.cells


def column(cell: int, rules: Rules) -> str:
    """The name of the column in which stones fall to a cell: the coordinates without the height.

    >>> column(8, Rules.parse("4x4x4,4,gravity")), column(8, Rules.parse("2,3,2,boards=2"))
    ('a3', '2c')
    """
    place, height = [*rules.geometry.place(cell)], rules.geometry.height
    del place[height]
    return layer_name(cell, rules) + column_name(place[-1]) if height else _name(tuple(place))


def layer_title(cell: int, rules: Rules) -> str:
    """The title of a cell's layer in drawings; empty on a flat board.

    >>> layer_title(13, Rules.parse("3x3x3,3")), layer_title(4, Rules.parse("2,2,2,boards=2"))
    ('layer 2', 'board 2')
    """
    name = layer_name(cell, rules)
    return name and f"{rules.geometry.layer} {name}"


def board_signs(x: int, o: int, rules: Rules) -> list[str]:
    """A sign for each of the boards in a board: its winner, or `>` if the next move may go there.

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


def line_name(line: int, rules: Rules) -> str:
    """The names of the cells of a line, or of the boards of a line of boards.

    >>> line_name(0b111, Rules(3, 3, 3)), line_name(0b111 << 9 | 0b111, Rules.parse("ultimate"))
    ('a1 b1 c1', 'of boards 1 2')
    """
    if not rules.outer:
        return " ".join(cell_name(cell, rules) for cell in cells_of(line))
    boards = dict.fromkeys(layer_name(cell, rules) for cell in cells_of(line))
    return f"of boards {' '.join(boards)}" * bool(line)


def layer_name(cell: int, rules: Rules) -> str:
    """The name of a cell's layer, which begins the cell's name; empty on a flat board.

    >>> layer_name(13, Rules.parse("3x3x3,3")), layer_name(80, Rules.parse("3x3x3x3,3"))
    ('2', '3.3')
    """
    return ".".join(str(at + 1) for at in rules.geometry.place(cell)[:-2])


def checked_cell(cell: Cell, rules: Rules) -> int:
    """The cell as an int, from its name or from its number, an integer of any type from 0.

    A number as a string is refused, since it would count from 1; only `parse_cell` accepts it.
    Raises `CellError` if the board has no such cell.

    >>> checked_cell(8, Rules(3, 3, 3)), checked_cell("c3", Rules(3, 3, 3))
    (8, 8)
    """
    number: int | None
    if isinstance(cell, str):
        number = _named(cell, rules)
    else:
        try:
            number = index(cell)
        except TypeError:
            number = None
    if number is None or not 0 <= number < rules.cells:
        raise CellError(
            f"{quoted(cell)} is not a cell of a {rules.geometry} board; cells are 0 to "
            f"{rules.cells - 1}, or {cell_name(0, rules)} to {cell_name(rules.cells - 1, rules)}"
        )
    return number


def parse_cell(text: str, rules: Rules) -> int:
    """The cell with a name, in upper or lower case, or with a 1-based number.

    Raises `NotationError` if the board has no such cell.

    >>> parse_cell("c2", Rules(3, 3, 3)), parse_cell("6", Rules(3, 3, 3))
    (5, 5)
    """
    number = _number(text)
    cell = number - 1 if 1 <= number <= rules.cells else _named(text, rules)
    if cell is None:
        raise NotationError(
            f"{quoted(text)} is not a cell of this board; write a number from 1 to {rules.cells}, "
            f"or a name from {cell_name(0, rules)} to {cell_name(rules.cells - 1, rules)}"
        )
    return cell


def _named(name: str, rules: Rules) -> int | None:
    """The cell with a name, or None if the board has no such cell."""
    # A longer word is not the name of a cell on any board, and takes long to match.
    found = re.fullmatch("([0-9.]*)([A-Za-z]{1,9})([0-9]+)", name[:LONGEST_NAME])
    if not found:
        return None
    layers, letters, row = found.groups()
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    outer = layers.split(".") if layers else []
    places = [*map(_number, outer), _number(row), col]
    sizes = rules.geometry.sizes
    if len(places) != len(sizes):
        return None
    if not all(0 < at <= size for at, size in zip(places, sizes, strict=True)):
        return None
    return rules.geometry.cell_at(*(at - 1 for at in places))


def _number(digits: str) -> int:
    """The positive integer that a text writes, or 0 for any other text."""
    # int() itself refuses thousands of digits, and accepts digits outside ASCII.
    plain = len(digits) < 10 and digits.isascii() and digits.isdigit()
    return int(digits) if plain else 0


def position_text(x: int, o: int, rules: Rules) -> str:
    """Two bitboards as rows of marks.

    >>> position_text(0b000_010_001, 0b100_000_010, Rules(3, 3, 3))
    'XO./.X./..O'
    >>> position_text(1, 0b1000000, Rules.parse("2x2x2,2"))
    'X./..//../O.'
    """
    marks = _marks(x, o, rules)
    return _joined(["".join(marks[row.start : row.stop]) for row in rules.geometry.grid()], rules)


def _marks(x: int, o: int, rules: Rules) -> list[str]:
    """The mark of every cell; a stone on both planes is in lower case."""
    both, (x, o) = x & o, apart(x, o, rules)
    marks = [MARK_NAMES[(x >> c & 1) * X + (o >> c & 1) * O] for c in range(rules.cells)]
    for cell in cells_of(both):
        marks[cell] = marks[cell].lower()
    return marks


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


def checked_text(text: object) -> str:
    """The text itself. Raises `NotationError` for anything but a string."""
    if not isinstance(text, str):
        raise NotationError(f"{quoted(text)} is not a text")
    return text


def _joined(rows: Sequence[str], rules: Rules) -> str:
    """The rows of a board as one text, joined by `/`, with another `/` for every axis that ends."""
    *outer, _ = rules.geometry.sizes
    slashes = "/"
    for size in reversed(outer):
        rows = [slashes.join(rows[at : at + size]) for at in range(0, len(rows), size)]
        slashes += "/"
    return rows[0]


def parse_position(text: str, rules: Rules) -> tuple[int, int]:
    """The bitboards `(x, o)` of a text in any form that the module's docstring lists.

    Letters may be in lower case. An ambiguous mark, such as 0, is refused. Raises `NotationError`
    if the text is not a grid of this board. The function parses any grid; `Position` checks whether
    the grid is a position.

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
