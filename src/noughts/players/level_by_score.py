"""The skills with which a graded player lets a random player have exactly a given score.

A skill is the probability of playing a random best move instead of a random legal one. With one
skill for a whole game, the score is a polynomial in the skill, and the skill for a given score is
rarely a rational number. With a skill for each ply, the score is linear in each skill, since each
ply occurs at most once in a game:

    score = a + b * skill at this ply        with the skills at all other plies fixed

All skills begin at 0, and one skill at a time rises by one step: first the skill of the last ply,
then that of the ply before it, and so on to the first ply; then the last ply's rises again. The
skills after each rise are a *rung*. The graded player's score is to be 1 minus the given score. It
lies between the scores of two successive rungs, which differ in one skill, so one linear equation
is left to solve:

    3x3, ply    0    1    2    3    4    5    6    7    8
    a rung    1/2  1/2  1/2  1/2  1/2  1/2  1/2  3/4  3/4      scores less than 3/4
    the next  1/2  1/2  1/2  1/2  1/2  1/2  3/4  3/4  3/4      scores more
    between   1/2  1/2  1/2  1/2  1/2  1/2    s  3/4  3/4      scores 3/4, with s = 0.686...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import or_
from typing import NamedTuple

from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.successors import by_plies
from noughts.errors import PlayerError
from noughts.players.base import Mixture
from noughts.players.graded import LONGEST_NUMBER, chances_of_skill, number_written
from noughts.players.random_and_perfect import Foreseeing
from noughts.solver.tables.table import table

STEPS = 4  # from 0 to 1: few rungs to try, yet nearly the same skill throughout a game

EVEN_SCORE = Fraction(1, 2)


class _Turn(NamedTuple):
    """A symmetry class of positions, and how many legal and best moves lead to each next class."""

    position: Position
    legal: Counter[Position]
    best: Counter[Position]


class ScoredLevels:
    """The levels of one board. Raises `TooLargeError` where `noughts.table` raises it.

    >>> from noughts import TICTACTOE
    >>> print(*ScoredLevels(TICTACTOE).skills(Fraction(1, 4)))
    1/2 1/2 1/2 1/2 1/2 1/2 1355372/1975019 3/4 3/4
    """

    def __init__(self, rules: Rules) -> None:
        rules.require("a level by its score", "alternates", "owned", "fair")
        self.rules = rules
        self._ends: dict[Position, Fraction] = {}  # the mover's score at the end
        self._turns: list[_Turn] = []  # by rising ply
        self._skills: dict[Fraction, tuple[Fraction, ...]] = {}  # by score, once found
        self._look()
        self.highest: Fraction = self.score([Fraction(1)] * rules.cells)

    def _look(self) -> None:
        """Find all symmetry classes, ply by ply."""
        solved = table(self.rules)

        def lead(position: Position, _: bool) -> Iterator[tuple[Position, bool, bool]]:
            outcome = position.outcome
            if outcome:
                self._ends[position] = Fraction(1 + outcome.worth(position.turn), 2)
                return
            after = {
                cell: position.play_unchecked(cell).canonical() for cell in position.legal_moves
            }
            best = Counter(after[cell] for cell in solved.best_moves(position))
            self._turns.append(_Turn(position, Counter(after.values()), best))
            for then in after.values():
                yield then, False, True

        for _ in by_plies({Position(rules=self.rules): True}, lead, or_):
            pass

    def score(self, skills: Sequence[Fraction]) -> Fraction:
        """The mean score of these skills over both sides, against a random player."""
        # The expected score if the graded player is to move, and if the random player is.
        ours = dict(self._ends)
        theirs = {position: 1 - share for position, share in self._ends.items()}
        for position, legal, best in reversed(self._turns):
            skill = skills[position.ply]
            ours[position] = (1 - skill) * _mean(theirs, legal) + skill * _mean(theirs, best)
            theirs[position] = _mean(ours, legal)
        start = Position(rules=self.rules)
        return (ours[start] + theirs[start]) / 2

    def skills(self, score: Fraction) -> tuple[Fraction, ...]:
        """The skills, one for each ply, against which a random player scores exactly `score`.

        Raises `PlayerError` for a score above 1/2 (that of one random player against another), and
        for a score below the one that a random player has against best moves alone.
        """
        if score not in self._skills:
            lowest = 1 - self.highest
            if not lowest <= score <= EVEN_SCORE:
                raise PlayerError(
                    f"no level of {self.rules} gives a random player the score {score}: against "
                    f"best moves alone it is {lowest} (about {float(lowest):.4f}), and against "
                    "random ones 1/2"
                )
            self._skills[score] = self._climb(1 - score)
        return self._skills[score]

    def _climb(self, wanted: Fraction) -> tuple[Fraction, ...]:
        # Invariant: rung `low` never scores above the given score, and rung `high` never below. So
        # the search is correct even if a single step lowers the score.
        low, high = 0, STEPS * self.rules.cells
        low_score, high_score = EVEN_SCORE, self.highest
        while high - low > 1:
            middle = (low + high) // 2
            score = self.score(self._rung(middle))
            if score <= wanted:
                low, low_score = middle, score
            else:
                high, high_score = middle, score
        share = (wanted - low_score) / (high_score - low_score) if wanted > low_score else 0
        ends = zip(self._rung(low), self._rung(high), strict=True)
        return tuple(lower + (upper - lower) * share for lower, upper in ends)

    def _rung(self, number: int) -> list[Fraction]:
        """The skills after `number` rises, each of one skill by one step, the last ply's first."""
        cells = self.rules.cells
        steps, raised = divmod(number, cells)
        return [Fraction(steps + (ply >= cells - raised), STEPS) for ply in range(cells)]


def _mean(expected: dict[Position, Fraction], moves: Counter[Position]) -> Fraction:
    total = sum((expected[after] * ways for after, ways in moves.items()), Fraction(0))
    return total / moves.total()


@lru_cache(maxsize=32)
def levels(rules: Rules) -> ScoredLevels:
    """The levels of a board, cached."""
    return ScoredLevels(rules)


class Level(Foreseeing, proven=True):
    """A graded player against which a random player has exactly the score `score`.

    The score, wins plus half of the draws, is the mean over games as X and as O. The skill may
    differ from ply to ply; the docstring of `level_by_score` explains how the skills are computed.

    >>> from noughts import versus
    >>> versus("random", Level("25%")).score
    Fraction(1, 4)
    """

    reads_files = False

    def __init__(self, score: Fraction | float | str, seed: int | None = None) -> None:
        super().__init__(seed)
        number = number_written(str(score).removesuffix("%"))
        if number is not None and str(score).endswith("%"):
            number /= 100
        if number is None or not 0 <= number <= Fraction(1, 2):
            raise PlayerError(
                f"{quoted(score)} is not the score of a level; write what a random player should "
                "score against it, from 1/2 down, such as 25% or 1/4: the lower, the stronger; in "
                f"up to {LONGEST_NUMBER} characters"
            )
        self.score = number
        self.name: str = f"level:{self.score}"

    def check(self, rules: Rules) -> None:
        """Also raise `PlayerError` if even best play gives a random player more than `score`."""
        super().check(rules)
        levels(rules).skills(self.score)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The probabilities of a graded player with the skill of this ply."""
        return chances_of_skill(position, levels(position.rules).skills(self.score)[position.ply])

    def mixture(self, rules: Rules) -> Mixture:
        """The mixture with the skill of each ply. Raises what `check` raises."""
        return Mixture(levels(rules).skills(self.score))
