"""Players that need no more than the values of moves: random, minimax, perfect.

A best move is any move that keeps the value of the position; see `noughts.table`. On a board of
more than `TABLE_CELLS` cells, whose table is in a file, the games against a random opponent are too
many to enumerate, so `perfect:trap` plays like `perfect:random`.
"""

from __future__ import annotations

from fractions import Fraction

from noughts.core.answers import LAWS
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PlayerError, TooLargeError
from noughts.players.base import Mixture, Player
from noughts.players.probabilities import uniform
from noughts.solver.tables.table import TABLE_CELLS, has_table, table
from noughts.solver.textbook_minimax import alphabeta


class Random(Player, proven=True):
    """Plays a random legal move; all legal moves are equally likely.

    >>> Random().probabilities(Position.parse("XOX/OXO/..."))
    {6: Fraction(1, 3), 7: Fraction(1, 3), 8: Fraction(1, 3)}
    """

    name = "random"

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The same probability for every legal move."""
        return uniform(position.legal_moves)

    def mixture(self, rules: Rules) -> Mixture:
        """The mixture with skill 0 at every ply."""
        return Mixture((Fraction(0),) * rules.cells)


class Foreseeing(Player):
    """A player that needs the exact value of every move."""

    reads_files = True  # whether it can also use a table in a file, for a larger board

    def check(self, rules: Rules) -> None:
        """Raise `TooLargeError` if the player cannot compute the values of the board."""
        rules.require(f"the {self.name} player", "full")
        if not (has_table(rules) if self.reads_files else rules.cells <= TABLE_CELLS):
            raise TooLargeError(
                f"the {self.name} player cannot play {rules}: it has {rules.cells} cells, and "
                f"{TABLE_CELLS} is the most that it solves; the strong player plays larger boards"
            )

    def prepare(self, rules: Rules) -> None:
        """Solve the board."""
        table(rules)


def weighs_random(rules: Rules) -> bool:
    """Whether the rule `trap` can compute results against a random opponent on this board.

    >>> from noughts import TICTACTOE
    >>> weighs_random(TICTACTOE), weighs_random(Rules(4, 4, 4))
    (True, False)
    """
    return rules.cells <= TABLE_CELLS and rules.has(*LAWS)


class Minimax(Foreseeing, proven=True):
    """Plays the first best move, found by `alphabeta`.

    The player considers only values, so it may win later than necessary.

    >>> Minimax().choose("XX./OO./...")
    2
    """

    name = "minimax"
    reads_files = False

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Probability 1 for the best move in the lowest cell."""

        def worth(move: int) -> int:
            after = position.play_unchecked(move)
            value = alphabeta(*after.sides, position.rules)
            return value if after.turn == position.turn else -value

        return {max(position.legal_moves, key=worth): Fraction(1)}

    def mixture(self, rules: Rules) -> Mixture:
        """The mixture with skill 1 at every ply: the table gives the same moves as `alphabeta`."""
        return Mixture((Fraction(1),) * rules.cells, "first")


class Perfect(Foreseeing, proven=True):
    """Plays a best move; among several, `rule` chooses: first, random or trap.

    >>> Perfect("random").probabilities(Position.parse("XO./.X./..O"))
    {3: Fraction(1, 2), 6: Fraction(1, 2)}
    """

    RULES = ("first", "random", "trap")

    def __init__(self, rule: str = "trap", seed: int | None = None) -> None:
        super().__init__(seed)
        if rule not in self.RULES:
            raise PlayerError(
                f"{quoted(rule)} is not a way to choose among best moves; "
                f"the ways are {', '.join(self.RULES)}"
            )
        self.rule = rule
        self.name = f"perfect:{rule}"

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Equal probabilities for the best moves that the rule allows."""
        return uniform(chosen(position, self.rule))

    def mixture(self, rules: Rules) -> Mixture:
        """The mixture with skill 1 at every ply."""
        return Mixture((Fraction(1),) * rules.cells, self.rule)


def chosen(position: Position, rule: str) -> list[int]:
    """The best moves among which a rule chooses; all are equally likely.

    On a board of at most `TABLE_CELLS` cells for which `weighs_random` is false, `trap` chooses
    among the best moves that win soonest or, if all moves lose, among those that lose latest. If
    the best moves draw, it chooses among all of them.

    >>> position = Position.parse("XO./.X./..O")
    >>> chosen(position, "random"), chosen(position, "first")
    ([3, 6], [3])
    """
    if rule == "trap" and weighs_random(position.rules):
        from noughts.players.trap import trap  # late, so that the first prompt does not wait for it

        return [trap(position.rules).move(position)]
    solved = table(position.rules)
    best = solved.best_moves(position)
    if rule == "first":
        return best[:1]
    if rule == "random" or position.rules.cells > TABLE_CELLS:
        return best
    late = {move.cell: -move.value * move.remoteness for move in solved.moves(position)}
    latest = max(late[cell] for cell in best)
    return [cell for cell in best if late[cell] == latest]
