"""Tic-tac-toe as an environment for learning, with the exact value of every position.

Importing this package registers `noughts/TicTacToe-v0` and `noughts/MNK-v0` with Gymnasium.
`gymnasium.make("noughts.envs:noughts/TicTacToe-v0")` imports the package first. The package needs
the extra `[envs]`, which brings Gymnasium and PettingZoo.
"""

from noughts.system.extras import require

require("envs", "environments")

# Only now is it certain that these can be imported:
import gymnasium  # noqa: E402

from noughts.envs.gymnasium_env import MNKEnv  # noqa: E402
from noughts.envs.gymnasium_vector import MNKVectorEnv  # noqa: E402
from noughts.envs.pettingzoo_env import env, raw_env  # noqa: E402
from noughts.envs.stable_baselines_policy import best_rated  # noqa: E402

# The entries for `gymnasium.make` and `gymnasium.make_vec`:
for _name in ("noughts/TicTacToe-v0", "noughts/MNK-v0"):
    gymnasium.register(
        _name,
        entry_point="noughts.envs.gymnasium_env:MNKEnv",
        vector_entry_point="noughts.envs.gymnasium_vector:MNKVectorEnv",
    )

__all__ = ["MNKEnv", "MNKVectorEnv", "best_rated", "env", "raw_env"]


def __dir__() -> list[str]:
    return __all__
