"""What `gymnasium.make` and `gymnasium.make_vec` know of these environments."""

from __future__ import annotations

import gymnasium

NAMES = ("noughts/TicTacToe-v0", "noughts/MNK-v0")


def register() -> None:
    """Tell Gymnasium the names of the environments; done when `noughts.envs` is imported."""
    for name in NAMES:
        gymnasium.register(
            name,
            entry_point="noughts.envs.gymnasium_env:MNKEnv",
            vector_entry_point="noughts.envs.gymnasium_vector:MNKVectorEnv",
        )
