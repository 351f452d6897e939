"""Runs a line of the command in a process of its own, forked from one where all is imported."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numba  # noqa: F401 - imported once, here, and not in each process
import pyarrow  # noqa: F401 - as above

from noughts.cli.main import main

MEMORY = 1 << 20  # KiB
SECONDS = 10.0
SAID = 2000  # characters of an error
LONGEST_WAIT = 300.0  # seconds after which a process that waits is ended
LONG_WORK = (-signal.SIGXCPU, -signal.SIGKILL)  # it has had its seconds of a processor, or here
STREAMS = [("stdin", "r", "strict"), ("stdout", "w", "strict"), ("stderr", "w", "backslashreplace")]


class Given(NamedTuple):
    """A line of the command, its standard input and output, and what it finds there."""

    words: list[str]
    typed: Path
    output: str
    environment: dict[str, str | None]


class Result(NamedTuple):
    """How it ended: its status, what it said, its memory in KiB and its processor's seconds.

    `answered` is whether it wrote anything to a file that was its output.
    """

    status: int
    said: str
    memory: int
    seconds: float
    answered: bool


def run(given: Given, folder: Path) -> Result:
    """Run a line in a process of its own."""
    said = folder / "said"
    child = os.fork()
    if not child:
        _become(given, folder, said)
    begin = time.monotonic()
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - begin > LONGEST_WAIT:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.001)
    text = said.read_text(errors="replace")
    seconds = used.ru_utime + used.ru_stime
    answered = os.path.getsize(given.output) > 0  # a device has no size
    return Result(os.waitstatus_to_exitcode(status), text, used.ru_maxrss, seconds, answered)


def _become(given: Given, folder: Path, said: Path) -> None:
    """Be the command, in the child."""
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS) + 1, int(SECONDS) + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 29, 1 << 29))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    os.chdir(folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, path in ((1, given.output), (2, str(said))):
        os.dup2(os.open(path, flags, 0o600), number)
    os.dup2(os.open(given.typed, os.O_RDONLY), 0)
    for name, value in given.environment.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    for number, (name, mode, errors) in enumerate(STREAMS):
        setattr(sys, name, open(number, mode, errors=errors, closefd=False))  # noqa: SIM115
    sys.argv = ["noughts", *given.words]
    status = 1
    try:
        main(prog_name="noughts")
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:  # whatever it is, Python would show it
        sys.excepthook(*sys.exc_info())
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = 120
    os._exit(status)


def wrong(given: Given, result: Result, base: int) -> str | None:
    """What is wrong with how a line ended, or None. `--yes` allows any memory."""
    if "Traceback" in result.said or "Exception ignored" in result.said:
        return "a traceback"
    if result.status in LONG_WORK:  # it may be, if that is said
        told = result.said or result.answered
        return None if told else f"{result.seconds:.0f} s without a word"
    if result.status not in (0, 1, 2, 130):
        return f"status {result.status}"
    if result.memory - base > MEMORY and "--yes" not in given.words:
        return f"{(result.memory - base) >> 10} MiB"
    longest = max(map(len, result.said.splitlines()), default=0)
    if longest > SAID:
        return f"a line of {longest} characters"
    return None
