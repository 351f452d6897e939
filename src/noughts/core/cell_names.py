"""Writes cells and moves, which are plain ints, as text, and parses them.

The name of a cell is the letter of its column and the number of its row, counted from the top. On
a box, the number of the layer comes first. `parse_cell` also accepts a cell's 1-based number.
`position_text` writes whole boards.

    a b c                                        2x2x2        layer 1        layer 2
1   X O .        b1 = 2 = cell 1                                a b            a b
2   . X .                                                    1  X .         1  . .
3   . . O        2a2 = 7 = cell 6, where O is  ->            2  . .         2  O .

On a board with four axes, each outer layer has inner layers: 3.2a1 is cell a1 of inner layer 2 in
outer layer 3.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

from noughts.core.bits import back, cells_of
from noughts.core.message_text import quoted
from noughts.core.rules import MARK_NAMES, Rules, X
from noughts.errors import CellError, IllegalMoveError, NotationError

LONGEST_NAME = 60  # characters of a cell's name
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
    """The name of the cell at these coordinates or, if they lack the height, of the column."""
    *rest, col = places
    *layers, row = [str(at + 1) for at in rest] or [""]
    return f"{'.'.join(layers)}{column_name(col)}{row}"


def move_name(move: int, rules: Rules) -> str:
    """The name of a move: the name of its cell, or of its column if stones fall.

    If players choose between marks, the name begins with the mark of the stone. A column consists
    of all cells whose coordinates differ only in the height.

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
    """The marks from which a player chooses at each move; empty if there is no choice.

    >>> marks_to_choose(Rules(3, 3, 3)), marks_to_choose(Rules.parse("3,3,3,wild"))
    ([], ['X', 'O'])
    """
    hands = rules.answers.marks.hands
    return [MARK_NAMES[hand + X] for hand in hands] if len(hands) > 1 else []


def parse_move(text: str, playable: int, rules: Rules) -> int:
    """The number of a move, from the name that `move_name` gives it or from the name of its cell.

    `playable` is the mask of playable cells. Instead of a name, the text may give a number, counted
    from 1: the number of the cell or, if stones fall, of the column.

    >>> parse_move("oB2", 0b111_111_111, Rules.parse("3,3,3,wild"))
    13
    >>> parse_move("d", 1 << 38, Rules.parse("6,7,4,gravity"))
    38

    Raises `NotationError` for text that names no move, and `IllegalMoveError` for a full column.
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
    """The name of the column that contains a cell: the cell's coordinates without the height.

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


def line_name(line: int, rules: Rules) -> str:
    """The names of the cells of a line or, for a line of boards, the numbers of its boards.

    >>> line_name(0b111, Rules(3, 3, 3)), line_name(0b111 << 9 | 0b111, Rules.parse("ultimate"))
    ('a1 b1 c1', 'of boards 1 2')
    """
    if not rules.outer:
        return " ".join(cell_name(cell, rules) for cell in cells_of(line))
    boards = dict.fromkeys(layer_name(cell, rules) for cell in cells_of(line))
    return f"of boards {' '.join(boards)}" * bool(line)


def layer_name(cell: int, rules: Rules) -> str:
    """The name of a cell's layer, with which the cell's name begins; empty on a flat board.

    >>> layer_name(13, Rules.parse("3x3x3,3")), layer_name(80, Rules.parse("3x3x3x3,3"))
    ('2', '3.3')
    """
    return ".".join(str(at + 1) for at in rules.geometry.place(cell)[:-2])


def checked_cell(cell: Cell, rules: Rules) -> int:
    """The number of a cell given by name or by number (an integer of any type, counted from 0).

    A number in a string is refused, since `parse_cell` counts such numbers from 1. Raises
    `CellError` for anything that is not a cell of the board.

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
    """The cell with the given name, in upper or lower case, or with the given 1-based number.

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
    """The cell with the given name, or None if the board has no such cell."""
    # A longer word is not the name of a cell on any board, and takes a long time to match.
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
