"""The cost of a search in jobs and of a table in shards, compared with one process.

Processor time is the time of this process and of all workers, after they have started and compiled.
So a machine that is busy with other work gives the same ratios. The layers of a table are measured
in shards of 64 and of 4 MiB. A least-squares fit gives the nanoseconds for a score, for a move, for
a byte that is read from the layer before, and for a set of cells. `tools/pictures/cluster_plan.py`
uses these costs to plan tables with more cells and workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import measure
import numpy as np

from noughts import cluster, solve
from noughts.cluster.tables import write_shards_on
from noughts.core.rules import Rules
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import write_shards
from noughts.solver.tables.table_folder import SHARD, Plan
from noughts.system.folders import LocalFolder

EASY, WARM = "5,5,4", Rules(2, 2, 2)
SIZES = 1 << 26, 1 << 22  # the bytes of a shard


@contextmanager
def workers(count: int) -> Iterator[tuple[Any, Callable[[], float]]]:
    """Start `count` workers here; give a client, and a function for their processor time."""
    with cluster.connect(f"local:{count}") as connected:
        client = connected.client
        yield client, lambda: float(sum(client.run(process_time).values()))


def taken(work: Callable[[], Any], others: Callable[[], float]) -> tuple[Any, float, float, float]:
    """The result of some work, and its seconds: elapsed, of all processes, and of this process."""
    wall, own, theirs = perf_counter(), process_time(), others()
    made = work()
    wall, own = perf_counter() - wall, process_time() - own
    return made, wall, others() - theirs + own, own


def searched(board: str, job: int, count: int) -> list[object]:
    """Nodes, elapsed seconds, processor seconds in all, and processor seconds of the driver."""
    board = "6,4,4" if measure.short else board
    if not count:
        solve(EASY)
        found, wall, own, _ = taken(lambda: solve(board), lambda: 0.0)
        return [f"{found.nodes:,}", f"{wall:.1f}", f"{own:.1f}", "0.00"]
    with workers(count) as (client, spent):
        cluster.solve(EASY, client)
        found, wall, own, driver = taken(lambda: cluster.solve(board, client, job=job), spent)
        return [f"{found.nodes:,}", f"{wall:.1f}", f"{own:.1f}", f"{driver:.2f}"]


@cache
def one_process() -> float:
    """The processor seconds of a table in one process, for comparison with the others."""
    return float(str(tabulated("one file, one process")[1]))


def tabulated(how: str) -> list[object]:
    """A table's elapsed seconds, processor seconds, excess over one process, and peak GB."""
    rules = Rules(4, 4, 3) if measure.short else Rules(3, 7, 4)
    with TemporaryDirectory() as path:
        folder = Path(path)
        if how == "one file, one process":
            write_table(WARM, folder / "warm")
            _, wall, own, _ = taken(lambda: write_table(rules, folder / "table"), lambda: 0.0)
        elif how == "shards, one process":
            write_shards(WARM, LocalFolder(folder / "warm"), shard=SHARD)
            place = LocalFolder(folder / "table")
            _, wall, own, _ = taken(lambda: write_shards(rules, place, shard=SHARD), lambda: 0.0)
        else:
            with workers(int(how[-1])) as (client, spent):
                write_shards_on(client, WARM, LocalFolder(folder / "warm"))
                place = LocalFolder(folder / "table")
                _, wall, own, _ = taken(lambda: write_shards_on(client, rules, place, SHARD), spent)
    peak = max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 1e6
    over = "" if how == "one file, one process" else f"{own / one_process() - 1:+.0%}"
    return [f"{wall:.1f}", f"{own:.1f}", over, f"{peak:.2f}"]


class Counting(LocalFolder):
    """A folder that counts the bytes that are read from it."""

    got = 0

    def read(self, name: str, at: int, length: int) -> bytes:
        """Read as `LocalFolder` does, and count the bytes."""
        found = super().read(name, at, length)
        self.got += len(found)
        return found


def layers(rules: Rules, size: int, folder: Path) -> Iterator[tuple[int, ...]]:
    """Scores, moves, bytes read and nanoseconds by layer; the first row is for sets of cells."""
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
    yield (1 << rules.cells, 0, *spent[-1])
    for stones in plan.layers:
        blocks = plan.blocks[stones]
        yield (blocks * sum(plan.parts(stones)), blocks * plan.moves(stones), *spent[stones])


def sharded() -> list[object]:
    """The nanoseconds for a score, a move, a byte read and a set of cells."""
    boards = ["4,4,4"] if measure.short else ["5,4,4", "3,7,4"]
    rows, facts = list[tuple[int, ...]](), np.zeros(2)
    with TemporaryDirectory() as path:
        for board in (None, *boards):
            for size in SIZES:
                rules = Rules.parse(board) if board else WARM
                first, *others = layers(rules, size, Path(path) / f"{board} {size}")
                if board:
                    facts += first[0], first[-1]
                    rows += others
    table = np.array(rows, float)
    fitted = np.linalg.lstsq(table[:, :3], table[:, 3], rcond=None)[0]
    off = table[:, :3].sum(axis=0) @ fitted / table[:, 3].sum() - 1
    print(f"{len(rows)} layers of {', '.join(boards)}; the fit is off by {off:+.0%} in all")
    return [*(f"{each:.2f}" for each in fitted), f"{facts[1] / facts[0]:.0f}"]
