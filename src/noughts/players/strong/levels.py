"""The player for every board, and levels with names that a person understands.

`Easy`, `Medium` and `Hard` are strong, but with mistakes of a stated chance.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from noughts.core.game import Game, as_position
from noughts.core.position import Position
from noughts.core.quoting import quoted
from noughts.core.rules import Rules
from noughts.errors import PlayerError, TooLargeError
from noughts.players.base import Judgement, Player
from noughts.players.graded import number_written
from noughts.players.probabilities import uniform
from noughts.players.random_and_perfect import Perfect
from noughts.players.registry import STRONG_SECONDS
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.gravity import FallingWorths
from noughts.players.strong.move_worths import NEEDS, MoveWorths
from noughts.players.strong.search_proofs import Prover, prepare
from noughts.players.strong.tree_search import TreeSearch, prepare_trees
from noughts.solver.gravity.columns import takes
from noughts.solver.tables.table import has_table, table

STRONG_CELLS = 4096  # of a board that it plays: 64x64
STRONG_LINES = 65_536  # of such a board
LONGEST_TIME = 3600  # seconds a move


class Strong(Player, proven=True):
    """A best move where one is proved in time, else the move that seems best.

    It plays as `Perfect` where there is a table. Elsewhere it thinks for up to `seconds` per move,
    without the time for compiling, or visits up to `nodes` positions. With `nodes`, equal seeds
    play equal games on every machine. It never misses a line. In a game with all laws it takes wins
    by threats and stops them; in others it searches a tree of random games. On flat boards where
    stones fall, it proves what it can, and hurries; there it reuses what it has proved at earlier
    moves, unless `nodes` are given.

    >>> position = Position.parse(
    ...     "....../..XX../..O.../...O../....../......", Rules(6, 6, 4)
    ... )
    >>> Strong(nodes=1000).choose(position)    # three in a row that is open at both ends
    7

    Raises `PlayerError` unless `seconds` is above 0 and at most an hour, and `nodes` is None or a
    whole number from 1.
    """

    move_worths: ClassVar[type[MoveWorths]] = MoveWorths

    def __init__(
        self,
        seconds: Fraction | float | str = STRONG_SECONDS,
        seed: int | None = None,
        nodes: int | None = None,
    ) -> None:
        super().__init__(seed)
        self.seconds: float = time_for_a_move(seconds, LONGEST_TIME)
        if nodes is not None and (type(nodes) is not int or nodes < 1):
            raise PlayerError(f"nodes is {quoted(nodes)}; a whole number from 1 is needed")
        self.nodes = nodes
        self.name: str = f"strong:{self.seconds:g}" if nodes is None else f"strong:{nodes} nodes"
        self._kept: list[Prover] = []

    def __getstate__(self) -> dict[str, Any]:
        """All except the searches, so that a player can be copied and pickled."""
        return {**self.__dict__, "_kept": []}

    def check(self, rules: Rules) -> None:
        """Raise `TooLargeError` for a board with more cells or lines than it can weigh."""
        if rules.cells > STRONG_CELLS:
            raise TooLargeError(
                f"the strong player cannot play {rules}: it has {rules.cells} cells, and "
                f"{STRONG_CELLS} is the most it can weigh; the random player plays any board"
            )
        lines = sum(direction.starts.bit_count() for direction in rules.directions)
        if lines > STRONG_LINES:
            raise TooLargeError(
                f"the strong player cannot play {rules}: it has {lines} lines, and "
                f"{STRONG_LINES} is the most it can weigh; the random player plays any board"
            )

    def prepare(self, rules: Rules) -> None:
        """Compile the search for the board, or solve the board."""
        if has_table(rules):
            table(rules)
        else:
            prepare(rules, lambda _: None)
            if not rules.has(*NEEDS):
                prepare_trees(rules)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The best moves that it found, all equally likely."""
        if has_table(position.rules):
            return Perfect().probabilities(position)
        worths = self._worths(position, every=False)
        return uniform(worths.best(worths.moves()))

    def judge(self, position: Position | Game | str) -> list[Judgement]:
        """What every move is worth, by rising cell: proved where its time allows, else judged.

        >>> Strong().judge("XX./OO./..X")[1]
        Judgement(cell=5, value=1, remoteness=1, proved=True)

        Raises `GameOverError` once the game is over, and what `check` raises.
        """
        position = self.ready(as_position(position))
        if has_table(position.rules):
            return [Judgement(*move) for move in table(position.rules).moves(position)]
        return self._worths(position, every=True).moves()

    def _worths(self, position: Position, every: bool) -> MoveWorths | FallingWorths | TreeSearch:
        budget = Budget(self.seconds if self.nodes is None else None, self.nodes)
        if position.rules.has(*NEEDS):
            return self.move_worths(position, budget, every)
        if not takes(position.rules):
            return TreeSearch(position, budget, every)
        # With nodes, what a player answers must not depend on what it was asked before.
        return FallingWorths(position, budget, every, self._kept if self.nodes is None else [])


def time_for_a_move(written: Fraction | float | str, most: float) -> float:
    """The seconds in a text, above 0 and up to `most`. Raises `PlayerError` for any other text.

    >>> time_for_a_move("1/4", 3), time_for_a_move(1e-9, 3)
    (0.25, 1e-09)
    """
    seconds = number_written(written)
    if seconds is None or not 0 < seconds <= most:
        raise PlayerError(
            f"{quoted(written)} is not a time for a move; write seconds, above 0 and up to {most:g}"
            ", such as 1 or 0.1"
        )
    return float(seconds)


AT_A_GLANCE = 8  # moves that look best to who does not think


class Careless(Player, proven=True):
    """With the chance `slips`, a move at a glance; else the move of `Strong`, with `seconds`.

    A move at a glance looks no move ahead: it is any of the eight on which the live lines of both
    sides weigh most, all equally likely, whatever they threaten.
    """

    slips: ClassVar[Fraction]
    seconds: ClassVar[float]

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        super().__init__(seed)
        self._strong = Strong(self.seconds, seed, nodes)

    def check(self, rules: Rules) -> None:
        """Raise as `Strong` does."""
        self._strong.check(rules)

    def prepare(self, rules: Rules) -> None:
        """Compile or solve as `Strong` does."""
        self._strong.prepare(rules)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chances of both kinds of move together."""
        chances = dict.fromkeys(position.legal_moves, Fraction(0))
        for cell, chance in self._strong.probabilities(position).items():
            chances[cell] += (1 - self.slips) * chance
        glances = at_a_glance(position)
        for cell in glances:
            chances[cell] += self.slips / len(glances)
        return {cell: chance for cell, chance in chances.items() if chance}


class Easy(Careless):
    """As `Strong`, but one move in two is made without looking ahead.

    >>> Easy().probabilities(Position.parse("XX./OO./..."))[2]    # 1/2 + 1/2 * 1/5
    Fraction(3, 5)
    """

    name = "easy"
    slips: ClassVar[Fraction] = Fraction(1, 2)
    seconds: ClassVar[float] = 0.1


class Medium(Careless):
    """As `Strong`, but one move in five is made without looking ahead.

    >>> Medium().probabilities(Position.parse("XX./OO./..."))[2]    # 4/5 + 1/5 * 1/5
    Fraction(21, 25)
    """

    name = "medium"
    slips: ClassVar[Fraction] = Fraction(1, 5)
    seconds: ClassVar[float] = 0.2


class Hard(Careless):
    """As `Strong`, but one move in twenty is made without looking ahead.

    >>> Hard().probabilities(Position.parse("XX./OO./..."))[2]    # 19/20 + 1/20 * 1/5
    Fraction(24, 25)
    """

    name = "hard"
    slips: ClassVar[Fraction] = Fraction(1, 20)
    seconds: ClassVar[float] = 0.5


def at_a_glance(position: Position) -> list[int]:
    """The moves on which the lines weigh most, or in misère least.

    Where lines are not a player's own, or the players have different aims, these are all moves.
    """
    if not position.rules.has("owned", "fair", "stones"):
        return position.legal_moves
    judge = AlphaBeta(position.rules, *position.sides, Budget())
    return judge.ordered(position.legal, 0)[:AT_A_GLANCE]
