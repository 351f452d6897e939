"""Positions that random play reaches, on boards of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator

from noughts import Position, Rules

BOARDS = [
    Rules.parse(text)
    for text in [
        *["4,4,3", "5,5,4", "6,6,4", "9,9,5", "19,19,5", "2,9,2", "1,14,3", "5,5,1", "7,7,6"],
        *["5,5,4,torus", "3x3x3,3", "2x2x2x2,2", "4x4x4,4"],
    ]
]


def random_positions(rules: Rules, count: int, seed: int, most: int = 12) -> Iterator[Position]:
    """Unfinished positions of up to `most` stones, more of them near each other than random."""
    source = random.Random(f"{rules} {seed}")
    while count:
        position = Position(rules=rules)
        for _ in range(source.randrange(most + 1)):
            moves = position.legal_moves
            lines = [line for line in rules.lines if line & position.sides[1]]
            near = [cell for cell in moves if any(line >> cell & 1 for line in lines[:40])]
            after = position.play(source.choice(near if near and source.random() < 0.8 else moves))
            if after.outcome:
                break
            position = after
        if not position.outcome:
            count -= 1
            yield position
