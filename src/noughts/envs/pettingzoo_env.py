"""Two agents that take turns, under PettingZoo's AEC API."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from noughts.core.position import Position
from noughts.core.rules import Rules, as_rules
from noughts.envs import values
from noughts.envs.observations import OneGame, view
from noughts.envs.options import (
    Board,
    Rendering,
    Reward,
    RewardName,
    checked_action,
    choice,
    rendering_of,
)
from noughts.envs.rendering import rendered
from noughts.errors import EnvError

AGENTS = ["player_1", "player_2"]  # X and O, named as PettingZoo recommends
ILLEGAL = -1  # the reward for an illegal action


def env(
    board: Board = "3,3,3",
    observation: str = "planes",
    reward: RewardName = "outcome",
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """The two-agent game in PettingZoo's wrappers, where an illegal action loses the game.

    >>> game = env("4,4,3")
    >>> game.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = game.last()
    >>> game.agent_selection, observation["observation"].shape, int(info["action_mask"].sum())
    ('player_1', (2, 4, 4), 16)

    Accepts the settings of `raw_env`, and raises the same errors.
    """
    game: AECEnv[str, Any, Any] = raw_env(board, observation, reward, render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=ILLEGAL)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - the name that PettingZoo gives it
    """The two-agent game of `player_1` (X) and `player_2` (O), without wrappers.

    An observation is a dict. Its entry `observation` is planes [2, rows, cols] with the agent's
    own stones first, or these planes in one dimension, or a codec's code. Its entry `action_mask`
    (int8) is all 0 for the agent that is not to move. Each agent's info also has this mask. After a
    move, the info of the agent that moved has the `action` and, on a board with a table of values,
    the exact `value` before the action and the `regret` of the action. At the end, each agent's
    info has the `outcome` for this agent. With `reward` "value", the reward of each agent for a
    move, its own or the other's, is the change of the exact value for this agent.

    >>> game = raw_env("2,2,2")
    >>> game.reset(seed=1)
    >>> game.step(3)
    >>> game.agent_selection, game.infos["player_1"]["value"], game.infos["player_1"]["regret"]
    ('player_2', 1, 0)

    Raises `EnvError` or `RulesError` for settings that are not valid, `EnvError` for a step before
    the first reset or after both agents have left, `CellError` for an action that the board does
    not have, and `IllegalMoveError` for an illegal action. An error changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - AECEnv's own declaration
        "render_modes": list(map(str, Rendering)),
        "name": "noughts_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        board: Board = "3,3,3",
        observation: str = "planes",
        reward: RewardName = "outcome",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules: Rules = as_rules(board)
        rules = self.rules
        self._rendering = rendering_of(render_mode)
        self.render_mode = render_mode
        self._view = view(observation, rules)
        self._shaped = choice(Reward, reward, "reward") is Reward.VALUE
        if self._shaped:
            values.required(rules, "reward='value'")
        self._values = values.values(rules)
        self.possible_agents: list[str] = AGENTS[:]
        self.agents: list[str] = []
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(rules.actions) for agent in AGENTS
        }
        mask = spaces.Box(0, 1, (rules.actions,), np.int8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": view(observation, rules).space, "action_mask": mask})
            for agent in AGENTS
        }
        self._game = OneGame(rules)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    def observation_space(self, agent: str) -> Any:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the agent's actions: each cell with each mark that a player may place."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's current observation.

        Raises `EnvError` before the first reset, and once both agents have left.
        """
        self._refuse_without_a_game()
        of_x = agent == AGENTS[0]
        seen = self._view.of(self._game.x, self._game.o, of_x)
        return {"observation": seen, "action_mask": self._mask(agent)}

    def last(self, observe: bool = True) -> Any:
        """The observation, reward, termination, truncation and info of the agent to move.

        Raises what `observe` raises.
        """
        self._refuse_without_a_game()
        return super().last(observe)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - nothing here is drawn
        """Begin a game."""
        self._game.reset()
        self.agents = AGENTS[:]
        self.agent_selection: str = AGENTS[0]
        self.rewards: dict[str, int] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.truncations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, Any] = {agent: {"action_mask": self._mask(agent)} for agent in AGENTS}
        self._shown()

    def step(self, action: Any) -> None:
        """Play the current agent's action, which must be None once the game is over."""
        self._refuse_without_a_game()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        cell = checked_action(action, self.rules)
        game = self._game
        x, o, second = game.x, game.o, game.second
        if not game.may_play(cell):
            self.position.play(cell)  # raises the error
        outcome = game.play(cell)
        other = AGENTS[1 - second]
        info: dict[str, Any] = {"action": cell}
        change = outcome or 0
        if self._values:
            info["value"], info["regret"] = self._values.judged(second, x, o, game.x, game.o)
            change = -info["regret"] if self._shaped else change
        self.terminations = dict.fromkeys(AGENTS, game.over)
        self._cumulative_rewards[agent] = 0
        self.agent_selection = AGENTS[game.second]
        self.rewards = {agent: change, other: -change}
        self.infos = {agent: info, other: {}}
        for sign, named in ((1, agent), (-1, other)):
            self.infos[named]["action_mask"] = self._mask(named)
            if outcome is not None:
                self.infos[named]["outcome"] = sign * outcome
        self._accumulate_rewards()
        self._shown()

    def render(self) -> Any:
        """The board as text or as a picture.

        In `human` mode, prints the board, as each reset and step does, and returns None.
        """
        return rendered(self.position, self._rendering)

    def close(self) -> None:
        """Do nothing, since no resources are open; PettingZoo requires this method."""

    def _refuse_without_a_game(self) -> None:
        if not self.agents:
            raise EnvError(f"{self} has no game to play in; call reset first")

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        if agent == self.agent_selection and not self.terminations[agent]:
            return self._game.mask()
        return np.zeros(self.rules.actions, np.int8)

    def _shown(self) -> None:
        if self._rendering is Rendering.HUMAN:
            rendered(self.position, self._rendering)
