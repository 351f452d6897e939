"""`Strong`: the player for every board."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

from noughts.core.game import Game, as_position
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PlayerError, TooLargeError
from noughts.players.base import Player
from noughts.players.graded import number_written
from noughts.players.judgement import Judgement
from noughts.players.probabilities import uniform
from noughts.players.random_and_perfect import Perfect
from noughts.players.registry import STRONG_SECONDS
from noughts.players.strong import search_proofs
from noughts.players.strong.budget import Budget
from noughts.players.strong.gravity import FallingWorths
from noughts.players.strong.move_worths import NEEDS, MoveWorths
from noughts.players.strong.search_proofs import Prover
from noughts.players.strong.tree_search import TreeSearch, prepare_trees
from noughts.solver.search.limits import Progress
from noughts.solver.tables.table import has_table, table
from noughts.solver.which_search import takes

STRONG_CELLS = 4096  # the most cells of a board that `Strong` plays: 64x64
STRONG_LINES = 65_536  # the most lines of such a board
LONGEST_TIME = 3600  # seconds for a move


def compile_for(rules: Rules, progress: Callable[[Progress], object]) -> None:
    """Compile the code that `Strong` needs for a board without a table; report to `progress`."""
    search_proofs.prepare(rules, progress)
    if not rules.has(*NEEDS):
        prepare_trees(rules, progress)


class Strong(Player, proven=True):
    """Plays a best move if it can prove one in time, otherwise the move that seems best.

    On a board with a table it plays like `Perfect`. On other boards it thinks for up to `seconds`
    per move, not counting the time to compile, or, if `nodes` is given, for up to `nodes` nodes
    instead. A node is a position, a random game or, in the search of `solve`, 20 positions.
    With `nodes`, equal seeds give equal games on every machine.

    It never misses a winning line. If each player places one stone a turn, always of the same mark
    and on any free cell, and both players have the same aim, `Strong` looks a few moves ahead and,
    if lines win, finds wins by threats and stops the opponent's. In other games it uses Monte Carlo
    tree search. If stones fall on a flat board and `solver.gravity` supports the game, `Strong`
    also proves values, to win as soon or lose as late as it can; unless `nodes` is given, it keeps
    its proofs for later moves.

    >>> position = Position.parse(
    ...     "....../..XX../..O.../...O../....../......", Rules(6, 6, 4)
    ... )
    >>> Strong(nodes=1000).choose(position)    # three in a row that is open at both ends
    7

    Raises `PlayerError` unless `seconds` is a number above 0 and up to 3600 (an hour), and `nodes`
    is None or a positive integer.
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
        self._most: float | None = None  # seconds that a clock allows

    def __getstate__(self) -> dict[str, Any]:
        """The state without the searches, so that a player can be copied and pickled."""
        return {**self.__dict__, "_kept": []}

    def check(self, rules: Rules) -> None:
        """Raise `TooLargeError` for a board with too many cells or lines."""
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
            compile_for(rules, lambda _: None)

    def hurry(self, seconds: float | None) -> None:
        """Limit the time to think about a move; it has no effect with `nodes`."""
        self._most = seconds

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Equal probabilities for the best moves that were found."""
        if has_table(position.rules):
            return Perfect().probabilities(position)
        worths = self._worths(position, every=False)
        return uniform(worths.best(worths.moves()))

    def judge(self, position: Position | Game | str) -> list[Judgement]:
        """The judgement of every move, in order of cell. Values not proved in time are estimates.

        >>> Strong().judge("XX./OO./..X")[1]
        Judgement(cell=5, value=1, remoteness=1, proved=True)

        Raises `GameOverError` once the game is over, and what `check` raises.
        """
        position = self.ready(as_position(position))
        if has_table(position.rules):
            return [Judgement(*move) for move in table(position.rules).moves(position)]
        return self._worths(position, every=True).moves()

    def _worths(self, position: Position, every: bool) -> MoveWorths | FallingWorths | TreeSearch:
        seconds = self.seconds if self._most is None else min(self.seconds, self._most)
        budget = Budget(seconds if self.nodes is None else None, self.nodes)
        if position.rules.has(*NEEDS):
            return self.move_worths(position, budget, every)
        if not takes(position.rules):
            return TreeSearch(position, budget, every)
        # With `nodes`, an answer must not depend on earlier calls.
        return FallingWorths(position, budget, every, self._kept if self.nodes is None else [])


def time_for_a_move(written: Fraction | float | str, most: float) -> float:
    """The number `written`, as seconds. Raises `PlayerError` unless it is above 0 and up to `most`.

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
