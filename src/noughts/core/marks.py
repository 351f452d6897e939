"""`Mark`: the content of a cell as an enumeration, whose members are also ints."""

from __future__ import annotations

from enum import IntEnum

from noughts.core import rules


class Mark(IntEnum):
    """The content of a cell, also an int: 0 (empty), 1 (X) or 2 (O). `str` gives `.`, `X` or `O`.

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


# For people. The constants in `rules` are plain ints, since compiled code takes nothing else.
MARKS = EMPTY, X, O = tuple(Mark)  # noqa: E741
