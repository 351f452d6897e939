"""The exercises of the lessons: right answers pass, and wrong ones get a hint about themselves."""

from __future__ import annotations

import pytest

from noughts.errors import NotationError
from noughts.lessons import Verdict, check
from noughts.lessons.checking import EXERCISES
from tests.lessons.solutions import RIGHT, WRONG


def test_every_exercise_has_a_solution_here() -> None:
    assert list(RIGHT) == list(EXERCISES)


SLOW = {"4.3", "4.4", "5.6", "7.6", "8.4"}  # their checks go through many games


@pytest.mark.parametrize(
    "exercise",
    [pytest.param(name, marks=[pytest.mark.wide] * (name in SLOW)) for name in RIGHT],
)
def test_a_right_answer_is_right(exercise: str) -> None:
    verdict = check(exercise, RIGHT[exercise])
    assert verdict == Verdict("")
    assert verdict
    assert repr(verdict) == "Right."


@pytest.mark.parametrize(("exercise", "answer", "hint"), WRONG)
def test_a_wrong_answer_gets_a_hint(exercise: str, answer: object, hint: str) -> None:
    verdict = check(exercise, answer)
    assert not verdict
    assert repr(verdict) == f"Not yet. {hint}"


@pytest.mark.parametrize("exercise", RIGHT)
def test_no_answer_of_another_exercise_is_right_by_chance(exercise: str) -> None:
    assert check(exercise, ...).hint == "Your answer goes where the three dots are."
    twins = {"2.2", "3.3"}  # the same question, asked twice
    for other, answer in RIGHT.items():
        if other != exercise and {other, exercise} != twins:
            assert not check(exercise, answer), other


def test_a_whole_number_may_be_of_any_kind_as_numpys() -> None:
    class Whole:
        def __index__(self) -> int:
            return int(RIGHT["6.5"])

    assert check("6.5", Whole())
    assert not check("6.5", float(RIGHT["6.5"]))


def test_an_exercise_that_is_not_there_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^'1.9' is not an exercise; .* 1.1, 1.2, .* more$"):
        check("1.9", 0)
