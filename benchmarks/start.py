"""How long the command takes to start, beside a bare interpreter: medians of many starts.

What bounds it: reading modules. The interpreter itself, then Click, then ours. Python keeps their
byte code, as it does for whoever installs noughts: in a folder of this run, where some systems
allow none beside the modules. A first start of each, which writes it, is not counted.

    python benchmarks/start.py 101    so many starts instead of 31

The processor's time is that until the prompt, or until the end; Linux tells it.
"""

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import NamedTuple

PYTHON = sys.executable
STARTS = {
    "bare interpreter": [PYTHON, "-c", "pass"],
    "import click": [PYTHON, "-c", "import click"],
    "import noughts": [PYTHON, "-c", "import noughts"],
    "noughts --version": [PYTHON, "-m", "noughts", "--version"],
    "noughts play, to the first prompt": [PYTHON, "-m", "noughts", "play"],
    "the same, drawn in a window": [PYTHON, "-m", "noughts", "play"],
}
WINDOW = "the same, drawn in a window"
PROMPT = b"? for help: "


class Taken(NamedTuple):
    """Milliseconds: until the end or the first prompt, and of the processor."""

    clock: float
    processor: float


def taken(command: list[str], environment: dict[str, str], in_window: bool) -> Taken:
    """One start to its end, or to the first prompt."""
    if in_window:
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        )
        os.close(theirs)
        reads = writes = ours
    else:
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)
        assert process.stdin
        assert process.stdout
        reads, writes = process.stdout.fileno(), process.stdin.fileno()
    begin, said = time.perf_counter(), b""
    while PROMPT not in said and (more := os.read(reads, 1 << 16)):
        said += more
    clock, processor = time.perf_counter() - begin, used(process.pid)
    if in_window:
        os.write(writes, b"q")
    else:
        process.stdin.close()  # type: ignore[union-attr]  # a pipe; the end of input ends a game
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    os.close(reads) if in_window else process.stdout.close()  # type: ignore[union-attr]  # as above
    return Taken(1000 * clock, processor or 1000 * (usage.ru_utime + usage.ru_stime))


def used(process: int) -> float:
    """Milliseconds of the processor that a process has used; 0 where it has ended."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e6


def main() -> None:
    """Print the table; the commands take turns, so that all meet the same noise."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 31
    times: dict[str, list[Taken]] = {name: [] for name in STARTS}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "TERM": "xterm"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(1 + turns):
            for name, command in STARTS.items():
                each = taken(command, environment, name == WINDOW)
                times[name] += [each] * (turn > 0)
    bare = [statistics.median(each) for each in zip(*times["bare interpreter"], strict=True)]
    print(f"Python {sys.version.split()[0]}, {sys.platform}; medians of {turns} starts")
    print(f"{'':36}{'ms':>8}{'over bare':>12}{'processor':>12}{'over bare':>12}")
    for name, all_taken in times.items():
        clock, processor = (statistics.median(each) for each in zip(*all_taken, strict=True))
        over = clock - bare[0], processor - bare[1]
        print(f"{name:36}{clock:8.1f}{over[0]:+12.1f}{processor:12.1f}{over[1]:+12.1f}")


if __name__ == "__main__":
    main()
