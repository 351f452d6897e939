"""Who does the jobs in these tests: this process, in an order of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from noughts import Position
from noughts.core.bits import cells_of, completions
from noughts.solver.search.jobs.driver import JobSearch
from noughts.solver.search.jobs.job import Job, Move, Report, shared_table
from noughts.solver.search.limits import Limits, Solution

SMALL = Limits(memory=1)


class Hands:
    """So many jobs at a time, whose reports come in any order; a look after each.

    What was done is there to be looked at. After `most` jobs the work ends as by Ctrl-C. Some of
    what jobs settle is left open, as if they had fewer nodes, so that the tree grows.
    """

    def __init__(
        self, many: int = 1, seed: int = 0, most: int | None = None, left_open: float = 0
    ) -> None:
        self.many, self.random, self.most, self.left_open = many, Random(seed), most, left_open
        shared_table.cache_clear()  # they are other processes than those before
        self.jobs: list[Job] = []
        self.reports: list[Report] = []

    def __call__(
        self, function: Callable[[Job], Report], wanted: Callable[[int], Iterable[Job]]
    ) -> Any:
        return self._done(function, wanted)

    def _done(
        self, function: Callable[[Job], Report], wanted: Callable[[int], Iterable[Job]]
    ) -> Iterator[Report | None]:
        asked: list[Job] = []
        while True:
            more = [*wanted(self.many - len(asked))]
            assert len(more) <= self.many - len(asked)
            asked += more
            if not asked:
                return
            self.random.shuffle(asked)
            job = asked.pop()
            if len(self.jobs) == self.most:
                raise KeyboardInterrupt
            self.jobs.append(job)
            report = function(job)
            if self.random.random() < self.left_open:
                report = opened(job, report)
            self.reports.append(report)
            yield self.reports[-1]
            yield None


def opened(job: Job, report: Report) -> Report:
    """The report as if the job had settled nothing, where the game goes on after each move."""
    mover = job.attacker if job.attacks else job.defender
    if not job.free or completions(mover, job.rules) & job.free:
        return report
    cells = [] if job.way == "wins" else cells_of(job.free)
    moves = [Move(1 << cell, 1, 1, 0) for cell in cells]
    return report._replace(won=None, zone=0, moves=moves)


def searched(
    position: Position, hands: Hands, nodes: int = 64, limits: Limits = SMALL, file: Any = None
) -> Solution:
    """What a search in jobs finds."""
    return JobSearch(position, limits, None, nodes, file).solved_by(hands, False, False)
