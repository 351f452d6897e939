"""Learning by a table of values: Q-learning, SARSA, TD(0) on afterstates, and Monte Carlo.

A value is the expected result of a move for the player who makes it: 1 for a win, 0 for a draw, -1
for a loss. After a game, the value of each move of the agent is brought closer to a target:

    q        the value of the best next move
    sarsa    the value of the next move that was played
    mc       the result of the game
    td       as q, but a value belongs to the position after the move, however it is reached

Against an opponent, the next move is the agent's own. In self-play it may be the other player's
move, whose value is then negated. At the n-th update of a value, the step size is 1/n, or `rate` if
`rate` is larger.

C. Watkins, 1989 (Q-learning); R. Sutton and A. Barto, "Reinforcement Learning", 2nd edition, 2018.
The book's opening example uses TD(0) on afterstates, without updates after exploratory moves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from noughts.arrays.checks import whole
from noughts.core.message_text import quoted
from noughts.core.rules import TICTACTOE, Rules, X
from noughts.errors import PlayerError
from noughts.evaluate.policies import AnyPolicy
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Array, Int8s
from noughts.learn import update_kernel
from noughts.learn.agent import Agent, Weights, weights_of
from noughts.players import agent_constants
from noughts.players.random_numbers import HALF_BITS
from noughts.players.registry import MARKS

METHODS = dict(
    zip(
        agent_constants.METHODS,
        (update_kernel.Q, update_kernel.SARSA, update_kernel.TD, update_kernel.MC),
        strict=True,
    )
)
OF_NOTHING = np.zeros((1, 1), np.int64)  # the weights of no opponent
ITSELF = 2  # the side of an agent in self-play
UNIT = 1 << HALF_BITS  # probability 1 of exploring, as an integer


class Tabular(Agent):
    """An agent with a table of values; `method` is `"q"`, `"sarsa"`, `"td"` or `"mc"`.

    The agent plays the move with the highest value; of several such moves, it plays the one with
    the lowest number. With `shared`, symmetric positions share their values: the agent chooses its
    move in the smallest member of the symmetry class, and moves that are equivalent by symmetry are
    equally likely.

    >>> from noughts.evaluate import exploitability
    >>> agent = Tabular("q", "2,3,3", seed=1)
    >>> results = agent.train(5_000)
    >>> exploitability(agent, "2,3,3")
    0.0

    Raises `TooLargeError` for a board of more than 12 cells, and `PlayerError` if `method` or
    `rate` is not valid.
    """

    def __init__(
        self,
        method: str = "q",
        rules: Rules | str = TICTACTOE,
        rate: float = 0.1,
        shared: bool = True,
        seed: int | None = None,
    ) -> None:
        if not isinstance(method, str) or method not in METHODS:
            raise PlayerError(f"{quoted(method)} is not a method; give one of {', '.join(METHODS)}")
        super().__init__(rules, shared, seed)
        self.kind = self.name = self.method = method  # type: ignore[misc] # set for each object
        self.rate: float = share(rate, "rate")
        self.shared: bool = bool(shared)
        width = 1 if method == "td" else self.rules.actions
        self._values = np.zeros((len(self.graph), width), np.float32)
        self._visits = np.zeros((len(self.graph), width), np.int32)

    def train(
        self,
        games: int,
        against: AnyPolicy | None = None,
        side: str = "x",
        explore: tuple[float, float] = (1.0, 0.0),
    ) -> Int8s:
        """Play games and learn from each. Returns the results.

        The results are int8 [games]: 1 for a win by the agent, 0 for a draw, -1 for a loss.

        If `against` is None, the agent plays against itself, and the results are X's. Otherwise
        `against` is a batch policy or a player, and `side` is the agent's side, `"x"` or `"o"`.
        When the agent explores, it plays a random legal move. The probability of exploring changes
        from game to game, from the first number of `explore` towards the second in equal steps.

        Raises `PlayerError` for settings that are not valid, and what the opponent raises.
        """
        results = np.zeros(whole(games, "games"), np.int8)
        if not isinstance(explore, Sequence) or len(explore) != 2:
            raise PlayerError(f"explore is {quoted(explore)}; two numbers from 0 to 1 are needed")
        first, last = (share(each, "explore") for each in explore)
        if side not in MARKS:
            raise PlayerError(f"side is {quoted(side)}; give 'x' or 'o'")
        learner = self._learner(ITSELF if against is None else MARKS[side] - X)
        opponent = OF_NOTHING if against is None else weights_of(against, self.graph)
        explored = (first * UNIT, last * UNIT)
        loops(update_kernel).learn_games(learner, opponent, explored, self.stream, results)
        self.games += len(results)
        return -results if side == "o" and against is not None else results

    def weights(self) -> Weights:
        """A weight of 1 for the best move in each state, and of 0 for all other moves."""
        cells = np.empty(len(self.graph), np.int64)
        loops(update_kernel).best_cells(self._learner(ITSELF), cells)
        weights = np.zeros(self.graph.after.shape, np.int64)
        states = np.arange(len(weights))
        weights[states, self.graph.alike[states, cells]] = 1
        return weights

    def _learner(self, side: int) -> update_kernel.Learner:
        """The agent as an argument of the loops; `side` is `ITSELF`, 0 or 1."""
        settings = (METHODS[self.method], side, np.float32(self.rate))
        learnt = (self._values, self._visits)
        graph = self.graph.after, self.graph.movers, self.graph.choices
        learner: update_kernel.Learner = loops(update_kernel).Learner(*settings, *graph, *learnt)
        return learner

    def settings(self) -> dict[str, object]:
        """As `Agent.settings`."""
        return {"method": self.method, "rate": self.rate, "shared": self.shared}

    def tables(self) -> dict[str, Array]:
        """As `Agent.tables`."""
        return {"values": self._values, "visits": self._visits}

    def flawed(self, tables: dict[str, Array]) -> bool:
        """As `Agent.flawed`."""
        in_reach = np.abs(tables["values"]) <= 1
        return not (in_reach.all() and (tables["visits"] >= 0).all())


def share(given: object, name: str) -> float:
    """The argument as a number from 0 to 1. Raises `PlayerError` for anything else."""
    if not isinstance(given, int | float) or not 0 <= given <= 1:
        raise PlayerError(f"{name} is {quoted(given)}; a number from 0 to 1 is needed")
    return float(given)
