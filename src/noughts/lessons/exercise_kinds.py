"""The kinds of exercises. An exercise checks an answer, and gives a hint if the answer is wrong.

A hint describes the given answer, and never reveals the right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import cache
from operator import eq, index
from typing import Any

from noughts.core.bits import cells_of
from noughts.core.message_text import quoted
from noughts.core.position_text import position_text
from noughts.core.rules import TICTACTOE, Rules

Exercise = Callable[[object], str]  # maps an answer to a hint, or to "" if the answer is right


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and a hint if it is wrong. A verdict is true for a right answer.

    >>> bool(Verdict("")), Verdict("")
    (True, Right.)
    """

    hint: str

    def __bool__(self) -> bool:
        return not self.hint

    def __repr__(self) -> str:
        return f"Not yet. {self.hint}" if self.hint else "Right."


def whole(answer: Any) -> int | None:
    """An integer of any type, NumPy's types included, as an int; None for anything else."""
    try:
        return index(answer)
    except TypeError:
        return None


def number(right: int, hint: Callable[[int], str]) -> Exercise:
    """An exercise whose answer is one number; `hint` makes the hint from a wrong answer."""

    def exercise(answer: object) -> str:
        given = whole(answer)
        if given is None:
            return f"The answer is a number; {quoted(answer)} is not."
        return "" if given == right else hint(given)

    return exercise


def how_many(right: Callable[[], int], advice: str = "") -> Exercise:
    """An exercise whose answer is a count. The right count is computed when it is first needed."""
    counted = cache(right)

    def hint(answer: int) -> str:
        return f"{answer} is too {'few' if answer < counted() else 'many'}.{advice}"

    return lambda answer: number(counted(), hint)(answer)


def board(right: int, rules: Rules = TICTACTOE) -> Exercise:
    """An exercise whose answer is a board, given as a number."""

    def hint(answer: int) -> str:
        if not 0 < answer <= rules.board:
            return f"A number of this board lies between 1 and {rules.board}; {answer} does not."
        return f"On the board {answer} the stones are on {cells(answer)}."

    return number(right, hint)


def function(
    right: Callable[..., object],
    cases: Callable[[], Iterable[tuple[Any, ...]]],
    shown: Callable[..., str] = lambda *case: ", ".join(map(repr, case)),
    same: Callable[[Any, Any], bool] = eq,
) -> Exercise:
    """An exercise whose answer is a function, which must agree with `right` in all `cases`.

    `same` compares the function's result with the right result.
    """

    def exercise(answer: object) -> str:
        if not callable(answer):
            return f"The answer is a function; {quoted(answer)} is not."
        for case in cases():
            try:
                given = answer(*map(copy, case))  # a list may come back changed
            except Exception as error:  # a student's function may raise anything
                return f"Your function raises {type(error).__name__} for {shown(*case)}: {error}"
            if not same(given, right(*case)):
                return f"Your function gives {quoted(given)} for {shown(*case)}"
        return ""

    return exercise


def cells(stones: int) -> str:
    """The cells of a board in words.

    >>> cells(0b100_010_001), cells(0b100)
    ('cells 0, 4 and 8', 'cell 2')
    """
    *first, last = cells_of(stones)
    return f"cells {', '.join(map(str, first))} and {last}" if first else f"cell {last}"


def stones_shown(stones: int, *more: object) -> str:
    """The arguments of a case. The first is one player's stones, shown also as a board."""
    rest = "".join(f", {each!r}" for each in more)
    return f"{stones:#011b}{rest}, the board {position_text(stones, 0, TICTACTOE)}"


def position_shown(x: int, o: int) -> str:
    """A position as two numbers and as a board."""
    return f"x = {x:#011b} and o = {o:#011b}, the board {position_text(x, o, TICTACTOE)}"
