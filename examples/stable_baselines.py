"""DQN, PPO and MaskablePPO of Stable-Baselines3, and how far each can be exploited, exactly.

pip install '.[examples,sb3]'
python examples/stable_baselines.py --plot curves.svg
"""

import argparse
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO

from noughts.envs import MNKVectorEnv, best_rated
from noughts.evaluate import exploitability, versus

GAMES, ROUNDS = 64, 10
N_STEPS = 32  # of each game, of which PPO learns at once
PPO_OPTIONS: dict[str, Any] = {"n_steps": N_STEPS, "batch_size": 256, "ent_coef": 0.02}
METHODS: dict[str, tuple[Any, dict[str, Any]]] = {
    "DQN": (DQN, {"train_freq": 1, "gradient_steps": 8, "batch_size": 256, "gamma": 1.0}),
    "PPO": (PPO, PPO_OPTIONS),
    "MaskablePPO": (MaskablePPO, PPO_OPTIONS),
}


def main() -> None:
    """Learn in rounds, print the table, and draw it if a file is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    steps = f"of each method; of PPO {GAMES * N_STEPS * ROUNDS:,} at least"
    asked.add_argument("--steps", type=int, default=100_000, help=steps)
    asked.add_argument("--opponent", default="graded:1/2", help="a player's name")
    asked.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    asked.add_argument("--plot", metavar="FILE")
    asked.add_argument("--save", metavar="FOLDER", help="the models, for saved_network.py")
    options = asked.parse_args()
    torch.set_num_threads(1)  # a network so small is slower on several
    curves: dict[str, list[tuple[int, float]]] = {}
    print(f"{'':12}{'steps':>9}{'exploitability':>16}{'X against random':>18}{'perfect':>9}")
    for name in options.methods:
        method, settings = METHODS[name]
        games = MNKVectorEnv(GAMES, opponent=options.opponent, side="random").as_vec_env()
        model = method("MlpPolicy", games, seed=1, device="cpu", **settings)
        for turn in range(ROUNDS + 1):
            if turn:
                model.learn(options.steps // ROUNDS, reset_num_timesteps=turn == 1)
            policy = best_rated(model)
            lost = exploitability(policy)
            curves.setdefault(name, []).append((model.num_timesteps, lost))
            scores = [versus(policy, each).first.score for each in ("random", "perfect")]
            print(
                f"{name:12}{model.num_timesteps:9,}{lost:16.4f}{scores[0]:18.2%}{scores[1]:9.2%}",
                flush=True,
            )
        if options.save:
            model.save(f"{options.save}/{name}.zip")
    if options.plot:
        from matplotlib import pyplot

        for name, points in curves.items():
            pyplot.plot(*zip(*points, strict=True), label=name)
        pyplot.xlabel("steps")
        pyplot.ylabel("exploitability of the best-rated move")
        pyplot.ylim(-0.02, 1.02)
        pyplot.legend()
        pyplot.savefig(options.plot)


if __name__ == "__main__":
    main()
