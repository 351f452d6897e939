"""Searches on the workers of a cluster; `solver.search.jobs` implements the tree and the jobs."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from noughts.cluster.workers import Workers, connect
from noughts.core.game import Game, as_game
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import LimitsError
from noughts.solver.search.jobs.driver import JOB_NODES, JobSearch
from noughts.solver.search.jobs.job import Job, Report
from noughts.solver.search.limits import UNLIMITED, Limits, Progress, Solution, check_limits

if TYPE_CHECKING:
    from distributed import Client


def solve(
    position: Position | Game | Rules | str,
    cluster: str | Client = "local",
    *,
    limits: Limits = UNLIMITED,
    progress: Callable[[Progress], object] | None = None,
    line: bool = False,
    best_moves: bool = False,
    file: str | os.PathLike[str] | None = None,
    job: int = JOB_NODES,
) -> Solution:
    """Find the value of a position by search on a cluster, without a table.

    Except for `cluster`, `file` and `job`, the arguments and the result are as in `noughts.solve`.
    The search consists of jobs of up to `job` nodes each. Each worker has a transposition table of
    `limits.memory` MiB, which it keeps for its next jobs. If the `file` exists, the search resumes
    from the state in it. The search saves its state to the `file` about once a minute, and whenever
    a limit, a KeyboardInterrupt or an error stops the search.

    >>> solve("4,4,4", "local:1").value
    0

    Raises what `connect` and `noughts.solve` raise, `LimitsError` for more than one thread,
    `SearchFileError` for a damaged file or for a file with the search of another position, and
    `OSError` for a file that cannot be read or written.
    """
    check_limits(limits)
    if limits.threads != 1:
        raise LimitsError(
            f"threads is {quoted(limits.threads)}; on a cluster each thread of a worker does a job "
            "of its own, so 1 is needed"
        )
    search = JobSearch(as_game(position).position, limits, progress, job, file)
    with connect(cluster) as workers:
        return search.solved_by(partial(_reports, workers), line, best_moves)


def _reports(
    workers: Workers, function: Callable[[Job], Report], wanted: Callable[[int], Iterable[Job]]
) -> Generator[Report | None, None, None]:
    """Yield the workers' reports, and None about ten times a second while no report comes."""
    with closing(workers.answers(function, wanted, workers.threads)) as answers:
        for found in answers:
            yield found and found.result
