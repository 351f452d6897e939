"""`graded:SKILL`: a player that makes a best move with a given chance, else any legal one."""

from __future__ import annotations

import re
from fractions import Fraction

from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PlayerError
from noughts.players.base import Mixture
from noughts.players.random_and_perfect import Foreseeing
from noughts.solver.tables.table import table


class Graded(Foreseeing, proven=True):
    """With probability `skill` a random best move, else a random legal move.

    >>> Graded("1/2").probabilities(Position.parse("XX./.O./..."))[2]    # 1/2 + 1/2 * 1/6
    Fraction(7, 12)
    """

    def __init__(self, skill: Fraction | float | str, seed: int | None = None) -> None:
        super().__init__(seed)
        number = number_written(skill)
        if number is None or not 0 <= number <= 1:
            raise PlayerError(
                f"{quoted(skill)} is not a skill; write a number from 0 (random) to 1 (the "
                f"strongest), such as 0.75 or 3/4, in up to {LONGEST_NUMBER} characters"
            )
        self.skill = number
        self.name: str = f"graded:{self.skill}"

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chances of both kinds of move together."""
        return chances_of_skill(position, self.skill)

    def mixture(self, rules: Rules) -> Mixture:
        """The same skill at every ply."""
        return Mixture((self.skill,) * rules.cells)


def chances_of_skill(position: Position, skill: Fraction) -> dict[int, Fraction]:
    """The chances of each move: with chance `skill` a random best move, else any legal move."""
    moves = position.legal_moves
    best = table(position.rules).best_moves(position)
    chances = dict.fromkeys(moves, (1 - skill) / len(moves))
    for cell in best:
        chances[cell] += skill / len(best)
    return {cell: chance for cell, chance in chances.items() if chance}


LONGEST_NUMBER = 100  # characters of it as text: what follows from it is many times as long
PLAIN = "[-+]?[0-9./]*"  # what a number is written with; Fraction also takes spaces, _ and ٣


def number_written(text: Fraction | float | str) -> Fraction | None:
    """The exact number that a text or a float writes; None if it is not a number.

    >>> number_written(0.1), number_written("3/4")
    (Fraction(1, 10), Fraction(3, 4))
    """
    # Of a text no exponent is read: a few digits of it can ask for a number that fills the memory.
    if isinstance(text, str) and (len(text) > LONGEST_NUMBER or not re.fullmatch(PLAIN, text)):
        return None
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
