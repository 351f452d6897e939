"""The driver of a search: it hands out jobs, within limits, and saves the search to a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path

from noughts.core.position import Position
from noughts.solver.search.jobs.job import Job, Report, worked
from noughts.solver.search.jobs.question import Question
from noughts.solver.search.jobs.search_file import Saved, read_search, write_search
from noughts.solver.search.limits import Limits, Progress, Solution
from noughts.solver.search.one_process import MAX_NODES
from noughts.solver.search.questions import Questions, Stopped
from noughts.system.files import checked_path

JOB_NODES = 2**21  # two or three seconds of work
SECONDS_BETWEEN_WRITES = 60

# Applies a function to jobs, and yields the reports as they come, and None now and then. Whenever
# there is room for more jobs, it asks its second argument for at most that many. It ends when it
# gets no further job and all reports have come.
Hands = Callable[
    [Callable[[Job], Report], Callable[[int], Iterable[Job]]],
    Generator[Report | None, None, None],
]


class JobSearch(Questions):
    """Answers the questions about one position in jobs of `nodes` nodes each.

    With a `file`, the search saves its state there; if the file already exists, the search resumes
    from the state in it. The limits apply to this run only, but the nodes and seconds in the
    progress and in the solution include earlier runs. Each worker has a transposition table of
    `limits.memory` MiB.

    Raises what `Questions` and `read_search` raise.
    """

    what = "a search on a cluster"

    def __init__(
        self,
        position: Position,
        limits: Limits,
        progress: Callable[[Progress], object] | None,
        nodes: int = JOB_NODES,
        file: str | os.PathLike[str] | None = None,
    ) -> None:
        super().__init__(position)
        self._limits, self._progress = limits, progress
        self._hands: Hands
        self._start = self._written = 0.0
        self._of_a_job, self._file = (nodes, limits.memory), file
        before = Saved(won={})
        if file is not None:
            position.rules.require_listed("a search in a file")
        if file is not None and Path(checked_path(file)).exists():
            before = read_search(file, position, *self._of_a_job)
        self._before, self._won, self._question = before, before.won, before.question
        self._most = MAX_NODES if limits.nodes is None else min(limits.nodes, MAX_NODES)
        self._nodes, self._depth = 0, 0

    def solved_by(self, hands: Hands, line: bool, best_moves: bool) -> Solution:
        """Answer everything asked for, as far as the limits allow. Time runs from this call."""
        self._hands = hands
        self._start = self._written = time.monotonic()
        return self.solution(line, best_moves)

    def _wins(self, attacker: int, position: Position) -> bool:
        outcome = position.outcome
        if outcome:
            return outcome.winner == attacker
        if position != self.position:
            return self._answered(Question(position, attacker, *self._of_a_job))
        if attacker not in self._won:
            if self._question is None or self._question.attacker != attacker:
                self._question = Question(position, attacker, *self._of_a_job)
            self._write()  # now, so that an error in writing appears before the search begins
            try:
                self._won[attacker] = self._answered(self._question)
                self._question = None
            finally:
                self._write()
        return self._won[attacker]

    def _answered(self, question: Question) -> bool:
        """The answer to a question. Raises `Stopped` if a limit leaves the question open."""
        question.look()
        self._ask(question)
        if question.won is None:
            raise Stopped
        return question.won

    def _ask(self, question: Question) -> None:
        """Hand out jobs until the question is answered, or a limit is met."""

        def wanted(room: int) -> list[Job]:
            jobs: list[Job] = []
            while len(jobs) < room and not self._time_is_up:
                job = question.job(self._most - self._nodes - question.promised)
                if job is None:
                    break
                jobs.append(job)
            return jobs

        reports = self._hands(worked, wanted)
        try:
            for report in reports:
                if report:
                    question.report(report)
                    self._nodes += report.nodes
                    self._depth = max(self._depth, question.depth)
                    if time.monotonic() - self._written > SECONDS_BETWEEN_WRITES:
                        self._write()
                if self._progress:
                    self._progress(self._now())
                if question.won is not None or self._time_is_up:
                    break
        finally:
            reports.close()

    @property
    def _time_is_up(self) -> bool:
        seconds = self._limits.seconds
        return seconds is not None and time.monotonic() - self._start >= seconds

    def _now(self) -> Progress:
        nodes, seconds = self._before.nodes, self._before.seconds
        seconds += time.monotonic() - self._start
        return Progress(nodes + self._nodes, self._depth, self.lower, self.upper, seconds)

    def _write(self) -> None:
        if self._file is not None:
            now = self._now()
            saved = Saved(now.nodes, now.seconds, self._won, self._question)
            write_search(self._file, self.position, saved)
        self._written = time.monotonic()
