"""Values in bulk on a board that a file solves, beside the table that looks up one by one.

A look-up reads a byte at a place of its own: `bytes` is NumPy reading as many of a file's bytes at
random. The positions are drawn from all of 4x4 in which no line stands, at every ply.

    python benchmarks/values.py [POSITIONS]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from bench import machine, median_times
from bench import table as print_table

from noughts import Rules
from noughts.arrays import Positions
from noughts.core.bits import line_starts
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table, table
from noughts.solver.tables.table_file import path_of

RULES = Rules(4, 4, 4)
COUNT = 10_000_000
ALONE = 10_000  # positions that are looked up one by one
REPEATS = 5


def random_boards(count: int) -> Positions:
    """Boards of random stones without a line; any order of these is a game that goes on."""
    chance = np.random.default_rng(1)
    kinds = 1_000_000  # far more than fit into a cache
    cells = chance.permuted(np.tile(np.arange(RULES.cells), (kinds, 1)), axis=1)
    plies = chance.integers(0, RULES.cells + 1, kinds)
    x, o = np.zeros((2, kinds), np.uint16)
    for ply in range(RULES.cells):
        stones = (plies > ply) * (1 << cells[:, ply]).astype(np.uint16)
        side = o if ply % 2 else x
        side |= stones
    chosen = chance.choice(
        np.flatnonzero((line_starts(x, RULES) | line_starts(o, RULES)) == 0), count
    )
    return Positions(x[chosen], o[chosen], RULES)


def written() -> tuple[Table, npt.NDArray[np.int8]]:
    """The board's table from a file of its own, which `values` then uses too, and its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        old = os.environ.get("NOUGHTS_CACHE")
        os.environ["NOUGHTS_CACHE"] = folder
        solved_in = path_of(RULES)
        write_table(RULES, solved_in)
        solved = table(RULES)  # kept from now on
        os.environ.pop("NOUGHTS_CACHE")
        if old is not None:
            os.environ["NOUGHTS_CACHE"] = old
        return solved, np.fromfile(solved_in, np.int8)


def main(count: int) -> None:
    """Print the table for so many positions."""
    positions = random_boards(count)
    solved, content = written()
    places = np.random.default_rng(2).integers(0, len(content), count)
    alone = [*positions[:ALONE]]
    positions[:1].values()  # the loop is compiled, or read where it was before
    begin = time.perf_counter()
    positions.values()
    first = time.perf_counter() - begin
    works: dict[str, tuple[int, Callable[[], object]]] = {
        "values()": (count, positions.values),
        "remoteness()": (count, positions.remoteness),
        "best_moves()": (count, positions.best_moves),
        "bytes at random": (count, lambda: content[places]),
        "one by one": (ALONE, lambda: [solved.score(position) for position in alone]),
    }
    taken = median_times([work for _, work in works.values()], REPEATS)
    print(machine())
    print(f"{count:,} positions of {RULES}, one core, medians of {REPEATS}; a file of")
    print(f"{len(content):,} bytes, whose blocks the first values() checked, in {first:.2f} s")
    rows: list[list[object]] = [["", "seconds", "million/s", "ns each"]]
    for (name, (items, _)), seconds in zip(works.items(), taken, strict=True):
        rows.append([name, seconds, items / seconds / 1e6, seconds / items * 1e9])
    print_table(rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
