"""MaskablePPO of sb3-contrib on the environment as it is, and how good it becomes, exactly.

pip install sb3-contrib
python examples/maskable_ppo.py
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from noughts import Position, versus

NAME = "noughts.envs:noughts/TicTacToe-v0"  # registered by the import of what precedes the colon
ROUNDS = 3
OPPONENTS = ("random", "perfect")


def player_of(model: Any) -> Any:
    """The model as a function from a position to the cell that it thinks best."""

    def choose(position: Position) -> int:
        own, other = position.sides
        flat = [side >> cell & 1 for side in (own, other) for cell in range(9)]
        masks = np.array([cell in position.legal_moves for cell in range(9)])
        action, _ = model.predict(np.array(flat, np.int8), action_masks=masks, deterministic=True)
        return int(action)

    return choose


def main() -> None:
    """Learn in rounds, and print the exact score as X after each."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=12_288)
    asked.add_argument("--rollout", type=int, default=2_048, help="steps between two updates")
    options = asked.parse_args()
    env = gymnasium.make(NAME, opponent="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=options.rollout, seed=1, device="cpu")
    for turn in range(ROUNDS):
        model.learn(options.steps // ROUNDS, reset_num_timesteps=turn == 0)
        player = player_of(model)
        scores = [f"{float(versus(player, each).first.score):.2%} {each}" for each in OPPONENTS]
        print(f"{model.num_timesteps:8,} steps: {', '.join(scores)}")


if __name__ == "__main__":
    main()
