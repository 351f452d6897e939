"""`Mark`: the content of a cell, as people read it; an int, and usable as one everywhere."""

from __future__ import annotations

from enum import IntEnum

from noughts.core import rules


class Mark(IntEnum):
    """A mark, which is also the number 0, 1 or 2; its text is what a position shows.

    >>> Mark.X, Mark.O == 2, f"{Mark.O} to move"
    (Mark.X, True, 'O to move')
    """

    EMPTY = rules.EMPTY
    X = rules.X
    O = rules.O  # noqa: E741 - as in the rules

    def __str__(self) -> str:
        return rules.MARK_NAMES[self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


# For people. The rules' own are plain ints, for compiled code, which takes no others.
MARKS = EMPTY, X, O = tuple(Mark)  # noqa: E741
