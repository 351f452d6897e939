"""Boxes and tori by walking: their lines from place to place, and what follows from these alone."""

from __future__ import annotations

from itertools import product
from math import prod

from noughts import Rules
from noughts.core.torus import Torus

Worth = tuple[int, int]  # +1, 0 or -1 for the player to move, and the plies left


def lines_of(rules: Rules) -> set[int]:
    """Every line as a mask, from each cell in each direction; round the edges of a torus."""
    sizes, torus = rules.geometry.sizes, isinstance(rules.geometry, Torus)
    places = [*product(*map(range, sizes))]
    number = {place: 1 << cell for cell, place in enumerate(places)}
    found = set()
    for place, way in product(places, product((-1, 0, 1), repeat=len(sizes))):
        line = set()
        for step in range(rules.k):
            there = [at + step * go for at, go in zip(place, way, strict=True)]
            if torus:
                there = [at % size for at, size in zip(there, sizes, strict=True)]
            line.add(tuple(there))
        if len(line) == rules.k and line <= number.keys():
            found.add(sum(number[there] for there in line))
    return found


class Walk:
    """Every position of a board that play can reach, and what it is worth, by plain minimax."""

    def __init__(self, rules: Rules) -> None:
        cells = prod(rules.geometry.sizes)
        every = lines_of(rules)
        self._through = [[line for line in every if line >> cell & 1] for cell in range(cells)]
        self._lost = 1 if rules.misere else -1  # for the player to move after a line
        self.worths: dict[tuple[int, int], Worth] = {}  # by the mover's stones and the other's
        self.worth(0, 0)

    def worth(self, mover: int, other: int) -> Worth:
        """What a position without a line is worth."""
        if (mover, other) in self.worths:
            return self.worths[mover, other]
        replies = []
        for cell, through in enumerate(self._through):
            if (mover | other) >> cell & 1:
                continue
            after = mover | 1 << cell
            if any(line & ~after == 0 for line in through):
                self.worths[other, after] = self._lost, 0
                replies.append((-self._lost, 1))
            else:
                value, plies = self.worth(other, after)
                replies.append((-value, plies + 1))
        # The winner hurries, the loser delays; a draw lasts to the full board.
        best = max(replies, key=lambda r: (r[0], -r[0] * r[1]), default=(0, 0))
        self.worths[mover, other] = best
        return best
