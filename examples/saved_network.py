"""How good a saved model of Stable-Baselines3 is, exactly, and how firmly it should choose.

python examples/stable_baselines.py --methods MaskablePPO --save .
python examples/saved_network.py MaskablePPO MaskablePPO.zip --plot firmness.svg
"""

import argparse
from typing import Any

import numpy as np
from stable_baselines import METHODS

from noughts.envs import best_rated
from noughts.envs.stable_baselines_policy import ratings
from noughts.evaluate import blunders, exploitability, versus

TEMPERATURES = (0.1, 0.2, 0.5, 1, 2, 5)


def drawn(model: Any, temperature: float) -> Any:
    """The policy that draws moves by their ratings, the more evenly the hotter."""

    def policy(seen: Any, masks: Any) -> Any:
        rated = np.where(masks, ratings(model, seen), -np.inf)
        weights = np.exp((rated - rated.max(axis=1, keepdims=True)) / temperature)
        return weights / weights.sum(axis=1, keepdims=True)

    return policy


def main() -> None:
    """Load, print, and draw the curve if a file is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("method", choices=METHODS)
    asked.add_argument("model", metavar="FILE")
    asked.add_argument("--plot", metavar="FILE")
    options = asked.parse_args()
    model = METHODS[options.method][0].load(options.model, device="cpu")
    best = best_rated(model)
    for opponent in ("random", "perfect"):
        result = versus(best, opponent)
        print(f"against {opponent}: {result.first.score:.2%} as X, {result.second.score:.2%} as O")
    found = blunders(best)
    for position, regret in list(zip(found.positions, found.regret, strict=True))[:3]:
        print(f"at {position} it gives away {regret:.0f}")
    points = [(0.0, exploitability(best))]
    points += [(each, exploitability(drawn(model, each))) for each in TEMPERATURES]
    for temperature, lost in points:
        print(f"temperature {temperature:3}: exploitability {lost:.4f}")
    if options.plot:
        from matplotlib import pyplot

        pyplot.plot(*zip(*points, strict=True), marker="o")
        pyplot.xlabel("temperature")
        pyplot.ylabel("exploitability")
        pyplot.savefig(options.plot)


if __name__ == "__main__":
    main()
