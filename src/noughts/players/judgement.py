"""A player's judgement of a move: its value, and a short label for it."""

from __future__ import annotations

from typing import NamedTuple

LETTERS = {1: "W", 0: "D", -1: "L"}
LEGEND = "W wins, D draws, L loses"


class Judgement(NamedTuple):
    """The value of a move for the player who makes it, and whether the value is proved.

    A proved value is +1, 0 or -1: the move wins, draws or loses under best play from then on. A
    value that is not proved is an estimate from -1, a loss, to 1, a win. `remoteness` is the number
    of plies to the end, including this move; None if it is unknown.

    >>> Judgement(4, 0.5, proved=False).share    # as a score, in which even is one half
    0.75
    """

    cell: int
    value: float
    remoteness: int | None = None
    proved: bool = True

    @property
    def label(self) -> str:
        """W, D or L with any known remoteness or, if estimated, a percentage: up to 4 characters.

        >>> Judgement(0, -1, 2).label, Judgement(0, -0.2, proved=False).label
        ('L2', '40%')
        """
        if self.proved:
            return f"{LETTERS[round(self.value)]}{self.remoteness or ''}"
        return f"{self.share:.0%}"

    @property
    def share(self) -> float:
        """The value as a score from 0 to 1; a draw scores 1/2."""
        return (1 + self.value) / 2
