"""Moves as a person types them, with cells counted from 1."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name, column, marks_to_choose, move_name, parse_move
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.core.rules import EMPTY, MARK_NAMES
from noughts.errors import IllegalMoveError, NotationError


class TypedMoves:
    """The texts that a person may type for the moves in a position.

    `numbers` says whether the free cells on the screen show their numbers.

    >>> moves = TypedMoves(Position.parse("XO./.../..."), numbers=True)
    >>> moves.range, moves.read("b2"), moves.name(4)
    ('1-9', 4, '5 (b2)')
    """

    def __init__(self, position: Position, numbers: bool) -> None:
        self.position = position
        self.numbers = numbers

    @property
    def marks(self) -> str:
        """The text "X or O" if a player chooses the mark of each stone; otherwise empty."""
        return " or ".join(marks_to_choose(self.position.rules))

    @property
    def range(self) -> str:
        """The texts that a person may type for a move, such as 1-9."""
        rules = self.position.rules
        last = rules.cells - 1
        if rules.answers.where.by_column:
            cells = f"{column(0, rules)} to {column(last, rules)}"
        elif self.numbers:
            cells = f"1-{last + 1}"
        else:
            cells = f"{cell_name(0, rules)} to {cell_name(last, rules)}"
        return f"{self.marks} with {cells}" if self.marks else cells

    @property
    def free(self) -> str:
        """The cells or columns that may be played now."""
        position = self.position
        rules = position.rules
        cells = cells_of(position.legal)
        if rules.answers.where.by_column:
            return f"columns: {listed(sorted(column(c, rules) for c in cells))}"
        names = (cell + 1 if self.numbers else cell_name(cell, rules) for cell in cells)
        closes = rules.wholes and not rules.outer
        what = "free cells" if closes or rules.has("any_order") else "cells that can"
        return f"{what}: {listed(names)}"

    def is_column(self, typed: str) -> bool:
        """Whether a letter names a column that may be played now, and so means a move there."""
        rules = self.position.rules
        by_column = rules.answers.where.by_column and not self.marks
        return by_column and typed in (column(c, rules) for c in cells_of(self.position.legal))

    def command(self, typed: str, words: Mapping[str, str]) -> str:
        """The command in `words` for which a letter stands.

        Any other text, and a letter that names a column, is returned unchanged.
        """
        return typed if self.is_column(typed) else words.get(typed, typed)

    def read(self, typed: str) -> int:
        """The move that a text means. Raises `NotationError` for text that means no legal move."""
        position, rules = self.position, self.position.rules
        try:
            move = parse_move(typed, position.legal, rules)
        except IllegalMoveError as error:
            raise NotationError(f"{error}; {self.free}") from None
        except NotationError:
            what = f"{self.marks} and a cell" if self.marks else "a cell"
            what = "a column" if rules.answers.where.by_column and not self.marks else what
            raise NotationError(
                f"{quoted(typed)} is not {what} or a command; {self.free}; ? helps"
            ) from None
        try:
            return position.checked_move(move)
        except IllegalMoveError:  # write the message again, with cells as the screen counts them
            cell = move % rules.cells
            mark = MARK_NAMES[position[cell]]
            when = "now" if rules.outer else "any more" if rules.wholes else "yet"
            why = f"cannot be played {when}"
            if mark != MARK_NAMES[EMPTY]:
                why = f"is taken ({mark})"
            falls = rules.answers.where.by_column
            name = cell_name(cell, rules) if falls else self.name(cell)
            raise NotationError(f"{name} {why}; {self.free}") from None

    def name(self, move: int) -> str:
        """The name of a move, preceded by its number if free cells show numbers."""
        rules = self.position.rules
        name = move_name(move, rules)
        plain = not self.marks and not rules.answers.where.by_column
        return f"{move + 1} ({name})" if plain and self.numbers else name
