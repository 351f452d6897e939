"""Learning by tables: moves a second of one thread, and how long until nobody can exploit it.

    python benchmarks/learn.py

Processor time: on a machine that does other work too, wall time says little. The moves are those
of games against itself, which explore less and less; MENACE plays a random player.
"""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np
from bench import machine

from noughts.evaluate import exploitability
from noughts.kernels.compiler import loops
from noughts.learn import Menace, Tabular, kernel
from noughts.learn.tabular import METHODS

GAMES = 400_000
ROUNDS = 5


def main() -> None:
    print(machine())
    print(f"{'method':10}{'states':>8}{'moves a second':>20}{'s to exploitability 0':>24}")
    for shared in (True, False):
        for method in METHODS:
            Tabular(method, shared=shared, seed=0).train(1)
            speeds, times = [], []
            for seed in range(ROUNDS):
                agent = Tabular(method, shared=shared, seed=seed)
                begin = process_time()
                moves = played(agent)
                speeds.append(moves / (process_time() - begin))
                times.append(until_perfect(method, shared, seed))
            states = len(agent.graph)
            print(f"{method:10}{states:8,}{median(speeds):20,.0f}{median(times):24.2f}")
    menace = Menace(seed=0)
    menace.train(1)
    begin = process_time()
    menace.train(GAMES)
    print(f"menace    {GAMES / (process_time() - begin):,.0f} games a second")


def played(agent: Tabular) -> int:
    """Learn from games; how many moves they had."""
    tables = agent.tables()
    moves: int = loops(kernel).learn_games(
        *(METHODS[agent.method], agent.graph.after, agent.graph.plies, tables["values"]),
        *(np.zeros((1, 1), np.int64), 2, np.float32(agent.rate), tables["visits"]),
        *(float(1 << 32), 0.0, 1, agent.stream, np.zeros(GAMES, np.int8)),
    )
    return moves


def until_perfect(method: str, shared: bool, seed: int) -> float:
    """Seconds of learning in ever longer runs, from nothing, until exploitability is exactly 0."""
    games = 10_000
    begin = process_time()
    while True:
        agent = Tabular(method, shared=shared, seed=seed)
        agent.train(games)
        if exploitability(agent) == 0:
            return process_time() - begin
        games *= 2


if __name__ == "__main__":
    main()
