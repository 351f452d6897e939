"""Every position of a board to a file, and every game counted, beside plain C++ in the same run.

What bounds the first is the moves, some ten million of 4x4, k = 4: a few table look-ups each.
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
from pathlib import Path

from bench import machine, table

OURS = """
import statistics, sys, time
from pathlib import Path
from noughts import Rules
from noughts.solver.counting.positions import counts

def table(board, runs, file):
    from noughts.solver.tables.retrograde import write_table
    write_table(Rules(3, 3, 3), Path(file))  # compiled here
    return lambda: write_table(Rules.parse(board), Path(file))

def games(board, runs):
    return lambda: list(counts(Rules.parse(board)))

what, board, runs, *_ = sys.argv[1:]
work = globals()[what](*sys.argv[2:])
taken = []
for _ in range(int(runs)):
    begin = time.perf_counter()
    work()
    taken.append(time.perf_counter() - begin)
rows = counts(Rules.parse(board))
counted = sum(row.classes if what == "table" else sum(row[-3:]) for row in rows)
print(statistics.median(taken) * 1e3, counted)
"""


def measured(title: str, command: list[str], file: Path | None = None) -> list[object]:
    """A row: milliseconds and what was counted, as a program says, its memory and its file."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    milliseconds, counted = process.stdout.read().split()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    megabytes = f"{file.stat().st_size / 1e6:.1f}" if file else ""
    return [title, float(milliseconds), usage.ru_maxrss / 1024, megabytes, int(counted)]


def compiled(folder: Path) -> str:
    """The C++ program beside this file."""
    source = Path(__file__).with_suffix(".cpp")
    program = folder / "strong"
    flags = ["-O3", "-march=native", "-std=c++17"]
    subprocess.run(["g++", *flags, str(source), "-o", str(program)], check=True)  # noqa: S607 - g++ as the shell finds it
    return str(program)


def main() -> None:
    """Print the table."""
    print(f"{machine()}\n")
    ours = [sys.executable, "-c", OURS]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        positions, games = "every position of", "every game of"
        rows = [
            measured(f"{positions} 4,4,4", [*ours, "table", "4,4,4", "5", str(file)], file),
            measured(f"{games} 3,3,3", [*ours, "games", "3,3,3", "51"]),
            measured(f"{positions} 5,4,4", [*ours, "table", "5,4,4", "3", str(file)], file),
            measured(f"{games} 5,4,4", [*ours, "games", "5,4,4", "3"]),
        ]
        if shutil.which("g++") is not None:
            peer = compiled(Path(folder))
            rows += [
                measured(f"C++: {positions} 4,4,4", [peer, "table", str(file)], file),
                measured(f"C++: {games} 3,3,3, played", [peer, "games"]),
            ]
    table([["", "ms", "peak MB", "file MB", "classes, or games"], *rows])
    for ours_row, peer_row in zip(rows[:2], rows[4:], strict=False):
        print(f"{peer_row[0]}: {float(str(peer_row[1])) / float(str(ours_row[1])):.1f}x as long")


if __name__ == "__main__":
    main()
