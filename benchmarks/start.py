"""How long the command takes to start, beside a bare interpreter: medians of many starts.

What bounds it: reading modules. The interpreter itself, then Click, then ours. Python keeps their
byte code, as it does for whoever installs noughts: in a folder of this run, where some systems
allow none beside the modules. A first start of each, which writes it, is not counted.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

PYTHON = sys.executable
STARTS = {
    "bare interpreter": [PYTHON, "-c", "pass"],
    "import click": [PYTHON, "-c", "import click"],
    "import noughts": [PYTHON, "-c", "import noughts"],
    "noughts --version": [PYTHON, "-m", "noughts", "--version"],
    "noughts play, to the first prompt": [PYTHON, "-m", "noughts", "play"],
}
PROMPT = b"? for help: "


def milliseconds(command: list[str], environment: dict[str, str]) -> float:
    """One start to its end, or to the first prompt."""
    begin, said = time.perf_counter(), b""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment) as process:
        assert process.stdout
        while PROMPT not in said and (more := os.read(process.stdout.fileno(), 1 << 16)):
            said += more
        taken = time.perf_counter() - begin
        process.communicate()  # the end of input ends a game
    assert process.returncode == 0
    return 1000 * taken


def main() -> None:
    """Print the table; the commands take turns, so that all meet the same noise."""
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(1 + 31):
            for name, command in STARTS.items():
                taken = milliseconds(command, environment)
                times[name] += [taken] * (turn > 0)
    bare = statistics.median(times["bare interpreter"])
    print(f"Python {sys.version.split()[0]}, {sys.platform}; medians of 31 starts")
    print(f"{'':36}{'ms':>8}{'over bare':>12}")
    for name, taken_each in times.items():
        median = statistics.median(taken_each)
        print(f"{name:36}{median:8.1f}{median - bare:+12.1f}")


if __name__ == "__main__":
    main()
