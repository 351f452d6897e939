"""How fast boards are solved: `python benchmarks/solve.py [SECONDS [BOARD ...]]` prints a table.

Each board is solved from the empty one, in one process, compiled before and with an empty table:
the median of three where that takes little, else one run. Beside it stand a plain negamax in C++
with a transposition table (`plain_negamax.cpp`, compiled here), and OpenSpiel's alpha-beta, where
they can be had. What takes longer than the limit (20 seconds unless told otherwise) has a dash.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from noughts import Position, Rules
from noughts.solver.search.api import solve
from noughts.solver.search.limits import Limits, Solution

BOARDS = [
    *["4,4,4", "5,5,4", "6,6,4", "5,5,5", "6,5,4", "5,4,4", "6,4,4", "7,4,4", "8,4,4", "9,4,4"],
    *["6,6,5", "7,7,5", "8,8,5"],
]
SOURCE = Path(__file__).with_name("plain_negamax.cpp")


def ours(rules: Rules, limit: float) -> Solution:
    """The search's answer, with the median of the times."""
    position = Position(rules=rules)
    runs = [solve(position, limits=Limits(seconds=limit))]
    if runs[0].seconds < 1:
        runs += [solve(position, limits=Limits(seconds=limit)) for _ in range(2)]
    return runs[0]._replace(seconds=median(run.seconds for run in runs))


def plain(program: Path | None, rules: Rules, limit: float) -> str:
    """Nodes and seconds of the plain negamax."""
    if program is None:
        return "-"
    size = [str(rules.rows), str(rules.cols), str(rules.k), str(limit)]
    value, nodes, seconds = subprocess.check_output([program, *size], text=True).split()
    return f"{int(nodes):>13,} {seconds:>9}" if value != "-" else f"{'-':>13} {'-':>9}"


def compiled(folder: str) -> Path | None:
    """The plain negamax as a program; None without a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = Path(folder) / "plain_negamax"
    subprocess.run([compiler, "-O3", "-march=native", SOURCE, "-o", program], check=True)
    return program


def alpha_beta(rows: int, cols: int, k: int) -> None:
    """OpenSpiel's alpha-beta to the end of the game, in a process of its own."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game(f"mnk(m={cols},n={rows},k={k})")
    alpha_beta_search(game, maximum_depth=rows * cols + 1)


def open_spiel(rules: Rules, limit: float) -> str:
    """Seconds of OpenSpiel, its start included; a dash at the limit."""
    start = time.perf_counter()
    size = (rules.rows, rules.cols, rules.k)
    process = multiprocessing.get_context("spawn").Process(target=alpha_beta, args=size)
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        process.join()
        return "-"
    return f"{time.perf_counter() - start:.2f}"


FIRST = """
import time
from noughts.solver import Limits, solve
solve(BOARD, limits=Limits(nodes=1, memory=1))
print(time.process_time())
"""


def first_searches() -> None:
    """Print the processor time of a start and a first node, with what was compiled kept."""
    with tempfile.TemporaryDirectory() as folder:
        for board in ["6,6,5", "5,4,4", "4,4,4,misere", "5,5,4,misere"]:
            said = subprocess.check_output(
                [sys.executable, "-c", FIRST.replace("BOARD", repr(board))],
                env={**os.environ, "NOUGHTS_CACHE": folder},
                text=True,
            )
            print(f"first search of {board:14}{float(said):6.2f} s of processor time", flush=True)


def installed(name: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    spiel = installed("open_spiel")
    print(f"Python {platform.python_version()}, Numba {version('numba')}, {platform.machine()}")
    print(f"OpenSpiel {spiel or 'is not installed'}; at most {limit:g} s each\n")
    first_searches()
    print(f"\n{'':8}{'noughts':>31}{'plain negamax':>24}{'OpenSpiel':>11}")
    print(f"{'board':8}{'value':>6}{'nodes':>14}{'s':>11}{'nodes':>14}{'s':>10}{'s':>11}")
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for text in sys.argv[2:] or BOARDS:
            rules = Rules.parse(text)
            found = ours(rules, limit)
            value = "-" if found.value is None else f"{found.value:d}"
            row = f"{text:8}{value:>6}{found.nodes:>14,}{found.seconds:>11.4f} "
            row += plain(program, rules, limit)
            print(row + f"{open_spiel(rules, limit) if spiel else '-':>11}", flush=True)


if __name__ == "__main__":
    main()
