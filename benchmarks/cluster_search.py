"""What a search in jobs costs, against the search in one process.

    python benchmarks/cluster_search.py [BOARD] [NODES OF A JOB] [...]

Processor time is of this process and of all workers, after they were started and had compiled; so a
machine that is busy with other work gives the same ratios.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time
from typing import Any

from noughts import cluster, solve
from noughts.solver.search.jobs.driver import JOB_NODES
from noughts.solver.search.limits import Solution

EASY = "5,5,4"


def line(name: str, found: Solution, wall: float, own: float, driver: float) -> None:
    """Print what a search took."""
    print(f"{name:30}{found.nodes:12,}{wall:9.1f}{own:11.1f}{driver:9.2f}", flush=True)


def main(board: str = "8,4,4", *sizes: str) -> None:
    """Print a line for the search in one process, and one for each size of a job and workers."""
    print(f"{board:30}{'nodes':>12}{'seconds':>9}{'processor':>11}{'driver':>9}")
    solve(EASY)
    wall, own = perf_counter(), process_time()
    found = solve(board)
    line("one process", found, perf_counter() - wall, process_time() - own, 0)
    for size in map(int, sizes or [str(JOB_NODES)]):
        for count in (1, 2):
            with cluster.connect(f"local:{count}") as workers:
                client = workers.client

                def spent(client: Any = client) -> float:
                    return float(sum(client.run(process_time).values()))

                cluster.solve(EASY, client)
                wall, own, others = perf_counter(), process_time(), spent()
                found = cluster.solve(board, client, job=size)
                wall, own = perf_counter() - wall, process_time() - own
                line(
                    f"jobs of {size:,}, workers: {count}", found, wall, spent() - others + own, own
                )


if __name__ == "__main__":
    main(*sys.argv[1:])
