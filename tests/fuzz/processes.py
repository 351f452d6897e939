"""Runs a line of the command in a process of its own, forked from one where all is imported."""

from __future__ import annotations

import mmap
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba  # noqa: F401 - imported once, here, and not in each process
import pyarrow  # noqa: F401 - as above

import noughts
from noughts.cli.main import main
from tests.interruptions import Interruption

MEMORY = 1 << 20  # KiB
DATA = 4 << 30  # bytes that it may add to those of the process that starts it
SECONDS = 10.0
SAID = 2000  # characters of an error
LONGEST_WAIT = 300.0  # seconds after which a process that waits is ended
LONG_WORK = (-signal.SIGXCPU, -signal.SIGKILL)  # it has had its seconds of a processor, or here
STREAMS = [("stdin", "r", "strict"), ("stdout", "w", "strict"), ("stderr", "w", "backslashreplace")]
ENDING = {signal.SIGINT, signal.SIGTERM}  # heard once the command begins
FILES: set[str | None] = {str(path) for path in Path(noughts.__file__).parent.rglob("*.py")}
LINES = mmap.mmap(-1, 8)  # how many lines of the library a process has run, if they are counted


class Given(NamedTuple):
    """A line of the command, its standard input and output, and what it finds there.

    It may get a `signal`, after some `seconds` or at a `line`: that number of lines of the library.
    """

    words: list[str]
    typed: Path = Path(os.devnull)
    output: str = os.devnull
    environment: dict[str, str | None] = {}  # noqa: RUF012
    signal: int = 0
    seconds: float | None = None
    line: int | None = None


class Result(NamedTuple):
    """How it ended: its status, what it said, its memory in KiB and its processor's seconds.

    The memory is what it took beyond that of the process that started it. `answered` is whether it
    wrote anything to a file that was its output.
    """

    status: int
    said: str
    memory: int
    seconds: float
    answered: bool


def run(given: Given, folder: Path) -> Result:
    """Run a line in a process of its own."""
    said = folder / "said"
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    child = os.fork()
    if not child:
        _become(given, folder, said)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    begin = time.monotonic()
    to_send = given.signal
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        passed = time.monotonic() - begin
        if to_send and given.seconds is not None and passed >= given.seconds:
            os.kill(child, to_send)
            to_send = 0
        if passed > LONGEST_WAIT:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.0005)
    text = said.read_text(errors="replace") if said.exists() else ""
    seconds = used.ru_utime + used.ru_stime
    answered = os.path.getsize(given.output) > 0  # a device has no size
    memory = used.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Result(os.waitstatus_to_exitcode(status), text, memory, seconds, answered)


def _become(given: Given, folder: Path, said: Path) -> None:
    """Be the command, in the child."""
    status = 1
    try:
        most = DATA + _data()
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
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
        vars(main)["invoke"] = partial(_begun, main.invoke, given)
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
    finally:
        os._exit(status)


def _data() -> int:
    """The bytes of data that this process has, where the system tells it as Linux does."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[5]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def _begun(invoke: Callable[[Any], object], given: Given, context: Any) -> object:
    """Invoke the command, which signals may end: before, they would end what Click does."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    if given.line is None:
        return invoke(context)
    interruption = Interruption(FILES, given.line, partial(signal.raise_signal, given.signal))
    try:
        with interruption:
            return invoke(context)
    finally:
        LINES[:] = (given.line - interruption.left).to_bytes(8, "little")


def wrong(given: Given, result: Result) -> str | None:
    """What is wrong with how a line ended, or None. `--yes` allows any memory."""
    if given.signal and "Exception ignored" in result.said:
        return None  # Python loses what is raised in a finalizer, and says so
    if "Traceback" in result.said or "Exception ignored" in result.said:
        return "a traceback"
    if given.signal and result.status in (-given.signal, 128 + given.signal):
        return None
    if result.status in LONG_WORK:  # it may be, if that is said
        told = result.said or result.answered
        return None if told else f"{result.seconds:.0f} s without a word"
    if result.status not in (0, 1, 2, 130):
        return f"status {result.status}"
    if result.memory > MEMORY and "--yes" not in given.words:
        return f"{result.memory >> 10} MiB"
    longest = max(map(len, result.said.splitlines()), default=0)
    if longest > SAID:
        return f"a line of {longest} characters"
    return None
