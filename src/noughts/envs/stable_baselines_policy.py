"""A Stable-Baselines3 model as a policy that plays the action with the highest rating."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays import BatchPolicy, Positions, encode
from noughts.codecs import codec
from noughts.core.message_text import listed
from noughts.core.rules import Rules
from noughts.envs.observations import code_names
from noughts.errors import EnvError

Array = npt.NDArray[Any]

RATING = "DQN, QRDQN, PPO, A2C, TRPO and MaskablePPO rate each action"
INPUTS = 1 << 24  # the most inputs to a network in one call; a code is one-hot


def ratings(model: Any, observations: Array) -> Array:
    """A model's ratings [n, actions] of all actions, legal or not: DQN's values or PPO's logits.

    `observations` are planes [n, 2, rows, cols], as `noughts.evaluate` passes them. The model must
    have been trained on "planes" or "flat". Raises `EnvError` for a model that was trained on other
    observations, does not rate actions, or also rates them by earlier moves.
    """
    net = rating_net(model)
    shape = net.observation_space.shape
    if np.prod(shape) != np.prod(observations.shape[1:]):
        raise EnvError(
            f"the model takes observations {list(shape)}; {list(observations.shape[1:])} are "
            "given: planes of the board on which it learned are needed"
        )
    return _rated(net, observations.reshape(len(observations), *shape))


def rating_net(model: Any) -> Any:
    """The network with which a model rates actions by the position alone.

    Raises `EnvError` if the model has no such network.
    """
    net = getattr(model, "policy", None)
    name = type(model).__name__
    if hasattr(net, "lstm_actor"):
        raise EnvError(
            f"{name} remembers the moves before a position, so it is not a policy of positions; "
            f"{RATING} in a position alone"
        )
    if not any(hasattr(net, part) for part in ("q_net", "quantile_net", "get_distribution")):
        raise EnvError(f"{name} does not rate actions; {RATING}")
    return net


def _rated(net: Any, observations: Array) -> Array:
    inputs, _ = net.obs_to_tensor(observations)
    if hasattr(net, "q_net"):
        rated = net.q_net(inputs)
    elif hasattr(net, "quantile_net"):
        rated = net.quantile_net(inputs)
    else:
        rated = net.get_distribution(inputs).distribution.logits
    given: Array = rated.detach().cpu().numpy()
    return given.mean(axis=1) if given.ndim == 3 else given  # of quantiles


class BestRated(BatchPolicy):
    """Plays the legal action that a model rates highest. The model observes planes or codes."""

    def __init__(self, model: Any, observation: str | None) -> None:
        super().__init__(self._of_planes, type(model).__name__)
        self._model, self._net, self._observation = model, rating_net(model), observation

    def _of_planes(self, observations: Array, masks: Array) -> Array:
        return best(ratings(self._model, observations), masks)

    def _asked(self, positions: Positions, masks: Array) -> Array:
        space = self._net.observation_space
        if space.shape:
            return self._of_planes(positions.planes(), masks)
        name = code_of_size(int(space.n), positions.rules, self._observation)
        codes = encode(positions, name).astype(np.int64)
        rows = max(1, INPUTS // int(space.n))
        parts = [codes[begin : begin + rows] for begin in range(0, len(codes), rows)]
        return best(np.concatenate([_rated(self._net, part) for part in parts]), masks)


def best(rated: Array, masks: Array) -> Array:
    """Probabilities [n, actions]: 1 for the legal action that is rated highest."""
    found: Array = np.eye(masks.shape[1])[np.where(masks, rated, -np.inf).argmax(axis=1)]
    return found


def code_of_size(size: int, rules: Rules, observation: str | None = None) -> str:
    """The name of the only codec with `size` codes, or `observation` if it names such a codec.

    >>> from noughts import TICTACTOE
    >>> code_of_size(5478, TICTACTOE)
    'ordinal'

    Raises `EnvError` if there is no such codec, or more than one.
    """
    asked = code_names(rules) if observation is None else [observation]
    names = [name for name in asked if codec(name, rules).size == size]
    if len(names) == 1:
        return names[0]
    found = f"{listed(names)} have" if names else f"none of {listed(asked)} has"
    raise EnvError(
        f"the model takes a code, one of {size:,}; on {rules}, {found} so many. Name the "
        "observation from which it learned, as in best_rated(model, 'ordinal')"
    )


def best_rated(model: Any, observation: str | None = None) -> BatchPolicy:
    """The policy that plays the legal action that a model rates highest, for `noughts.evaluate`.

    `model` is a DQN, QRDQN, PPO, A2C, TRPO or MaskablePPO. If the model was trained on the codes of
    a codec, such as "ordinal", the number of codes identifies the codec, unless several codecs have
    this many codes; then `observation` must name the codec. The function `gained` below computes
    how much a best response gains against a model:

    >>> from noughts.evaluate import exploitability
    >>> def gained(model):
    ...     return exploitability(best_rated(model))

    Raises `EnvError` for any other model, such as a RecurrentPPO, whose ratings also depend on
    earlier moves. The policy raises `EnvError` at its first call if the model was trained on
    another board or on another kind of observation, or if the codec remains uncertain.
    """
    return BestRated(model, observation)
