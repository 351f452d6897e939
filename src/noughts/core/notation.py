"""Cells and positions as text, on plain ints.

cell        a column letter and a row number from the top, or the 1-based number
position    rows from the top, `/` between them, of `X`, `O` and `.`

    a b c
1   X O .        XO./.X./..O        b1 = 2 = cell 1
2   . X .
3   . . O
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from noughts.core.messages import LONGEST_QUOTE, quoted
from noughts.core.rules import MARK_NAMES, O, Rules, X
from noughts.errors import CellError, NotationError

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

    >>> cell_name(5, Rules(3, 3, 3))
    'c2'
    """
    row, col = rules.flat.place(checked_cell(cell, rules))
    return f"{column_name(col)}{row + 1}"


def checked_cell(cell: Cell, rules: Rules) -> int:
    """The cell as an int, given by its number, any kind of integer from 0, or by its name.

    A number in quotes is refused: on a screen it would count from 1, so only `parse_cell` takes it.
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
            f"{rules.cells - 1}, or a1 to {cell_name(rules.cells - 1, rules)}"
        )
    return number


def parse_cell(text: str, rules: Rules) -> int:
    """The cell of a name, with letters in either case, or of a 1-based number.

    Raises `NotationError` if the board has no such cell.

    >>> parse_cell("c2", Rules(3, 3, 3)), parse_cell("6", Rules(3, 3, 3))
    (5, 5)
    """
    number = _number(text)
    cell = number - 1 if 1 <= number <= rules.cells else _named(text, rules)
    if cell is None:
        raise NotationError(
            f"{quoted(text)} is not a cell of this board; write a number from 1 to {rules.cells}, "
            f"or a name from a1 to {cell_name(rules.cells - 1, rules)}"
        )
    return cell


def _named(name: str, rules: Rules) -> int | None:
    """The cell of a name, or None if the board has no such cell."""
    letters = name.rstrip("0123456789")
    row = _number(name[len(letters) :])
    if not 1 <= row <= rules.rows or not 0 < len(letters) < 10:  # more letters take long
        return None
    if not (letters.isascii() and letters.isalpha()):
        return None
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return rules.flat.cell_at(row - 1, col - 1) if col <= rules.cols else None


def _number(digits: str) -> int:
    """A whole number from 1, or 0 for any other text."""
    # int() itself refuses thousands of digits, and accepts digits outside ASCII.
    plain = len(digits) < 10 and digits.isascii() and digits.isdigit()
    return int(digits) if plain else 0


def position_text(x: int, o: int, rules: Rules) -> str:
    """Two bitboards as rows of marks.

    >>> position_text(0b000_010_001, 0b100_000_010, Rules(3, 3, 3))
    'XO./.X./..O'
    """
    marks = [MARK_NAMES[(x >> cell & 1) * X + (o >> cell & 1) * O] for cell in range(rules.cells)]
    return "/".join("".join(marks[cell] for cell in row) for row in rules.flat.grid())


def parse_position(text: str, rules: Rules) -> tuple[int, int]:
    """The bitboards `(x, o)` of what `position_text` writes; lower-case letters are read too.

    Raises `NotationError` if the text is not a grid of this board. Any grid is read; `Position`
    decides whether it is a position.

    >>> parse_position("XO./.X./..O", Rules(3, 3, 3))
    (17, 258)
    """
    rows = text.split("/")
    if len(rows) != rules.rows or any(len(row) != rules.cols for row in rows):
        empty = "all dots, with / between rows"
        if rules.cells <= LONGEST_QUOTE:
            empty = "/".join(["." * rules.cols] * rules.rows)
        raise NotationError(
            f"{quoted(text)} is not {rules.rows} rows of {rules.cols} cells; "
            f"the empty board is {empty}"
        )
    marks = "".join(rows)
    for cell, mark in enumerate(marks):
        if mark.upper() not in MARK_NAMES:
            where = f"{mark!r} at {cell_name(cell, rules)}"
            raise NotationError(f"{quoted(text)} has {where}; write X, O or . for empty")
    x = sum(1 << cell for cell, mark in enumerate(marks) if mark in "Xx")
    o = sum(1 << cell for cell, mark in enumerate(marks) if mark in "Oo")
    return x, o
