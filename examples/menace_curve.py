"""MENACE's curve: how well machines of matchboxes play as they learn, exactly, as a picture.

python examples/menace_curve.py --plot curve.svg
"""

import argparse
from statistics import median

from tqdm import tqdm

from noughts.evaluate import versus
from noughts.learn import Menace

OPPONENTS = {"random": "random moves", "perfect:random": "perfect play"}
POINTS = 50  # of a curve


def curve(seed: int, games: int, against: str) -> list[float]:
    """A machine's exact score as X: before the first game, and after each fiftieth of all."""
    menace = Menace(seed=seed)
    scores = [float(versus(menace, against).first.score)]
    for _ in range(POINTS):
        menace.train(games // POINTS, against)
        scores.append(float(versus(menace, against).first.score))
    return scores


def main() -> None:
    """Let machines learn, print how they end, and draw their curves if a file is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1_000, help="games of each machine")
    asked.add_argument("--machines", type=int, default=20, help="machines against each opponent")
    asked.add_argument("--plot", metavar="FILE")
    options = asked.parse_args()
    curves: dict[str, list[list[float]]] = {name: [] for name in OPPONENTS}
    for against, found in curves.items():
        for seed in tqdm(range(options.machines), f"against {against}", leave=False):
            found.append(curve(seed, options.games, against))
    for against, found in curves.items():
        first, last = median(each[0] for each in found), sorted(each[-1] for each in found)
        print(
            f"against {OPPONENTS[against]}: {first:.2%} before, then {median(last):.2%}; "
            f"the worst machine {last[0]:.2%}, the best {last[-1]:.2%}"
        )
    if options.plot:
        from matplotlib import pyplot

        played = [options.games * point // POINTS for point in range(POINTS + 1)]
        for number, (against, found) in enumerate(curves.items()):
            colour = f"C{number}"
            by_game = [*zip(*found, strict=True)]
            pyplot.plot(played, by_game, color=colour, alpha=0.2)
            middle = [*map(median, by_game)]
            pyplot.plot(played, middle, color=colour, label=f"against {OPPONENTS[against]}")
        pyplot.xlabel("games")
        pyplot.ylabel("exact score as X")
        pyplot.legend()
        pyplot.savefig(options.plot, bbox_inches="tight")


if __name__ == "__main__":
    main()
