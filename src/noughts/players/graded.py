"""`graded:SKILL`: makes a best move with a given probability, otherwise a random legal move."""

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
    """Plays a random best move with probability `skill`, otherwise a random legal move.

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
        """The total probability of each move, played as a best move or as a random one."""
        return chances_of_skill(position, self.skill)

    def mixture(self, rules: Rules) -> Mixture:
        """The mixture with the same skill at every ply."""
        return Mixture((self.skill,) * rules.cells)


def chances_of_skill(position: Position, skill: Fraction) -> dict[int, Fraction]:
    """The probability of each move, if a best move is played with probability `skill`."""
    moves = position.legal_moves
    best = table(position.rules).best_moves(position)
    chances = dict.fromkeys(moves, (1 - skill) / len(moves))
    for cell in best:
        chances[cell] += skill / len(best)
    return {cell: chance for cell, chance in chances.items() if chance}


LONGEST_NUMBER = 100  # characters as text: numbers computed from it are many times as long
PLAIN = "[-+]?[0-9./]*"  # the accepted characters; Fraction also takes spaces, _ and ٣


def number_written(text: Fraction | float | str) -> Fraction | None:
    """The exact number in a text, or in a float as it is printed; None if there is no number.

    >>> number_written(0.1), number_written("3/4")
    (Fraction(1, 10), Fraction(3, 4))
    """
    # Exponents in text are rejected: a few digits could ask for a number that fills the memory.
    if isinstance(text, str) and (len(text) > LONGEST_NUMBER or not re.fullmatch(PLAIN, text)):
        return None
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
