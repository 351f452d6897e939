"""Whether an answer to an exercise is right; `hints` finds what to say of a wrong answer."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what to look at if not. A right answer's verdict is true.

    >>> bool(Verdict("")), Verdict("")
    (True, Right.)
    """

    hint: str

    def __bool__(self) -> bool:
        return not self.hint

    def __repr__(self) -> str:
        return f"Not yet. {self.hint}" if self.hint else "Right."
