"""`MNKEnv`: a Gymnasium environment with one game, one agent, and a built-in opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from noughts.arrays import BatchPolicy
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X, as_rules
from noughts.envs import values
from noughts.envs.observations import OneGame, view
from noughts.envs.options import (
    RANDOM,
    Board,
    Illegal,
    IllegalName,
    Opponent,
    Rendering,
    Reward,
    RewardName,
    Side,
    checked_action,
    choice,
    one_at_a_time,
    opponent_of,
    rendering_of,
    side_of,
)
from noughts.envs.rendering import rendered
from noughts.errors import EnvError, GameOverError
from noughts.players.base import Player
from noughts.players.random_numbers import HALF_BITS, Numbers

Info = dict[str, Any]
T = TypeVar("T")


class MNKEnv(gymnasium.Env[Any, Any]):
    """One game at a time, for one agent, against an opponent that answers within each step.

    >>> import gymnasium, noughts.envs
    >>> env = gymnasium.make("noughts/TicTacToe-v0", opponent="perfect", side="o")
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"]
    array([0, 1, 1, 1, 1, 1, 1, 1, 1], dtype=int8)
    >>> observation, reward, terminated, truncated, info = env.step(1)
    >>> info["value"], info["regret"]    # a draw before the move, which gave it away
    (0, 1)

    - `board`: rules, or their text, as in "4,4,3", "3x3x3,3" or "3,3,3,torus".
    - `opponent`: a player's name, a `Player`, a function from a position to a cell, or a batch
      policy (a `noughts.arrays.BatchPolicy`, or a function of observations and masks).
      `noughts.players.as_player` documents how the two kinds of function are told apart.
    - `side`: "x" moves first, "o" moves second; with "random", each reset draws one of the two.
    - `observation`: "flat" (int8 [2 * cells], the agent's stones and then the opponent's), "planes"
      (the same numbers in the shape [2, rows, cols]), or the name of a codec, such as "ordinal" or
      "canonical" (the position's code, an int64).
    - `illegal`: the effect of an illegal action, such as a move to a taken cell. "lose" ends the
      game with the outcome -1, "raise" raises an error and changes nothing, and "mask" plays a
      random legal action instead.
    - `reward`: with "outcome", the reward is 0 until the end, and then 1, 0 or -1; with "value",
      the reward of each step is the change of the exact value for the agent.
    - `render_mode`: "ansi", "rgb_array", "human" (which prints), or None.

    `info` has the `action_mask` (int8) and, after a step, the `action` played. After a step on a
    board with a table of values, `info` also has the exact `value` before the action (1, 0 or -1
    for the agent) and the `regret`: by how much the action lowered this value. At the end, `info`
    also has the `outcome` for the agent, and `illegal` if an illegal action ended the game.
    `truncated` is always False, since every game ends.

    Raises `EnvError`, `RulesError`, `PlayerError` or `TooLargeError` for settings that are not
    valid, `EnvError` for a step before the first reset, `CellError` for an action that the board
    does not have, `IllegalMoveError` for an illegal action if `illegal` is "raise", and
    `GameOverError` for an action after the end. An error changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Env's own declaration
        "render_modes": list(map(str, Rendering)),
        "render_fps": 2,
    }

    def __init__(
        self,
        board: Board = "3,3,3",
        opponent: Opponent = "random",
        side: Side = "x",
        observation: str = "flat",
        illegal: IllegalName = "lose",
        reward: RewardName = "outcome",
        render_mode: str | None = None,
    ) -> None:
        self.rules: Rules = as_rules(board)
        self._side = side_of(side)
        self.opponent: Player | BatchPolicy = opponent_of(opponent, self.rules, self._side)
        self._rendering = rendering_of(render_mode)
        self.render_mode = render_mode
        self._draw = one_at_a_time(self.opponent, self.rules)
        self._view = view(observation, self.rules)
        self._illegal = choice(Illegal, illegal, "illegal")
        self._shaped = choice(Reward, reward, "reward") is Reward.VALUE
        if self._shaped:
            values.required(self.rules, "reward='value'")
        self._values = values.values(self.rules)
        self.observation_space: spaces.Space[Any] = self._view.space
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.rules.actions)
        self._numbers: Numbers | None = None
        self._game = OneGame(self.rules)
        self._of_x = True  # whether the agent is X

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    @property
    def side(self) -> int:
        """The agent's mark in this game, X or O."""
        return X if self._of_x else O

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as bools, under the name that sb3-contrib calls."""
        return self._game.mask().view(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Begin a game. If the agent is O, the opponent makes the first move.

        A `seed` determines all random draws in this game and in later games.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._numbers = Numbers(seed)
        elif self._numbers is None:
            self._numbers = Numbers(int(self.np_random.integers(1 << 63)))
        self._or_nothing(self._begin, self._numbers)
        self._shown()
        return self._seen(), {"action_mask": self._game.mask()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Play an action, then the opponent's moves up to the agent's next turn."""
        if self._numbers is None:
            raise EnvError(f"{self!r} has not begun a game; call reset first")
        cell = checked_action(action, self.rules)
        if self._game.over:
            raise GameOverError(
                f"cell {cell} cannot be played: the game is over in {self.position}; call reset"
            )
        if self._illegal is Illegal.RAISE and not self._game.may_play(cell):
            self.position.play(cell)  # raises the error
        reward, info = self._or_nothing(self._turn, self._numbers, cell)
        info["action_mask"] = self._game.mask()
        self._shown()
        return self._seen(), float(reward), self._game.over, False, info

    def _or_nothing(self, change: Callable[..., T], numbers: Numbers, *arguments: int) -> T:
        """Make a change, or restore the previous state if the opponent raises an error."""
        game = self._game
        kept = game.x, game.o, game.over, self._of_x, numbers.state
        try:
            return change(numbers, *arguments)
        except Exception:
            game.x, game.o, game.over, self._of_x, numbers.state = kept
            raise

    def _begin(self, numbers: Numbers) -> None:
        self._game.reset()
        side = self._side
        if side == RANDOM:
            side = O if numbers.draw() >> 63 else X
        self._of_x = side == X
        self._reply(numbers)

    def _turn(self, numbers: Numbers, cell: int) -> tuple[int, Info]:
        """Play the agent's and the opponent's moves. Returns the reward and entries for `info`."""
        game, known, side = self._game, self._values, self.side - X
        before = known.to_mover(game.x, game.o) if known else 0
        loses = False
        if not game.may_play(cell):
            loses = self._illegal is Illegal.LOSE
            cell = cell if loses else self._masked(numbers.draw())
        info: Info = {"action": cell}
        if loses:
            info["illegal"] = game.over = True
            outcome: int | None = -1
        else:
            outcome = game.play(cell)
        if known:
            after = -1 if loses else known.to_player(side, game.x, game.o)
            info |= {"value": before, "regret": before - after}
        if outcome is None:
            outcome = self._reply(numbers)
        reward = outcome or 0
        if outcome is not None:
            info["outcome"] = outcome
        elif known and self._shaped:
            reward = known.to_mover(game.x, game.o)
        return reward - before if self._shaped else reward, info

    def render(self) -> Any:
        """The board as text or as a picture.

        In `human` mode, prints the board, as each reset and step does, and returns None.
        """
        return rendered(self.position, self._rendering)

    def _reply(self, numbers: Numbers) -> int | None:
        """Play the opponent's moves up to the agent's turn. Returns the agent's outcome or None."""
        game, outcome = self._game, None
        while outcome is None and game.second != self.side - X:
            outcome = game.play(self._draw(game.x, game.o, numbers.draw()))
        return None if outcome is None else -outcome

    def _masked(self, number: int) -> int:
        """A legal action, chosen by a random number."""
        legal = self._game.legal()
        return legal[(number >> HALF_BITS) * len(legal) >> HALF_BITS]

    def _seen(self) -> Any:
        return self._view.of(self._game.x, self._game.o, self._of_x)

    def _shown(self) -> None:
        if self._rendering is Rendering.HUMAN:
            rendered(self.position, self._rendering)
