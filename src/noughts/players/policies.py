"""Who chooses a move: perfect, minimax, random, graded and levelled players.

A player is a *policy*, a rule from positions to probabilities of moves, as exact fractions. What
it plays is drawn from them with its own random numbers, so equal seeds play equal games.

    name                 plays
    perfect              a best move: `perfect:trap` unless told otherwise
    perfect:first        the best move with the lowest cell
    perfect:random       any best move, all equally likely
    perfect:trap         the best move that a random opponent does worst against
    minimax              the best move with the lowest cell, found by the textbook's search
    random               any legal move, all equally likely
    graded:SKILL         with chance SKILL a random best move, else a random legal one
    level:SCORE          as graded, with the skills against which a random player scores SCORE

A best move is any that keeps the value of the position, see `solve.table`. On a board that
only a file solves, a random opponent's games are too many to weigh, and `perfect:trap` plays as
`perfect:random` does.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import lcm

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import GameOverError, PlayerError, TooLargeError
from noughts.players.levels import levels
from noughts.players.trap import trap
from noughts.solver.minimax import alphabeta
from noughts.solver.tables.table import TABLE_CELLS, has_table, table


class Player(ABC):
    """A policy with random numbers of its own; `seed` None takes them from the system.

    >>> Player.parse("graded:1/2", seed=1).name
    'graded:1/2'
    """

    name: str

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def check(self, rules: Rules) -> None:
        """Raise `TooLargeError` where the player cannot play this board."""
        if not self._sees_through(rules):
            raise TooLargeError(
                f"the {self.name} player cannot play {rules}: it has {rules.cells} cells, and "
                f"{TABLE_CELLS} is the most it can see through; the random player plays any"
            )

    def _sees_through(self, rules: Rules) -> bool:
        """Whether the player can play the board; here, whether all of it can be walked."""
        return rules.cells <= TABLE_CELLS

    @staticmethod
    def parse(text: str, seed: int | None = None) -> Player:
        """The player of a name in this module's list. Raises `PlayerError` for any other."""
        kind, colon, detail = text.partition(":")
        if text in PLAYERS:
            return PLAYERS[text](seed)
        if kind == "perfect" and detail in Perfect.RULES:
            return Perfect(detail, seed)
        if kind == "graded" and colon:
            return Graded(detail, seed)
        if kind == "level" and colon:
            return Level(detail, seed)
        raise PlayerError(
            f"{text!r} is no player; the players are perfect (perfect:first, perfect:random, "
            "perfect:trap), minimax, random, graded:SKILL, with SKILL from 0 to 1, and "
            "level:SCORE, with the SCORE of a random player against it from 0 to 1/2"
        )

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chance of each move that this player may make, by rising cell; they add up to 1.

        Raises `GameOverError` where there is nothing to play, and as `check` does.
        """
        self.check(position.rules)
        outcome = position.outcome
        if outcome:
            raise GameOverError(f"{self.name} has no move: the game is over ({outcome})")
        return self._probabilities(position)

    @abstractmethod
    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        """`probabilities` of a position that is not over."""

    def choose(self, position: Position) -> int:
        """The cell that the player takes, drawn exactly from `probabilities`."""
        chances = self.probabilities(position)
        # In parts of the common denominator, a draw is a whole number without rounding. There
        # may be 2**53 parts and more (a skill of 0.1, as a float), so they are passed over cell
        # by cell.
        parts = lcm(*(chance.denominator for chance in chances.values()))
        ends = accumulate(int(chance * parts) for chance in chances.values())
        draw = self._random.randrange(parts)
        return next(cell for cell, end in zip(chances, ends, strict=True) if draw < end)

    def __repr__(self) -> str:
        return f"<player {self.name}>"


def _uniform(cells: list[int]) -> dict[int, Fraction]:
    return {cell: Fraction(1, len(cells)) for cell in cells}


class Random(Player):
    """Any legal move, all equally likely.

    >>> Random().probabilities(Position.parse("XOX/OXO/..."))
    {6: Fraction(1, 3), 7: Fraction(1, 3), 8: Fraction(1, 3)}
    """

    name = "random"

    def _sees_through(self, rules: Rules) -> bool:  # noqa: ARG002 - it looks at no board
        return True

    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        return _uniform(position.moves())


class Minimax(Player):
    """The first best move, found by `solve.minimax.alphabeta`: the textbook's player.

    It looks at values alone, so it may win later than it could.

    >>> Minimax().choose(Position.parse("XX./OO./..."))
    2
    """

    name = "minimax"

    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        mover, other = position.sides

        def worth(cell: int) -> int:
            return -alphabeta(other, mover | 1 << cell, position.rules)

        return {max(position.moves(), key=worth): Fraction(1)}


class Graded(Player):
    """With chance `skill` a random best move, else a random legal one.

    >>> Graded("1/2").probabilities(Position.parse("XX./.O./..."))[2]    # 1/2 + 1/2 * 1/6
    Fraction(7, 12)
    """

    def __init__(self, skill: Fraction | float | str, seed: int | None = None) -> None:
        super().__init__(seed)
        self.skill = _number(skill)
        if not 0 <= self.skill <= 1:
            raise PlayerError(f"skill {skill!r} is no number from 0 to 1; write 0.75 or 3/4, say")
        self.name = f"graded:{self.skill}"

    def _sees_through(self, rules: Rules) -> bool:
        return has_table(rules)

    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        return _graded(position, self.skill)


class Level(Player):
    """A graded player against whom a random one scores `score`: wins and half of the draws.

    That is so exactly, where both sides are played equally often. The skill differs from ply to
    ply, see `solve.levels`.

    >>> from noughts.players.versus import versus
    >>> versus(Random(), Level("25%")).score
    Fraction(1, 4)
    """

    def __init__(self, score: Fraction | float | str, seed: int | None = None) -> None:
        super().__init__(seed)
        text = str(score)
        percent = _number(text.removesuffix("%")) / 100
        self.score = percent if text.endswith("%") else _number(score)
        if not 0 <= self.score <= Fraction(1, 2):
            raise PlayerError(
                f"score {score!r} is no number from 0 to 1/2; write 25% or 1/4, say, for the "
                "player against whom a random one scores that"
            )
        self.name = f"level:{self.score}"

    def check(self, rules: Rules) -> None:
        """Also raise `PlayerError` where best play leaves a random player more than this score."""
        super().check(rules)
        levels(rules).skills(self.score)

    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        return _graded(position, levels(position.rules).skills(self.score)[position.ply])


def _number(text: Fraction | float | str) -> Fraction:
    """The number that somebody wrote, a float as what was meant: 0.1 as 1/10. -1 for no number."""
    # Exponents are not read, since a few digits of them can ask for a number that fills the memory.
    try:
        return Fraction("none" if "e" in str(text).lower() else str(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        return Fraction(-1)


def _graded(position: Position, skill: Fraction) -> dict[int, Fraction]:
    """The chances of a random best move with chance `skill`, else of a random legal one."""
    moves = position.moves()
    best = table(position.rules).best_moves(position)
    chances = {cell: (1 - skill) / len(moves) for cell in moves}
    for cell in best:
        chances[cell] += skill / len(best)
    return {cell: chance for cell, chance in chances.items() if chance}


class Perfect(Player):
    """A best move, chosen among equals by `rule`: first, random or trap."""

    RULES = ("first", "random", "trap")

    def __init__(self, rule: str = "trap", seed: int | None = None) -> None:
        super().__init__(seed)
        if rule not in self.RULES:
            raise PlayerError(f"{rule!r} is no rule of choice; they are {', '.join(self.RULES)}")
        self.rule = rule
        self.name = f"perfect:{rule}"

    def _sees_through(self, rules: Rules) -> bool:
        return has_table(rules)

    def _probabilities(self, position: Position) -> dict[int, Fraction]:
        if self.rule == "trap" and position.rules.cells <= TABLE_CELLS:
            return {trap(position.rules).move(position): Fraction(1)}
        best = table(position.rules).best_moves(position)
        return _uniform(best[:1] if self.rule == "first" else best)


PLAYERS: dict[str, Callable[[int | None], Player]] = {
    "perfect": lambda seed: Perfect(seed=seed),
    "minimax": Minimax,
    "random": Random,
}
