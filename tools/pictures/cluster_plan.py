"""The cost of tables of up to 28 cells on a cluster, computed from the cost of shards here.

`make bench ARGS=cluster-shards` measures the cost of shards. docs/performance.md has the results,
the formulae, and the table that this program prints:

    python tools/pictures/cluster_plan.py
"""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import NamedTuple

from cards import DOCS
from charts import Axis, Curve, chart, power

from noughts.core.rules import Rules
from noughts.solver.tables.table_folder import SHARD, Plan

FITTED = re.compile(
    r"a score +a move +a byte that is read +a set of cells\n"
    r"nanoseconds: +([\d.]+) +([\d.]+) +([\d.]+) +(\d+)"
)
BOARDS = ["4,4,4", "3,6,4", "5,4,4", "3,7,4", "2,11,4", "6,4,4", "5,5,4", "2,13,4"]
BOARDS += ["9,3,3", "7,4,4"]
SIZE = SHARD
WORKERS = 1, 2, 16, 128
HOUR = 3600
UNITS = ("TB", 1e12), ("GB", 1e9), ("MB", 1e6)


class Planned(NamedTuple):
    """A table on paper: bytes, and hours for each number of workers."""

    board: str
    cells: int
    disk: int
    memory: int  # of a worker
    shards: int
    read: int  # at most, of the layers before
    hours: dict[int, float]
    rate: float  # bytes a second that the most workers read and write


@cache
def costs() -> tuple[float, ...]:
    """The seconds for a score, a move, a byte read, and a set of cells, as stated on the page."""
    found = FITTED.search((DOCS / "performance.md").read_text(encoding="utf-8"))
    if not found:
        raise ValueError("docs/performance.md has no line with the nanoseconds of a shard")
    return tuple(float(number) / 1e9 for number in found.groups())


@cache
def planned(board: str) -> Planned:
    """The plan for a board. A layer waits for the layer before, and a worker has one processor."""
    score, move, byte, a_set = costs()
    plan = Plan(Rules.parse(board), SIZE)
    disk = shards = read = 0
    hours = dict.fromkeys(WORKERS, a_set * (1 << plan.rules.cells) / HOUR)
    for stones in plan.layers:
        layer = plan.shards(stones)
        first = layer[0]  # no other shard has more blocks
        block = score * sum(plan.parts(stones)) + move * plan.moves(stones)
        seconds = first.blocks * block + byte * plan.needed(first)
        for count in WORKERS:
            hours[count] += -(-len(layer) // count) * seconds / HOUR
        shards += len(layer)
        disk += sum(map(plan.bytes_of, layer))
        read += sum(map(plan.needed, layer))
    rate = (disk + read) / hours[WORKERS[-1]] / HOUR
    memory = plan.memory(processors=1)
    return Planned(board, plan.rules.cells, disk, memory, shards, read, hours, rate)


def table() -> str:
    """The rows of the table on the page."""
    heads = ["board", "cells", "disk", "memory of a worker", "shards", "read, at most"]
    heads += [f"{count} worker{'s' * (count > 1)}" for count in WORKERS]
    heads += [f"a second, with {WORKERS[-1]}"]
    rows = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for each in map(planned, BOARDS):
        sizes = [f"{each.shards:,}", _bytes(each.read)]
        times = [_time(each.hours[count]) for count in WORKERS]
        said = [each.board, f"{each.cells}", _bytes(each.disk), _bytes(each.memory)]
        rows.append([*said, *sizes, *times, _bytes(each.rate)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _bytes(count: float) -> str:
    unit, size = next((pair for pair in UNITS if count >= pair[1]), UNITS[-1])
    return f"{count / size:.3g} {unit}"


def _time(hours: float) -> str:
    if hours < 1 / 60:
        return f"{hours * HOUR:.2g} s"
    return f"{hours * 60:.3g} min" if hours < 2 else f"{hours:.3g} h"


CELLS = Axis("cells of the board", 16, 28, [(n, f"{n}") for n in range(16, 29, 2)], powers=False)


def cluster_hours() -> str:
    """A chart of the hours that tables take, by cells, for each number of workers."""
    marks = [(1 / HOUR, "a second"), (1 / 60, "a minute"), (1, "an hour"), (24, "a day")]
    curves = [
        Curve(
            f"{count} worker{'s' * (count > 1)}",
            [(each.cells, each.hours[count]) for each in map(planned, BOARDS)],
            dashed=count > 2,
        )
        for count in WORKERS
    ]
    return chart(
        "How long a table takes by the cells of its board, with 1, 2, 16 and 128 workers: nearly "
        "three times as long for each cell; up to 22 cells more than 16 workers bring nothing",
        CELLS,
        Axis("time", 0.01 / HOUR, 100, marks),
        curves,
    )


def cluster_bytes() -> str:
    """A chart of the bytes that tables take, by cells."""
    found = [planned(board) for board in BOARDS]
    curves = [
        Curve("read, at most", [(each.cells, max(each.read, 1e6)) for each in found], dashed=True),
        Curve("on the disk", [(each.cells, each.disk) for each in found]),
        Curve("memory of a worker", [(each.cells, each.memory) for each in found]),
    ]
    return chart(
        "The bytes of a table on the disk, those that are read to make it, and the memory of a "
        "worker, by the cells of the board",
        CELLS,
        Axis("bytes", 1e6, 1e13, [(10**n, power(n)) for n in range(6, 14)]),
        curves,
    )


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
