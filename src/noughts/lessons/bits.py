"""Lesson 1: numbers as boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from noughts.core.message_text import quoted
from noughts.core.rules import TICTACTOE
from noughts.lessons.exercise_kinds import (
    Exercise,
    board,
    cells,
    function,
    position_shown,
    stones_shown,
)
from noughts.solver.tables.table import table

BOARDS = range(TICTACTOE.board + 1)
NINETEEN = 19


def digits(answer: object) -> str:
    """The exercise that asks for 19 in binary."""
    if not isinstance(answer, str) or not answer or set(answer) - {"0", "1"}:
        return f"The answer is a text of the digits 0 and 1; {quoted(answer)} is not."
    worth = [1 << place for place, digit in enumerate(reversed(answer)) if digit == "1"]
    if sum(worth) == NINETEEN:
        return ""
    written = " + ".join(str(each) for each in reversed(worth)) or "0"
    total = f" = {sum(worth)}" if len(worth) > 1 else ""
    return f"As a binary number, {quoted(answer)[1:-1]} is {written}{total}."


def positions() -> Iterator[tuple[int, int]]:
    """Both players' stones in every position of the game."""
    return ((position.x, position.o) for position in table(TICTACTOE))


def boards_and_cells() -> Iterator[tuple[int, int]]:
    """Every board with every cell."""
    return product(BOARDS, range(TICTACTOE.cells))


def moves() -> Iterator[tuple[int, int, int]]:
    """Every way to move a stone: the board, the stone's cell, and an empty cell as its target."""
    for stones in BOARDS:
        for start, end in product(range(TICTACTOE.cells), repeat=2):
            if stones >> start & 1 and not stones >> end & 1:
                yield stones, start, end


def moved_shown(stones: int, start: int, end: int) -> str:
    """The arguments of a case, and the cells of the stones."""
    return f"{stones:#011b}, {start}, {end}: the stones are on {cells(stones)}"


EXERCISES: tuple[Exercise, ...] = (
    digits,
    board(1 << 1 | 1 << 4 | 1 << 7),
    function(lambda stones, cell: bool(stones >> cell & 1), boards_and_cells, stones_shown),
    function(lambda x, o: TICTACTOE.board ^ (x | o), positions, position_shown),
    function(lambda stones, start, end: stones ^ 1 << start ^ 1 << end, moves, moved_shown),
)
