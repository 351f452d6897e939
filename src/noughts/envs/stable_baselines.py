"""`MNKVecEnv`: the games of an `MNKVectorEnv` as a `VecEnv`.

`MNKVectorEnv.as_vec_env` imports this module only when called, since Stable-Baselines3 imports
PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from noughts.errors import EnvError

METHODS = ("action_masks", "positions", "render")  # the methods with a result for each game


class MNKVecEnv(VecEnv):
    """Games that restart in the step that ends them; see `MNKVectorEnv.as_vec_env`."""

    def __init__(self, envs: Any) -> None:
        self.envs = envs  # an MNKVectorEnv of the mode "SameStep"
        self.infos: dict[str, Any] = {}
        self._actions: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Begin all games. Returns the observations [n, ...]."""
        observations, self.infos = self.envs.reset(seed=self._seeds)
        self._reset_seeds()
        return observations

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Store the actions [n] for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        """Play the actions. Returns observations, rewards [n], which games ended [n], and n dicts.

        The dict of a game that ended has the entries that the last `info` of an `MNKEnv` would
        have, the `terminal_observation`, and False as `TimeLimit.truncated`; all other dicts are
        empty. `self.infos` keeps the `infos` of the `MNKVectorEnv`, with arrays for all games.
        """
        observations, rewards, over, _, self.infos = self.envs.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if over.any():
            final, seen = self.infos["final_info"], self.infos["final_obs"]
            entries = [name for name in final if not name.startswith("_")]
            for item in np.flatnonzero(over).tolist():
                has = [name for name in entries if final[f"_{name}"][item]]
                told[item] = {name: final[name][item] for name in has}
                told[item] |= {"terminal_observation": seen[item], "TimeLimit.truncated": False}
        return observations, rewards.astype(np.float32), over, told

    def close(self) -> None:
        """Close the games, as `MNKVectorEnv.close` does."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The value of a shared attribute, repeated for each game."""
        return [getattr(self.envs, attr_name)] * len(self._items(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> NoReturn:
        """Raises `EnvError`, since the settings of games are fixed."""
        del value, indices
        raise EnvError(f"{attr_name} of {self.envs!r} cannot be set; make other games")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """The result of `action_masks`, `positions` or `render` for each game.

        Raises `EnvError` for any other method.
        """
        if method_name not in METHODS:
            raise EnvError(f"{method_name} is not asked of one game; {', '.join(METHODS)} are")
        found = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [found[item] for item in self._items(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """False for each game, since the games are not wrapped."""
        del wrapper_class
        return [False] * len(self._items(indices))

    def get_images(self) -> Sequence[Any]:
        """The boards as pictures, if `render_mode` is "rgb_array"."""
        return self.env_method("render")

    def _items(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))
