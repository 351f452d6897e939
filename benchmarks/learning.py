"""Exact evaluation of a policy on arrays, and tabular learning, in processor time of one thread.

The time of an evaluation does not include the time of the policy itself. Agents learn from games
against themselves, with less and less exploration; MENACE plays against a random player.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import measure
import numpy as np

from noughts.core.rules import Rules
from noughts.evaluate import agreement, blunders, exploitability, versus
from noughts.evaluate.levels import PlyLevels, levels_of
from noughts.kernels.compiler import loops
from noughts.learn import Menace, Tabular, update_kernel
from noughts.learn.tabular import ITSELF, METHODS, OF_NOTHING, UNIT

GAMES = 400_000
ROUNDS = 5


class Timed:
    """The uniform policy, which measures its own time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, _: Any, masks: Any) -> Any:
        """Give every legal cell the same probability."""
        begin = process_time()
        chances = masks / masks.sum(axis=1, keepdims=True)
        self.seconds += process_time() - begin
        return chances


WORKS: dict[str, Callable[[Timed, str], object]] = {
    "laying out": lambda _, board: PlyLevels(Rules.parse(board)),
    "exploitability": exploitability,
    "versus": lambda policy, board: versus(policy, policy, board),
    "blunders": lambda policy, board: blunders(policy, board, policy),
    "agreement": lambda policy, board: agreement(policy, board, policy),
}


def evaluated(board: str, name: str, repeats: int) -> list[object]:
    """Positions, and milliseconds outside and inside the policy."""
    rows = levels_of(Rules.parse(board)).rows
    WORKS[name](Timed(), board)
    beside, within = list[float](), list[float]()
    for _ in range(1 if measure.short else repeats):
        policy, begin = Timed(), process_time()
        WORKS[name](policy, board)
        beside.append(process_time() - begin - policy.seconds)
        within.append(policy.seconds)
    return [f"{rows:,}", f"{median(beside) * 1e3:.2f}", f"{median(within) * 1e3:.2f}"]


def learned(method: str, shared: bool) -> list[object]:
    """Moves per second, and seconds until the agent's exploitability is 0; for MENACE, games."""
    if method == "menace":
        menace, games = Menace(seed=0), measure.scaled(GAMES)
        menace.train(1)
        begin = process_time()
        menace.train(games)
        return [f"{games / (process_time() - begin):,.0f} games", ""]
    Tabular(method, shared=shared, seed=0).train(1)
    speeds, times = list[float](), list[float]()
    for seed in range(1 if measure.short else ROUNDS):
        agent = Tabular(method, shared=shared, seed=seed)
        begin = process_time()
        moves = played(agent)
        speeds.append(moves / (process_time() - begin))
        times.append(until_perfect(method, shared, seed))
    return [f"{median(speeds):,.0f}", f"{median(times):.2f}"]


def played(agent: Tabular) -> int:
    """Learn from games; return their number of moves."""
    learner = loops(update_kernel).Learner(
        *(METHODS[agent.method], ITSELF, np.float32(agent.rate)),
        *(agent.graph.after, agent.graph.movers, agent.graph.choices, *agent.tables().values()),
    )
    explore = (float(UNIT), 0.0)
    results = np.zeros(measure.scaled(GAMES), np.int8)
    moves: int = loops(update_kernel).learn_games(
        learner, OF_NOTHING, explore, agent.stream, results
    )
    return moves


def until_perfect(method: str, shared: bool, seed: int) -> float:
    """The seconds of learning from nothing, in ever longer runs, until exploitability is 0."""
    games = 10_000
    begin = process_time()
    while True:
        agent = Tabular(method, shared=shared, seed=seed)
        agent.train(games)
        if exploitability(agent) == 0:
            return process_time() - begin
        games *= 2
