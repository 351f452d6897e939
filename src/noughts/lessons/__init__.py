"""The exercises of the lessons: `check` accepts a right answer, and gives a hint for a wrong one.

The lessons are in `docs/learn`. Exercises have numbers: 3.2 is the second exercise of lesson 3.

>>> from noughts.lessons import check
>>> check("1.1", "10101")
Not yet. As a binary number, 10101 is 16 + 4 + 1 = 21.
"""

from noughts.lessons.checking import check
from noughts.lessons.exercise_kinds import Verdict

__all__ = ["Verdict", "check"]


def __dir__() -> list[str]:
    return __all__
