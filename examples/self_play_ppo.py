"""PPO against itself on the vector environment, and how far it can be exploited, exactly.

pip install torch
python examples/self_play_ppo.py --plot self-play.svg
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from noughts.arrays import BatchPolicy
from noughts.envs import MNKVectorEnv
from noughts.evaluate import exploitability

GAMES, MOVES, EPOCHS, BATCH = 2_048, 8, 2, 1_024  # side by side; each, from lesson to lesson
CLIP, ENTROPY, RANDOM = 0.2, 0.05, 0.5  # RANDOM is the share of random moves among answers


class Network(nn.Module):
    """From what the player to move sees: how good each move is, and how the game will end."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(18, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.move, self.result = nn.Linear(64, 9), nn.Linear(64, 1)

    def forward(self, seen: Any, mask: Any) -> tuple[Categorical, torch.Tensor]:
        """The distribution of moves, and the result; of arrays [n, 18] and [n, 9]."""
        x = self.body(torch.as_tensor(seen).flatten(1).float())
        logits = self.move(x).masked_fill(~torch.as_tensor(mask).bool(), -1e9)
        return Categorical(logits=logits, validate_args=False), self.result(x)[:, 0]

    def policy(self, seen: Any, mask: Any) -> Any:
        """The moves' probabilities, as environments and `noughts.evaluate` ask for them."""
        with torch.no_grad():
            return self(seen, mask)[0].probs

    def answers(self, seen: Any, mask: Any) -> Any:
        """The policy, and random moves among it, so that play gets everywhere."""
        legal = torch.as_tensor(mask).float()
        even = legal / legal.sum(1, keepdim=True)
        return (1 - RANDOM) * self.policy(seen, mask) + RANDOM * even

    def greedy(self, seen: Any, mask: Any) -> Any:
        """The likeliest move alone."""
        return np.eye(9)[self.policy(seen, mask).argmax(1)]


def lesson(network: Network, adam: torch.optim.Optimizer, envs: MNKVectorEnv, state: Any) -> Any:
    """Play, and learn from it; `state` is what the players see and may do."""
    rows: list[Any] = []
    with torch.no_grad():
        for _ in range(MOVES):
            moves, _ = network(*state)
            chosen = moves.sample()
            seen, reward, over, _, infos = envs.step(chosen.numpy())
            rows.append((*state, chosen, moves.log_prob(chosen), reward, over))
            state = seen, infos["action_mask"]
        result = network(*state)[1]  # what is expected of the games that go on
        results = []
        for *_, reward, over in reversed(rows):
            result = torch.as_tensor(reward).float() + result * ~torch.as_tensor(over)
            results.append(result)
    columns = [torch.cat([torch.as_tensor(x) for x in each]) for each in zip(*rows, strict=True)]
    known = *columns[:4], torch.cat(results[::-1])
    for batch in (b for _ in range(EPOCHS) for b in torch.randperm(GAMES * MOVES).split(BATCH)):
        seen, mask, chosen, before, result = (column[batch] for column in known)
        moves, value = network(seen, mask)
        gain = result - value.detach()
        ratio = (moves.log_prob(chosen) - before).exp()
        won = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        adam.zero_grad()
        ((value - result).square().mean() / 2 - won - ENTROPY * moves.entropy().mean()).backward()
        adam.step()
    return state


def main() -> None:
    """Learn, print how far the network can be exploited, and draw that if a file is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--plot", metavar="FILE")
    options = asked.parse_args()
    torch.set_num_threads(1)  # a network so small is slower on several
    torch.manual_seed(options.seed)
    network = Network()
    adam = torch.optim.Adam(network.parameters(), 5e-3)
    opponent = BatchPolicy(network.answers)
    envs = MNKVectorEnv(GAMES, opponent=opponent, side="random", autoreset_mode="SameStep")
    seen, infos = envs.reset(seed=options.seed)
    state, points, spent = (seen, infos["action_mask"]), [], 0.0
    lessons = -(-options.steps // (GAMES * MOVES))
    print(f"{'steps':>10}{'raw':>9}{'greedy':>9}{'seconds of processor':>22}")
    for number in range(lessons + 1):
        if number % max(1, lessons // 10) == 0 or number == lessons:
            lost = exploitability(network.policy), exploitability(network.greedy)
            points.append((number * GAMES * MOVES, *lost))
            print(f"{points[-1][0]:10,}{lost[0]:9.4f}{lost[1]:9.4f}{spent:22.1f}", flush=True)
        before = time.process_time()
        state = lesson(network, adam, envs, state)
        spent += time.process_time() - before
    if options.plot:
        from matplotlib import pyplot

        steps, raw, greedy = zip(*points, strict=True)
        pyplot.plot(steps, raw, steps, greedy)
        pyplot.xlabel("steps")
        pyplot.ylabel("exploitability")
        pyplot.legend(["moves as likely as the network says", "the likeliest move alone"])
        pyplot.savefig(options.plot)


if __name__ == "__main__":
    main()
