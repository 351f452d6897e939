"""The speed of solving boards and making tables, beside plain C++ and OpenSpiel.

Each empty board is solved in one process, with compiled code and an empty transposition table. If a
search exceeds the time limit, the table shows a dash, or more nodes than the search had visited by
then. Each row about a table is measured in a separate process, so that the peak memory is its own;
its time includes only the work itself.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import measure

from noughts import Position, Rules
from noughts.solver.search import one_process
from noughts.solver.search.api import solve
from noughts.solver.search.engine_caller import EngineCaller
from noughts.solver.search.limits import Limits, Solution
from noughts.solver.search.one_process import MAX_NODES, Search, Turn

ORDERS = {
    "depth first": (Turn("wins", False, MAX_NODES),),
    "proof numbers": (Turn("proves", False, MAX_NODES),),
    "proof numbers, weak game": (Turn("proves", True, MAX_NODES),),
    "in turn": one_process.TURNS,
}


def found(board: str, limit: float) -> Solution:
    """The result of the search within `limit` seconds."""
    return solve(board, limits=limits(limit))


def limits(seconds: float | None, threads: int = 1) -> Limits:
    """Limits of so many seconds or, in a comparison of checkouts, of a fixed number of nodes."""
    if not measure.peers:
        return Limits(nodes=50_000, threads=threads)
    return Limits(seconds=0.2 if measure.short else seconds, threads=threads)


def nodes(board: str, limit: float) -> str:
    """The nodes until the value of a board is settled, or a text that they are more."""
    answer = found(board, limit)
    return f"{'>' * (answer.value is None)}{answer.nodes:,}"


def by_order(order: str, limit: float, *boards: str) -> list[object]:
    """The nodes of one kind of search alone, or of all kinds in turn."""
    one_process.TURNS = ORDERS[order]
    try:
        return [nodes(board, limit) for board in boards]
    finally:
        one_process.TURNS = ORDERS["in turn"]


def solved(board: str, limit: float) -> list[object]:
    """Value, nodes and seconds; the nodes and seconds of a plain negamax; OpenSpiel's seconds."""
    runs = [found(board, limit)]
    if runs[0].seconds < 1 and not measure.short:
        runs += [found(board, limit) for _ in range(2)]
    value = "-" if runs[0].value is None else f"{runs[0].value:d}"
    seconds = f"{median(run.seconds for run in runs):.4f}"
    limit = 0.2 if measure.short else limit
    return [value, f"{runs[0].nodes:,}", seconds, *negamax(board, limit), open_spiel(board, limit)]


def negamax(board: str, limit: float) -> list[str]:
    """The nodes and seconds of the negamax program in `solvers.cpp`."""
    program = measure.solver("NEGAMAX")
    if program is None:
        return ["no g++", ""] if measure.peers else ["-", "-"]
    said = subprocess.check_output([program, *board.split(","), str(limit)], text=True)
    value, count, seconds = said.split()
    return [f"{int(count):,}", seconds] if value != "-" else ["-", "-"]


def open_spiel(board: str, limit: float) -> str:
    """The seconds of OpenSpiel's alpha-beta, including its start; a dash if it meets the limit."""
    if measure.installed("pyspiel") == [None]:
        return "no OpenSpiel" if measure.peers else "-"
    begin = time.perf_counter()
    process = multiprocessing.get_context("spawn").Process(target=alpha_beta, args=(board,))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        process.join()
        return "-"
    return f"{time.perf_counter() - begin:.2f}"


def alpha_beta(board: str) -> None:
    """Run OpenSpiel's alpha-beta to the end of the game."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    rules = Rules.parse(board)
    game = pyspiel.load_game(f"mnk(m={rules.cols},n={rules.rows},k={rules.k})")
    alpha_beta_search(game, maximum_depth=rules.cells + 1)


# The gain from threads: the processor seconds of the busiest thread in each turn, added up.


@cache
def busiest() -> list[float]:
    """A list to which, from now on, each turn of a search adds its busiest thread's seconds."""
    noted: list[float] = []
    searched, search = EngineCaller._searched, EngineCaller.search

    def timed(self: EngineCaller, *given: Any) -> object:
        begin = time.thread_time()
        try:
            return searched(self, *given)
        finally:
            noted[-1] = max(noted[-1], time.thread_time() - begin)

    def turn(self: EngineCaller, *given: Any) -> object:
        noted.append(0.0)
        return search(self, *given)

    setattr(EngineCaller, "_searched", timed)  # noqa: B010 - mypy rejects an assignment to a method
    setattr(EngineCaller, "search", turn)  # noqa: B010 - as above
    for text in ("4,4,4", "4,4,4,misere"):  # so that no search begins in plain Python
        Search(Position(rules=Rules.parse(text)), Limits(memory=1), None).compile()
    return noted


ALONE: dict[str, float] = {}  # seconds of one thread, by board


def by_threads(board: str, threads: int) -> list[object]:
    """Value, nodes, elapsed seconds, and the speed relative to one thread."""
    noted, position = busiest(), Position(rules=Rules.parse(board))
    if not ALONE:  # the first search of a process begins as plain Python
        Search(position, limits(None, 1), None).solution(line=False, best_moves=False)
    search = Search(position, limits(None, threads), None)
    search.compile()
    noted.clear()
    answer = search.solution(line=False, best_moves=False)
    own = sum(noted)
    ratio = ALONE.setdefault(board, own) / own
    return [str(answer.value), f"{answer.nodes:,}", f"{answer.seconds:.2f}", f"{ratio:.2f}"]


# Solving every position of a board into a file, and counting every game.

TABLES = """
import statistics, sys, time
from pathlib import Path
from noughts import Rules
from noughts.solver.counting.counts import counts

what, board, runs, file = sys.argv[1:]
rules = Rules.parse(board)
if what == "table":
    from noughts.solver.tables.retrograde import write_table
    write_table(Rules(3, 3, 3), Path(file))  # compiled here
    work = lambda: write_table(rules, Path(file))
else:
    work = lambda: list(counts(rules))
taken = []
for _ in range(int(runs)):
    begin = time.perf_counter()
    work()
    taken.append(time.perf_counter() - begin)
counted = sum(row.classes if what == "table" else sum(row[-3:]) for row in counts(rules))
print(statistics.median(taken) * 1e3, counted)
"""


def tables(what: str, board: str = "", runs: int = 0) -> list[object]:
    """Milliseconds, peak memory and file in MB, and the count; without a board, for C++."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        command = [sys.executable, "-c", TABLES, what, board, str(runs), str(file)]
        if measure.short:
            command[5] = "1"
        if not board:
            program = measure.solver("STRONG")
            if program is None:
                return ["no g++"]
            command = [str(program), what, str(file)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        milliseconds, counted = process.stdout.read().split()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        size = f"{file.stat().st_size / 1e6:.1f}" if file.exists() else ""
        return [float(milliseconds), usage.ru_maxrss / 1024, size, int(counted)]
