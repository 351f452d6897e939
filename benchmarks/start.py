"""How long the command takes to start, beside a bare interpreter: medians of many starts.

What bounds it: reading modules. The interpreter itself, then Click, then ours.
"""

import statistics
import subprocess
import sys
import time

PYTHON = sys.executable
STARTS = {
    "bare interpreter": [PYTHON, "-c", "pass"],
    "import click": [PYTHON, "-c", "import click"],
    "import noughts": [PYTHON, "-c", "import noughts"],
    "noughts --version": [PYTHON, "-m", "noughts", "--version"],
    "noughts play, to the first prompt": [PYTHON, "-m", "noughts", "play"],
}


def milliseconds(command: list[str]) -> float:
    """One start to its end, with nothing to read on standard input."""
    begin = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - begin)


def main() -> None:
    """Print the table; the commands take turns, so that all meet the same noise."""
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(31):
        for name, command in STARTS.items():
            times[name].append(milliseconds(command))
    bare = statistics.median(times["bare interpreter"])
    print(f"Python {sys.version.split()[0]}, {sys.platform}; medians of 31 starts")
    print(f"{'':36}{'ms':>8}{'over bare':>12}")
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:36}{median:8.1f}{median - bare:+12.1f}")


if __name__ == "__main__":
    main()
