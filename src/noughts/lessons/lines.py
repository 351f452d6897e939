"""Lesson 3: lines by shifts, and the edge."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.core import bits
from noughts.core.rules import TICTACTOE, Rules
from noughts.lessons.exercise_kinds import Exercise, board, cells, function, stones_shown
from noughts.lessons.game import every_board, has_line

SHOWN = 0b000_011_100
WIDE = Rules(4, 5, 4)
OBLONGS = ((3, 3, 3), (3, 5, 3), (4, 5, 4), (6, 7, 4))


def wrapped(answer: object) -> str:
    """The exercise that asks for three stones that look like a row if shifts are not masked."""
    if not isinstance(answer, int) or not 0 <= answer <= TICTACTOE.board:
        return f"The answer is a number from 0 to {TICTACTOE.board}."
    if answer == SHOWN:
        return "This is the board that the lesson shows. Find another."
    if answer.bit_count() != TICTACTOE.k:
        return f"This board has {answer.bit_count()} stones."
    if not answer & answer >> 1 & answer >> 2:
        return f"With stones on {cells(answer)}, the test finds no line."
    return "The test is right: this is a line." if has_line(answer) else ""


def rows_of_stones() -> Iterator[tuple[int, int, int, int]]:
    """Boards of several sizes, most of which have stones side by side."""
    for size in OBLONGS:
        rules = Rules(*size)
        for run in range(1, rules.k + 1):
            for start in range(rules.cells - run + 1):
                yield ((1 << run) - 1) << start, *size
        for line in rules.lines:
            yield line, *size
            yield rules.board ^ line, *size


def in_rows(stones: int, rows: int, cols: int, k: int) -> bool:
    """Whether a row of a board holds k stones side by side."""
    direction = Rules(rows, cols, k).directions[0]
    run = stones
    for step in range(k):
        run &= stones >> step
    return bool(run & direction.starts)


def size_shown(stones: int, rows: int, cols: int, k: int) -> str:
    """The arguments of a case, and the cells of the stones."""
    return f"{stones:#b}, {rows}, {cols}, {k}: stones on {cells(stones)}"


EXERCISES: tuple[Exercise, ...] = (
    wrapped,
    board(WIDE.directions[0].starts, WIDE),
    function(lambda stones: bool(bits.line_starts(stones, TICTACTOE)), every_board, stones_shown),
    function(in_rows, rows_of_stones, size_shown),
)
