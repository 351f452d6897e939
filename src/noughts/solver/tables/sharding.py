"""Makes a table shard by shard. Each shard is a task, which may run anywhere, and more than once.

    layer 12 ──> 12-0000  12-0001  ...      each layer waits only for the layer before
    layer 11 ──> 11-0000  11-0001  ...      each shard reads the blocks of layer 12 that it needs
    ...

A task gets the folder, its shard, and the plan, which names the board. It computes the facts about
sets of cells, unless an earlier task of the same process has computed them. It writes one file,
which appears only when it is complete. So the workers, and the process that hands out the tasks,
may be killed at any time: a later run does not make a shard again that the folder already contains.

`retrograde` describes how a block is solved. The blocks of a shard are solved in the same way,
except that the needed blocks of the layer before are read from the folder.
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
"""The type of a function that runs tasks: `results(function, items)` yields the results."""

FACTS = Lock()


def write_shards(
    rules: Rules,
    folder: Folder,
    results: Results | None = None,
    shard: int = SHARD,
    progress: Reporter | None = None,
) -> None:
    """Solve every position of a board, and write shards of about `shard` bytes to a folder.

    The function `results` runs the tasks; without it, this process runs them, with one thread per
    processor. Shards that the folder already contains are left as they are. If the folder already
    contains a plan, new shards get the size that this plan gives. `progress` is called with the
    number of scores written so far and the total.

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells, `RulesError` for a
    game that cannot have a table in shards, `TableFileError` for a folder with the table of another
    board or with a damaged file, and `OSError` if a file cannot be read or written.
    """
    check_cells(rules, WHAT)
    hand_out, report = results or in_threads, limited(progress)
    there = folder.sizes()
    if PLAN not in there:
        folder.write(PLAN, [Plan(rules, shard).written()])
    plan = read_plan(folder, rules)
    total = sum(plan.blocks[stones] * sum(plan.parts(stones)) for stones in plan.layers)
    done = 0
    jobs: list[Shard | None] = [None] * (HEAD not in there)  # made along with the first layer
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
    """Yield the results of `function(item)` as they come, from one thread for each processor."""
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
    """Write the table in a folder to one file, equal to the file that `write_table` would write.

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
    """Write one file: a shard, or the head if `shard` is None. Return how many scores it has."""
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
    """The scores to which a stone of O leads from the sets `own`, with a row for each block.

    The second array returned is indexed by the number of a block in its layer, and gives the row of
    each needed block.
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
    # Blocks between needed blocks are read too, if that is faster than a further read request.
    apart = np.flatnonzero(np.diff(rows) > 1 + parts.folder.gap // size) + 1
    is_wanted = wanted.tobytes()
    for run in filter(len, np.split(rows, apart)):  # empty if no move leads on
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
    with FACTS:  # the first thread computes the facts, and the others wait
        return _worked_out(rules)


@lru_cache(maxsize=1)
def _worked_out(rules: Rules) -> Facts:
    return Facts(*facts(rules, lambda _done, _of: None))
