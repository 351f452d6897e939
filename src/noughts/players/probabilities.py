"""The probabilities of moves: how they are checked, and how a move is drawn from them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from numbers import Rational, Real
from typing import Any

from noughts.core.bits import cells_of
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.errors import NoughtsError, PlayerError

TOLERANCE = 1e-9  # how much the sum of floats may differ from 1


def uniform(cells: Sequence[int]) -> dict[int, Fraction]:
    """Equal probabilities for the given cells.

    >>> uniform([2, 6])
    {2: Fraction(1, 2), 6: Fraction(1, 2)}
    """
    return dict.fromkeys(cells, Fraction(1, len(cells)))


def checked(stated: object, position: Position, name: str) -> dict[int, Any]:
    """The stated probabilities of the player `name`, checked, in order of cell, without zeros.

    All probabilities in the result are fractions, or all are floats if one of them was a float.
    Raises `PlayerError` if `stated` is not a mapping, a cell cannot be played, a probability is not
    a number from 0 to 1, or the sum is not 1 (for floats, to within 1e-9).
    """
    if not isinstance(stated, Mapping):
        raise PlayerError(
            f"{name} gives {quoted(stated)} as its probabilities in {_shown(position)}; "
            "a dict from cells to numbers is needed"
        )
    chances: dict[int, Any] = {}
    legal = position.legal
    for key, chance in stated.items():
        known = type(key) is int and key >= 0 and legal >> key & 1
        move = key if known else checked_choice(key, position, name)
        if type(chance) is not Fraction:
            chance = _number(chance)
        if chance is None or not 0 <= chance <= 2:  # the check of the sum is stricter
            raise PlayerError(
                f"{name} gives cell {quoted(key)} the probability {quoted(stated[key])} in "
                f"{_shown(position)}; a number from 0 to 1 is needed"
            )
        if chance:
            chances[move] = chances.get(move, 0) + chance
    exact = all(type(chance) is Fraction for chance in chances.values())
    if not exact:
        chances = {cell: float(chance) for cell, chance in chances.items()}
    total = _exact_sum(chances) if exact else sum(chances.values())
    if total != 1 and (exact or not abs(total - 1) <= TOLERANCE):
        raise PlayerError(
            f"the probabilities of {name} in {_shown(position)} add up to {total}, not to 1"
        )
    return dict(sorted(chances.items()))


def checked_choice(choice: Any, position: Position, name: str) -> int:
    """The number of a move given by number or name. Raises `PlayerError` for an invalid move."""
    try:
        return position.checked_move(choice)
    except NoughtsError:
        free = listed(cells_of(position.legal))
        raise PlayerError(
            f"{name} takes {quoted(choice)} in {_shown(position)}; the free cells are {free}"
        ) from None


def drawn(chances: Mapping[int, Fraction | float], source: random.Random) -> int:
    """A cell drawn with its probability, without rounding if the probabilities are fractions."""
    cells, shares = list(chances), list(chances.values())
    if any(type(share) is not Fraction for share in shares):
        return source.choices(cells, [float(share) for share in shares])[0]
    # In units of the common denominator, a draw is an exact integer. The denominator may be 2**53
    # or more (a skill of 0.1, as a float), so the loop goes over cells and not over units.
    exact = [Fraction(share) for share in shares]
    parts = lcm(*(share.denominator for share in exact))
    draw = source.randrange(parts)
    ends = accumulate(int(share * parts) for share in exact)
    return next(cell for cell, end in zip(cells, ends, strict=True) if draw < end)


def _exact_sum(chances: Mapping[int, Fraction]) -> Fraction:
    """The sum of fractions over a common denominator; several times as fast as `sum`."""
    parts = lcm(*(chance.denominator for chance in chances.values()))
    return Fraction(
        sum(chance.numerator * (parts // chance.denominator) for chance in chances.values()), parts
    )


def _number(chance: object) -> Fraction | float | None:
    if isinstance(chance, Rational):
        return Fraction(chance)
    return float(chance) if isinstance(chance, Real) else None


def _shown(position: Position) -> str:
    return quoted(str(position))
