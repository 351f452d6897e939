"""What a player knows of a move: its worth, and how few characters say it."""

from __future__ import annotations

from typing import NamedTuple

LETTERS = {1: "W", 0: "D", -1: "L"}
LEGEND = "W wins, D draws, L loses"


class Judgement(NamedTuple):
    """What a move is worth to the player who makes it, and whether that is proved.

    A proved value is +1, 0 or -1: the move wins, draws or loses if both play best from then on. A
    judged value lies between them: near -1 for a loss, near 1 for a win. `remoteness` is the number
    of plies to the end, this move counted, where it is known.

    >>> Judgement(4, 0.5, proved=False).share    # as a score, in which even is one half
    0.75
    """

    cell: int
    value: float
    remoteness: int | None = None
    proved: bool = True

    @property
    def label(self) -> str:
        """The value in up to four characters: a letter, and plies if they are known; or a share.

        >>> Judgement(0, -1, 2).label, Judgement(0, -0.2, proved=False).label
        ('L2', '40%')
        """
        if self.proved:
            return f"{LETTERS[round(self.value)]}{self.remoteness or ''}"
        return f"{self.share:.0%}"

    @property
    def share(self) -> float:
        """The value as a score from 0 to 1: wins and half of the draws."""
        return (1 + self.value) / 2
