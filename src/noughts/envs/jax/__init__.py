"""Tic-tac-toe for JAX: pure functions on states, with the field names of pgx.

`Env(board)` has the methods `init(key)` and `step(state, action)`, which work under `jit`, `vmap`,
`lax.scan` and `shard_map`. The package needs the extra `[jax]`.
"""

from noughts.system.extras import require

require("jax", "environments for JAX")

# Only now is it certain that these can be imported:
from noughts.envs.jax.env import Env, make  # noqa: E402
from noughts.envs.jax.random_actions import random_action  # noqa: E402
from noughts.envs.jax.state import State, save_svg_animation  # noqa: E402

__all__ = ["Env", "State", "make", "random_action", "save_svg_animation"]


def __dir__() -> list[str]:
    return __all__
