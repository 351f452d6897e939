"""Q-learning in thirty lines on the Gymnasium environment, and how good it becomes, exactly.

python examples/tabular_q.py --games 20000
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from tqdm import tqdm

from noughts import O, Position, best_response, versus
from noughts.codecs import codec

NAME = "noughts.envs:noughts/TicTacToe-v0"  # registered by the import of what precedes the colon
RATE, EXPLORE = 0.3, 0.3


def learn(games: int, seed: int = 1) -> Any:
    """What each action is worth in each position, learnt in games as X against random moves."""
    env = gymnasium.make(NAME, observation="ordinal", opponent="random")
    draw = np.random.default_rng(seed)
    worth = np.zeros((codec("ordinal").size, 9))
    for game in tqdm(range(games), leave=False):
        state, info = env.reset(seed=seed + game)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            best = legal[worth[state, legal].argmax()]
            action = draw.choice(legal) if draw.random() < EXPLORE else best
            after, reward, over, _, info = env.step(int(action))
            future = 0 if over else worth[after, np.flatnonzero(info["action_mask"])].max()
            worth[state, action] += RATE * (float(reward) + future - worth[state, action])
            state = after
    return worth


def main() -> None:
    """Learn, and print the exact scores."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20_000)
    worth = learn(asked.parse_args().games)

    def greedy(position: Position) -> int:
        return max(position.legal_moves, key=worth[codec("ordinal").encode(position)].__getitem__)

    print(f"as X against random moves: {float(versus(greedy, 'random').first.score):.2%}")
    print(f"as X against perfect play: {float(versus(greedy, 'perfect').first.score):.2%}")
    print(f"what a best response gains as O: {float(best_response(greedy, O).value):.2f} a game")


if __name__ == "__main__":
    main()
