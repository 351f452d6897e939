"""The numbered list of exercises, and `check`, which checks an answer to one of them."""

from __future__ import annotations

from noughts.core.message_text import listed, quoted
from noughts.errors import NotationError
from noughts.lessons import (
    bits,
    game,
    how_few,
    lines,
    menace,
    minimax,
    one_function,
    solving_4x4,
)
from noughts.lessons.exercise_kinds import Verdict

LESSONS = (bits, game, lines, minimax, how_few, one_function, menace, solving_4x4)
EXERCISES = {
    f"{lesson}.{number}": exercise
    for lesson, module in enumerate(LESSONS, 1)
    for number, exercise in enumerate(module.EXERCISES, 1)
}


def check(exercise: str, answer: object) -> Verdict:
    """Check an answer to an exercise, whose number is a text such as "3.2".

    `answer` is what the exercise asks for, such as a number, a text, a list or a function. A
    function is called many times, mostly with boards, and the hint names the first board or other
    arguments for which its result is wrong. The hint never shows the right answer.

    >>> check("1.2", 0b111)
    Not yet. On the board 7 the stones are on cells 0, 1 and 2.
    >>> check("2.2", lambda stones: stones == 0b111)
    Not yet. Your function gives False for 0b000001111, the board XXX/X../...

    Raises `NotationError` if no exercise has that number.
    """
    if exercise not in EXERCISES:
        known = listed(EXERCISES)
        raise NotationError(f"{quoted(exercise)} is not an exercise; the exercises are {known}")
    unanswered = "Your answer goes where the three dots are."  # in an exercise on the site
    return Verdict(unanswered if answer is ... else EXERCISES[exercise](answer))
