"""What a table by shards costs, against one process that makes one file.

    python benchmarks/cluster.py [BOARD] [BYTES OF A SHARD] [FOLDER]

Processor time is of this process and of all workers, after they were started and had compiled; so a
machine that is busy with other work gives the same ratios.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from noughts.cluster import connect
from noughts.cluster.tables import write_shards_on
from noughts.core.rules import Rules
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import write_shards
from noughts.solver.tables.table_folder import SHARD, Plan
from noughts.system.folders import LocalFolder

WARM = Rules(2, 2, 2)


def measured(
    name: str, work: Callable[[], None], others: Callable[[], float], best: float
) -> float:
    """Print the seconds of some work, and return those of all processors."""
    wall, own = perf_counter(), process_time() + others()
    work()
    wall, own = perf_counter() - wall, process_time() + others() - own
    over = f"{own / best - 1:+8.0%}" if best else ""
    peak = max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 1e6
    print(f"{name:28}{wall:9.1f}{own:11.1f}{over:>9}{peak:8.2f}", flush=True)
    return own


def main(board: str = "5,4,4", size: str = str(SHARD), within: str | None = None) -> None:
    """Print a line for each way to make the table."""
    rules, shard = Rules.parse(board), int(size)
    plan = Plan(rules, shard)
    shards = sum(len(plan.shards(stones)) for stones in plan.layers)
    print(f"{board} in {shards} shards of up to {shard:,} bytes; {os.cpu_count()} processors")
    print(f"{'':28}{'seconds':>9}{'processor':>11}{'over':>9}{'GB':>8}")
    with TemporaryDirectory(dir=within) as path:
        folder = Path(path)
        write_table(WARM, folder / "warm")

        def in_one_file() -> None:
            write_table(rules, folder / "table")
            (folder / "table").unlink()

        def by(number: int, workers: Callable[[Path], None]) -> Callable[[], None]:
            def work() -> None:
                workers(folder / str(number))
                for each in (folder / str(number)).iterdir():
                    each.unlink()

            return work

        one = measured("one file, one process", in_one_file, lambda: 0.0, 0)
        here = by(0, lambda place: write_shards(rules, LocalFolder(place), shard=shard))
        measured("shards, one process", here, lambda: 0.0, one)
        for count in (1, 2):
            with connect(f"local:{count}") as workers:
                client = workers.client

                def spent(client: Any = client) -> float:
                    return float(sum(client.run(process_time).values()))

                def on_workers(place: Path, client: Any = client) -> None:
                    write_shards_on(client, rules, LocalFolder(place), shard)

                write_shards_on(client, WARM, LocalFolder(folder / f"warm{count}"))
                measured(f"shards, workers: {count}", by(count, on_workers), spent, one)


if __name__ == "__main__":
    main(*sys.argv[1:])
