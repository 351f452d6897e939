"""What a table by shards costs, against one process that makes one file.

    python benchmarks/cluster.py [BOARD] [BYTES OF A SHARD] [FOLDER]
    python benchmarks/cluster.py --shards [BOARD]...

Processor time is of this process and of all workers, after they were started and had compiled; so a
machine that is busy with other work gives the same ratios.

`--shards` measures each layer of boards, in shards of 64 and of 4 MiB, and says what fits it best:
so many nanoseconds for a score, for a move that is looked at, and for a byte that is read of the
layer before. `tools/pictures/cluster_plan.py` plans by these for more cells and workers.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np

from noughts.cluster import connect
from noughts.cluster.tables import write_shards_on
from noughts.core.rules import Rules
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import write_shards
from noughts.solver.tables.table_folder import SHARD, Plan
from noughts.system.folders import LocalFolder

WARM = Rules(2, 2, 2)
SIZES = 1 << 26, 1 << 22  # of shards


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


class Counting(LocalFolder):
    """A folder that counts what is read of it."""

    got = 0

    def read(self, name: str, at: int, length: int) -> bytes:
        """As `LocalFolder`."""
        found = super().read(name, at, length)
        self.got += len(found)
        return found


def layers(rules: Rules, size: int, folder: Path) -> Iterator[tuple[int, ...]]:
    """Stones of O, shards, scores, moves, bytes read and nanoseconds of each layer; facts first."""
    counting, plan = Counting(folder), Plan(rules, size)
    spent: dict[int, list[int]] = {stones: [0, 0] for stones in (-1, *plan.layers)}

    def one_by_one(function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            before = process_time(), counting.got
            yield function(item)
            took = spent[-1 if item is None else item.stones]
            took[0] += counting.got - before[1]
            took[1] += round((process_time() - before[0]) * 1e9)

    write_shards(rules, counting, one_by_one, size)
    yield (-1, 0, 1 << rules.cells, 0, *spent[-1])
    for stones in plan.layers:
        scores = plan.blocks[stones] * sum(plan.parts(stones))
        moves = plan.blocks[stones] * plan.moves(stones)
        yield (stones, len(plan.shards(stones)), scores, moves, *spent[stones])


def of_shards(*boards: str) -> None:
    """Print what the layers of boards cost, and what fits it best."""
    print("                stones   shards        scores         moves    bytes read    seconds")
    rows, facts = [], [0, 0]
    with TemporaryDirectory() as path:
        for number, (board, size) in enumerate(
            (board, size) for board in (str(WARM), *boards) for size in SIZES
        ):
            for stones, shards, scores, *rest in layers(
                Rules.parse(board), size, Path(path) / str(number)
            ):
                if board == str(WARM):
                    continue
                if stones < 0:
                    facts = [facts[0] + scores, facts[1] + rest[-1]]
                else:
                    rows.append((scores, *rest))
                    said = f"{stones:7}{shards:9}{scores:14,}{rest[0]:14,}{rest[1]:14,}"
                    print(f"{board:8}{size >> 20:4} MiB{said}{rest[2] / 1e9:11.3f}", flush=True)
    table = np.array(rows, float)
    fitted = np.linalg.lstsq(table[:, :3], table[:, 3], rcond=None)[0]
    off = table[:, :3].sum(axis=0) @ fitted / table[:, 3].sum() - 1
    score, move, read = fitted
    print(
        f"nanoseconds: {score:.2f} a score, {move:.2f} a move, {read:.2f} a byte that is read, "
        f"{facts[1] / facts[0]:.0f} a set of cells; all together {off:+.0%}"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--shards"]:
        of_shards(*(sys.argv[2:] or ["5,4,4", "3,7,4"]))
    else:
        main(*sys.argv[1:])
