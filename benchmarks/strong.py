"""Every position of a board to a file, and every game counted, beside plain C++ in the same run.

What bounds the first is the moves, some ten million of 4x4, k = 4: a table look-up or three each.
What bounds the second is Python's calls of NumPy, since the arrays have 512 entries.

Each row is a process of its own, so that its peak memory is its own too. The times are those of
the work alone, after compiling: medians of 5 runs, of 3 on 5x4, and of 51 for the games of 3x3.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

OURS = """
import statistics, sys, time
from pathlib import Path
from noughts import Rules
from noughts.solve.count import counts

def table(board, file, runs):
    from noughts.solve.strong import write_table
    write_table(Rules(3, 3, 3), Path(file))  # compiled here
    return lambda: write_table(Rules.parse(board), Path(file)), int(runs)

def games(board, runs):
    return lambda: list(counts(Rules.parse(board))), int(runs)

work, runs = globals()[sys.argv[1]](*sys.argv[2:])
taken = []
for _ in range(runs):
    begin = time.perf_counter()
    work()
    taken.append(time.perf_counter() - begin)
rows = counts(Rules.parse(sys.argv[2]))
counted = sum(r.classes if sys.argv[1] == "table" else r.x_wins + r.o_wins + r.draws for r in rows)
print(statistics.median(taken) * 1e3, counted)
"""


def measured(command: list[str]) -> tuple[float, int, float]:
    """Milliseconds and the count that a program prints, and the most memory it had, in MB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    milliseconds, counted = process.stdout.read().split()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return float(milliseconds), int(counted), usage.ru_maxrss / 1024


def compiled(folder: Path) -> str:
    """The C++ program beside this file."""
    source = Path(__file__).with_suffix(".cpp")
    program = folder / "strong"
    flags = ["-O3", "-march=native", "-std=c++17"]
    subprocess.run(["g++", *flags, str(source), "-o", str(program)], check=True)  # noqa: S607 - g++ as the shell finds it
    return str(program)


def row(title: str, command: list[str], file: Path | None = None) -> float:
    """Print a row, and give its milliseconds."""
    milliseconds, counted, memory = measured(command)
    size = f"{file.stat().st_size / 1e6:10.1f}" if file else " " * 10
    print(f"{title:34}{milliseconds:12,.2f}{memory:12,.0f}{size}{counted:28,}")
    return milliseconds


def main() -> None:
    """Print the table."""
    versions = [f"{name} {version(name)}" for name in ("numpy", "numba")]
    print(f"Python {sys.version.split()[0]}, {', '.join(versions)}, {os.cpu_count()} cores\n")
    print(f"{'':34}{'ms':>12}{'peak MB':>12}{'file MB':>10}{'classes, or games':>28}")
    ours = [sys.executable, "-c", OURS]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        tabulate = [*ours, "table", "4,4,4", str(file), "5"]
        table = row("noughts, every position of 4,4,4", tabulate, file)
        games = row("noughts, games of 3,3,3", [*ours, "games", "3,3,3", "51"])
        if shutil.which("g++") is None:
            print("g++ is not installed, and the peer is C++")
        else:
            peer = compiled(Path(folder))
            ratio = row("C++, every position of 4,4,4", [peer, "table", str(file)], file) / table
            print(f"{'':34}{ratio:11,.1f}x as long")
            ratio = row("C++, games of 3,3,3, played", [peer, "games"]) / games
            print(f"{'':34}{ratio:11,.1f}x as long")
        tabulate = [*ours, "table", "5,4,4", str(file), "3"]
        row("noughts, every position of 5,4,4", tabulate, file)
        row("noughts, games of 5,4,4", [*ours, "games", "5,4,4", "3"])


if __name__ == "__main__":
    main()
