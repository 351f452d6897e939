"""`Mixture`: the policies that the named players have in common, which also play in bulk."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from noughts.players.random_numbers import HALF as HALF


class Mixture(NamedTuple):
    """At ply p a best move with chance `skills[p]`, else any legal move.

    `rule` says which of the best moves: `first`, `random` or `trap`, as in `perfect:RULE`.
    """

    skills: tuple[Fraction, ...]
    rule: str = "random"

    @property
    def thresholds(self) -> tuple[int, ...]:
        """For each ply: a number whose low half is below this means a best move.

        >>> Mixture((Fraction(0), Fraction(1, 2), Fraction(1))).thresholds
        (0, 2147483648, 4294967296)
        """
        return tuple(ceil(skill * (1 << HALF)) for skill in self.skills)
