"""Exact evaluation of a policy of arrays, less the time that the policy itself takes.

    python benchmarks/evaluate.py

Processor time: on a machine that does other work too, wall time says little. The work is done by
one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from bench import machine

from noughts.core.rules import Rules
from noughts.evaluate import agreement, blunders, exploitability, versus
from noughts.evaluate.levels import PlyLevels, levels_of

BOARDS = {"3,3,3": 21, "4,3,3": 7, "4,4,3": 3, "4,4,4": 3}  # how often each is measured


class Timed:
    """The uniform policy, and how long it has taken."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, _: Any, masks: Any) -> Any:
        """The same chance for every legal cell."""
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


def main() -> None:
    print(machine())
    print(f"{'board':8}{'positions':>12}{'':16}{'ms beside the policy':>22}{'policy':>10}")
    for board, repeats in BOARDS.items():
        rows = levels_of(Rules.parse(board)).rows
        for name, work in WORKS.items():
            work(Timed(), board)
            times = [measured(work, board) for _ in range(repeats)]
            beside, within = zip(*times, strict=True)
            print(
                f"{board:8}{rows:12,}  {name:14}{median(beside) * 1e3:22.2f}"
                f"{median(within) * 1e3:10.2f}"
            )


def measured(work: Callable[[Timed, str], object], board: str) -> tuple[float, float]:
    """Seconds beside the policy and in it."""
    policy = Timed()
    begin = process_time()
    work(policy, board)
    return process_time() - begin - policy.seconds, policy.seconds


if __name__ == "__main__":
    main()
