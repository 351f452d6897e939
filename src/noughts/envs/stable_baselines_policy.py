"""A model of Stable-Baselines3 as a policy, by its rating of each action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.errors import EnvError

Policy = Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]]


def ratings(model: Any, observations: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A model's rating of each action, legal or not: DQN's values, PPO's logits [n, actions].

    `observations` are planes [n, 2, rows, cols], as `noughts.evaluate` gives them; the model has
    learned from planes, flat or not. Raises `EnvError` for a model of other observations.
    """
    net = model.policy
    shape = net.observation_space.shape
    if np.prod(shape) != np.prod(observations.shape[1:]):
        raise EnvError(
            f"the model takes observations {list(shape)}; {list(observations.shape[1:])} are "
            "given: planes of the board on which it learned are needed"
        )
    inputs, _ = net.obs_to_tensor(observations.reshape(len(observations), *shape))
    if hasattr(net, "q_net"):
        rated = net.q_net(inputs)
    else:
        rated = net.get_distribution(inputs).distribution.logits
    given: npt.NDArray[Any] = rated.detach().cpu().numpy()
    return given


def best_rated(model: Any) -> Policy:
    """The policy that plays the legal action that a model rates best, for `noughts.evaluate`.

    `model` is a DQN, PPO or MaskablePPO. This shows how much a perfect opponent gains against a
    model:

    >>> from noughts.evaluate import exploitability
    >>> def gained(model):
    ...     return exploitability(best_rated(model))
    """

    def policy(observations: npt.NDArray[Any], masks: npt.NDArray[Any]) -> npt.NDArray[Any]:
        rated = np.where(masks, ratings(model, observations), -np.inf)
        best: npt.NDArray[Any] = np.eye(masks.shape[1])[rated.argmax(axis=1)]
        return best

    return policy
