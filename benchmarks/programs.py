"""The time that programs take to start and to give a first result, and the speed of the core.

The limit of a start is the loading of modules: the interpreter's own, then Click, then ours. Python
caches their byte code, as it does for every user of noughts. Here the cache is in a folder of this
run, since some systems allow none beside the modules. The first start of each program, which writes
the cache, does not count.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import measure
from measure import Contest, Seconds

from noughts import TICTACTOE, Position, Rules
from noughts.codecs import CODECS
from noughts.players.trap import Trap
from noughts.solver.counting.perft import perft
from noughts.solver.tables.table import Table, table
from noughts.solver.textbook_minimax import alphabeta, minimax

PYTHON = sys.executable
COMMAND = [PYTHON, "-m", "noughts"]
WINDOW = "the same, drawn in a window"
STARTS = {
    "bare interpreter": [PYTHON, "-c", "pass"],
    "import click": [PYTHON, "-c", "import click"],
    "import noughts": [PYTHON, "-c", "import noughts"],
    "noughts --version": [*COMMAND, "--version"],
    "noughts play, to the first prompt": [*COMMAND, "play"],
    WINDOW: [*COMMAND, "play"],
}
PROMPT = b"? for help: "
LINES = 1_000_000


# Starts.


class Taken(NamedTuple):
    """Milliseconds: elapsed until the end or the first prompt, and of the processor."""

    clock: float
    processor: float


def starts(name: str) -> list[object]:
    """The median times of a command beside the times of a bare interpreter."""
    if not measure.peers:  # in turn with another checkout
        return Seconds(started(name).processor / 1000)  # type: ignore[return-value] # a work, timed
    cells = list[object]()
    for own, bare in zip(medians()[name], medians()["bare interpreter"], strict=True):
        cells += [f"{own:.1f}", f"{own - bare:+.1f}"]
    return cells


@cache
def medians() -> dict[str, Taken]:
    """The medians of all commands, which take turns, so that the noise is the same for all."""
    times: dict[str, list[Taken]] = {name: [] for name in STARTS}
    for turn in range(1 + (1 if measure.short else 41)):
        for name in STARTS:
            times[name] += [started(name)] * (turn > 0)
    return {name: Taken(*map(median, zip(*each, strict=True))) for name, each in times.items()}


@cache
def byte_code() -> tempfile.TemporaryDirectory[str]:
    """The folder for the byte code."""
    return tempfile.TemporaryDirectory(prefix="noughts-bench-")


def started(name: str) -> Taken:
    """Time one run of a command until its end or its first prompt."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": byte_code().name, "TERM": "xterm"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if name == WINDOW:
        reads, theirs = pty.openpty()
        writes = reads
        termios.tcsetwinsize(theirs, (24, 80))
        process = subprocess.Popen(
            STARTS[name], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        )
        os.close(theirs)
    else:
        (given, writes), (reads, shown) = os.pipe(), os.pipe()
        process = subprocess.Popen(STARTS[name], stdin=given, stdout=shown, env=environment)
        os.close(given)
        os.close(shown)
    begin, said = time.perf_counter(), b""
    while PROMPT not in said and (more := os.read(reads, 1 << 16)):
        said += more
    clock, processor = time.perf_counter() - begin, used(process.pid)
    if name == WINDOW:
        os.write(writes, b"q")
    else:
        os.close(writes)  # the end of input ends a game
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    os.close(reads)
    return Taken(1000 * clock, processor or 1000 * (usage.ru_utime + usage.ru_stime))


def used(process: int) -> float:
    """The processor milliseconds that a process has used, from Linux; 0 after its end."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e6


# First results.


def run(program: str, folder: str, *arguments: str) -> float:
    """The seconds of a process that caches compiled code in a folder."""
    begin = time.perf_counter()
    subprocess.run(
        [PYTHON, "-c", program, *arguments], env={**os.environ, "NOUGHTS_CACHE": folder}, check=True
    )
    return time.perf_counter() - begin


def first(program: str) -> list[object]:
    """The seconds to a first result with an empty cache of compiled code, and in a second run."""
    with tempfile.TemporaryDirectory() as folder:
        return [f"{run(program, folder):.2f}", f"{run(program, folder):.2f}"]


@cache
def compiled() -> tempfile.TemporaryDirectory[str]:
    """A folder with the code that a search of another board has compiled."""
    return tempfile.TemporaryDirectory(prefix="noughts-bench-")


def first_search(board: str) -> list[object]:
    """The processor seconds until the first node of a search."""
    program = "import sys; from noughts.solver import Limits, solve; "
    begin = measure.processor()
    run(program + "solve(sys.argv[1], limits=Limits(nodes=1, memory=1))", compiled().name, board)
    return [f"{measure.processor() - begin:.2f}"]


# The core, and lines.


def core() -> Contest:
    """Making positions, playing moves, and whole enumerations from the start."""
    start, middle = Position(), Position.parse("XO./.X./..O")
    works: dict[str, tuple[int, Callable[[], Any]]] = {
        "Position(x, o)": (10_000, lambda: Position(17, 258)),
        "position.play(cell)": (10_000, lambda: middle.play(2)),
        "position.outcome": (10_000, lambda: middle.outcome),
        "position.canonical()": (1_000, lambda: middle.canonical()),
        "table of 3x3, from nothing": (1, lambda: Table(TICTACTOE)),
        "table of 4x3 k=3, from nothing": (1, lambda: Table(Rules(4, 3, 3))),
        "trap rule's first move": (1, lambda: Trap(TICTACTOE).move(start)),
        "minimax of the empty 3x3": (1, lambda: minimax(0, 0, TICTACTOE)),
        "alpha-beta of the empty 3x3": (1, lambda: alphabeta(0, 0, TICTACTOE)),
        "perft of 3x3": (1, lambda: list(perft(TICTACTOE))),
    }

    def repeated(count: int, work: Callable[[], Any]) -> Callable[[], None]:
        def often() -> None:
            for _ in range(count):
                work()

        return often

    return Contest({name: (count, repeated(count, w)) for name, (count, w) in works.items()})


def convert(source: str, target: str) -> list[object]:
    """Lines per second of the command, including its start."""
    count = measure.scaled(LINES if source != "record" else LINES // 10)
    codes = [number * 7919 % CODECS[source].size for number in range(count)]
    if source == "base3":
        held = [CODECS["base3"].encode(position) for position in table(TICTACTOE)]
        codes = [held[code % len(held)] for code in codes]
    lines = "".join(f"{code}\n" for code in codes).encode()
    command = [*COMMAND, "convert", "--from", source, "--to", target]
    begin = time.perf_counter()
    subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True)
    return [f"{count / (time.perf_counter() - begin):,.0f}"]
