"""The puzzles that come with the library, and the puzzle of each day.

`tools/puzzles.py` makes the file `puzzles.txt`. The first line of the file lists the boards. Each
of the following lines describes one puzzle in three fields: the first letter of the level, followed
by the number of the board, counted from 0; the position as the number `x | o << cells`; and the
moves of `Puzzle.line`, one digit per move:

    e0 7pb 482         easy, on the first board, and the answer is cell 4

All numbers are in base 36. The order of the puzzles never changes, because it determines the puzzle
of each day.
"""

from __future__ import annotations

import random
from datetime import date
from functools import cache
from pathlib import Path

from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules, as_rules
from noughts.errors import PuzzleError
from noughts.puzzles.making import check_level, make
from noughts.puzzles.puzzle import LEVELS, Puzzle

FILE = Path(__file__).with_name("puzzles.txt")
WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")  # from Monday on
BASE = 36
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@cache
def _all() -> tuple[Puzzle, ...]:
    return read(FILE.read_text(encoding="utf-8"))


def collection(rules: Rules | str | None = None, level: str | None = None) -> tuple[Puzzle, ...]:
    """All puzzles that come with the library, or only those of a given board or level, or of both.

    >>> len(collection()) > 1000, {puzzle.level for puzzle in collection("3,3,3", "easy")}
    (True, {'easy'})

    Raises `PuzzleError` for an unknown level, and `RulesError` for text that is not a valid board.
    """
    board = None if rules is None else as_rules(rules)
    check_level(level)
    return tuple(
        puzzle
        for puzzle in _all()
        if board in (None, puzzle.rules) and level in (None, puzzle.level)
    )


def daily(
    day: date | str | None = None, rules: Rules | str | None = None, level: str | None = None
) -> Puzzle:
    """The puzzle of a day, the same for everybody. For None, the system's clock gives the day.

    Unless you give `rules` or `level`, the puzzle is easy on Mondays and Tuesdays, hard on
    Saturdays and Sundays, and medium on other days. If `collection` has no puzzle of the given
    board and level, the function makes a new puzzle.

    >>> daily("2026-11-28").level, str(daily("2026-11-28", "4,4,4").rules)
    ('hard', '4,4,4')

    Raises `PuzzleError` if `day` is not a valid date, and what `make` raises.
    """
    today = as_day(day)
    if rules is None and level is None:
        level = WEEK[today.weekday()]
    found = collection(rules, level)
    number = today.toordinal()
    return found[number % len(found)] if found else _made(rules, level, number)


def pick(
    seed: int | None = None, rules: Rules | str | None = None, level: str | None = None
) -> Puzzle:
    """A random puzzle, of the board and level if you give them; equal seeds give equal puzzles.

    If `collection` has no puzzle of the given board and level, the function makes a new puzzle.

    >>> pick(1) == pick(1), pick(1, "3,3,3,wild").task
    (True, 'X to move and win in 2')

    Raises what `make` raises.
    """
    found = collection(rules, level)
    return random.Random(seed).choice(found) if found else _made(rules, level, seed)


def _made(rules: Rules | str | None, level: str | None, seed: int | None) -> Puzzle:
    assert rules is not None  # since every level has puzzles
    return make(rules, 1, seed, level)[0]


def as_day(day: date | str | None) -> date:
    """The given date, which may be text such as 2026-11-24; today's date for None."""
    if day is None:
        return date.today()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except (TypeError, ValueError):
        raise PuzzleError(f"{quoted(day)} is not a date; write one as in 2026-11-24") from None


def read(text: str) -> tuple[Puzzle, ...]:
    """The puzzles in a text that `written` has made."""
    head, *lines = text.splitlines()
    boards = [Rules.parse(board) for board in head.split()]
    names = {level[0]: level for level in LEVELS}
    found = []
    for line in lines:
        kind, code, moves = line.split()
        rules, number = boards[int(kind[1:], BASE)], int(code, BASE)
        position = Position(number & rules.board, number >> rules.cells, rules)
        found.append(Puzzle(position, tuple(int(m, BASE) for m in moves), names[kind[0]]))
    return tuple(found)


def written(puzzles: list[Puzzle]) -> str:
    r"""The text of a file with these puzzles.

    >>> text = written([Puzzle.of("OX./..X/...")])
    >>> text
    '3,3,3\nm0 f6 63428\n'
    >>> read(text)[0] == Puzzle.of("OX./..X/...")
    True
    """
    boards = [*dict.fromkeys(str(puzzle.rules) for puzzle in puzzles)]
    lines = [" ".join(boards)]
    for position, line, level in puzzles:
        code = position.x | position.o << position.rules.cells
        kind = level[0] + DIGITS[boards.index(str(position.rules))]
        lines.append(f"{kind} {_digits(code)} {''.join(DIGITS[move] for move in line)}")
    return "\n".join(lines) + "\n"


def _digits(number: int) -> str:
    """The digits of a number in base 36."""
    higher, last = divmod(number, BASE)
    return (_digits(higher) if higher else "") + DIGITS[last]
