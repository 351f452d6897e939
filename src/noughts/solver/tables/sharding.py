"""Makes a table shard by shard: each shard is a task, which may run anywhere, and more than once.

    layer 12 ──> 12-0000  12-0001  ...      nobody waits but for the layer before
    layer 11 ──> 11-0000  11-0001  ...      each reads the blocks of layer 12 that its moves lead to
    ...

A task knows the board, the folder and its shard. It works out everything else, or takes it from an
earlier task of the same process. It writes one file, whole, so a worker may be killed at any time,
and so may the process that hands out the tasks: a shard that the folder has is not made again.

`retrograde` says how a block is solved. A shard is solved in the same way; only the layer before
lies in another place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import numpy as np

from noughts.core.rules import Rules
from noughts.kernels.dtypes import Int8s, Uint32s
from noughts.solver.counting.cell_sets import check_cells
from noughts.solver.tables import retrograde
from noughts.solver.tables.retrograde import WHAT, facts, head_line, layer_of
from noughts.solver.tables.table_folder import (
    CHECK,
    CHECKS,
    HEAD,
    PLAN,
    SHARD,
    Parts,
    Plan,
    Shard,
    TableFolder,
    read_plan,
)
from noughts.system.files import replacing
from noughts.system.folders import Folder
from noughts.system.progress import Reporter, limited

Item = TypeVar("Item")
Result = TypeVar("Result")
Results = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Who does the tasks: `results(function, items)` gives the results, as they come."""

FACTS = Lock()


def write_shards(
    rules: Rules,
    folder: Folder,
    results: Results | None = None,
    shard: int = SHARD,
    progress: Reporter | None = None,
) -> None:
    """Solve every position of a board into a folder, by shards of some `shard` bytes.

    `results` hands out the tasks; without it, one thread per processor does them here. Shards that
    the folder already has are left as they are, and the size of its shards is kept. `progress` is
    called with how many scores are there and how many there will be.

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells, `TableFileError` for a
    folder that has another board, or a damaged file, and `OSError` if one cannot be written.
    """
    check_cells(rules, WHAT)
    hand_out, report = results or in_threads, limited(progress)
    there = folder.sizes()
    if PLAN not in there:
        folder.write(PLAN, [Plan(rules, shard).written()])
    plan = read_plan(folder, rules)
    total = sum(plan.blocks[stones] * sum(plan.parts(stones)) for stones in plan.layers)
    done = 0
    jobs: list[Shard | None] = [None] * (HEAD not in there)  # beside the first layer
    for stones in plan.layers:
        for each in plan.shards(stones):
            if there.get(each.name) == plan.bytes_of(each):
                done += each.blocks * sum(plan.parts(stones))
            else:
                jobs.append(each)
        for scores in hand_out(partial(do, folder, plan), jobs):
            done += scores
            report(done, total)
        jobs = []
    report(total, total)


def in_threads(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The results of `function(item)`, as they come: a thread for each processor works them out."""
    rest, threads = iter(items), os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[Result]] = {
            pool.submit(function, each) for each in islice(rest, threads)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(function, each) for each in islice(rest, len(done))}
            for each in done:
                yield each.result()


def assemble(folder: TableFolder, path: Path, progress: Reporter | None = None) -> None:
    """Write the table of a folder as one file, the one that `write_table` writes.

    Raises what `TableFolder` raises, and `OSError` if the file cannot be written.
    """
    report, done = limited(progress), 0
    checks = [crc32(folder.head)]
    with replacing(path, sync=True) as part, part.open("xb") as file:
        file.write(folder.head)
        for stones, section in folder.sections.items():
            for shard in folder.plan.shards(stones):
                for scores in folder.rows(section, shard.first, shard.first + shard.blocks):
                    file.write(scores)
                    checks.append(crc32(scores))
                done += shard.blocks * section.size
                report(done, folder.size)
        file.write(np.array(checks, "<u4").data)


def do(folder: Folder, plan: Plan, shard: Shard | None) -> int:
    """Write one file: a shard, or for None the head. Returns how many scores it has."""
    masks, chosen, sets = _facts_of(plan.rules)
    if shard is None:
        blocks = [plan.blocks[stones] for stones in plan.layers]
        line = head_line(plan.rules, blocks, lambda _done, _of: None)
        head = line + b"".join(chosen[stones].astype("<u4").tobytes() for stones in plan.layers)
        folder.write(HEAD, [head, CHECK.pack(crc32(head))])
        return 0
    own = chosen[shard.stones][shard.first : shard.first + shard.blocks]
    led_to, others = plan.parts(shard.stones)
    scores = np.empty((len(own), led_to + others), np.int8)
    before = _needed(Parts(folder, plan), own, shard.stones + 1, sets)
    layer = layer_of(shard.stones, masks, *before, plan.rules)
    retrograde.loop(plan.rules)(own, layer, sets, scores)
    parts = [np.ascontiguousarray(each) for each in (scores[:, :led_to], scores[:, led_to:])]
    checks = b"".join(
        CHECKS.pack(*(crc32(part[row].data) for part in parts)) for row in range(len(own))
    )
    line = plan.line(shard)
    all_checks = [checks, CHECK.pack(crc32(line + checks))]
    folder.write(
        shard.name, [line, *(part.data.cast("B") for part in parts if part.size), *all_checks]
    )
    return scores.size


def _needed(
    parts: Parts, own: Uint32s, stones: int, sets: retrograde.SetFacts
) -> tuple[Int8s, Uint32s]:
    """The scores that a stone of O leads to, from some sets: a row for each block.

    The other array has the row of each needed block of the layer.
    """
    plan = parts.plan
    if stones > plan.layers[0]:
        return np.empty((0, 0), np.int8), np.empty(0, np.uint32)
    going_on = own[sets.of_o[own] == retrograde.NO_LINE]
    wanted = np.zeros(plan.blocks[stones], np.bool_)
    for cell in range(plan.rules.cells):
        stone = np.uint32(1 << cell)
        wanted[sets.number[going_on[going_on & stone == 0] | stone]] = True
    rows = np.flatnonzero(wanted)
    where = np.zeros(len(wanted), np.uint32)
    where[rows] = np.arange(len(rows))
    size = plan.parts(stones)[0]
    found = np.empty((len(rows), size), np.int8)
    # Blocks between those that are needed are read, too, where that is quicker than to leave them.
    apart = np.flatnonzero(np.diff(rows) > 1 + parts.folder.gap // size) + 1
    is_wanted = wanted.tobytes()
    for run in filter(len, np.split(rows, apart)):  # where no move leads on, there is none
        first, last = int(run[0]), int(run[-1])
        for row, scores in parts.rows(stones, first, last + 1, 0, is_wanted):
            found[where[row]] = np.frombuffer(scores, np.int8)
    return found, where


class Facts(NamedTuple):
    """The results of `retrograde.facts`."""

    masks: list[Uint32s]
    chosen: list[Uint32s]
    sets: retrograde.SetFacts


def _facts_of(rules: Rules) -> Facts:
    with FACTS:  # threads that begin together wait for the first
        return _worked_out(rules)


@lru_cache(maxsize=1)
def _worked_out(rules: Rules) -> Facts:
    return Facts(*facts(rules, lambda _done, _of: None))
