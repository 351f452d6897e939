"""Runs mutants: each in a process of its own, forked from one that has read all that is outside.

    this process ── imports pytest, Hypothesis, NumPy, ...; never noughts
      ├─ fork ──> copy 0, a mutant in place: imports noughts, runs tests, says how it went
      └─ fork ──> copy 1, ...

The checkout is never touched: each copy stands in a folder that is removed at the end.
"""

from __future__ import annotations

import os
import resource
import select
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from compileall import compile_dir
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import NoReturn

from collected import SURVIVED, TIMED_OUT, end, outcome_of, serve
from drawing import Mutant
from tested import Only, Tested, environment, file_of, note, run, state_of

OUTSIDE = ("click", "hypothesis.strategies", "numba", "numpy", "pyarrow", "z3", "coverage")
MEMORY = 3 << 30  # bytes of a process; a mutant may ask for any amount
CHECKOUT = Path(__file__).parents[2]
COPIED = ("src", "tests", "tools", "docs", "benchmarks", "examples")


def warm() -> None:
    """Import what mutants do not change, once for all of them."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    for name in OUTSIDE:
        with suppress(ImportError):
            import_module(name)
    assert "noughts" not in sys.modules, "what is imported already would not be changed"


def copy_checkout(folder: Path) -> Path:
    """A copy of what the tests read."""
    folder.mkdir()
    for name in COPIED:
        shutil.copytree(CHECKOUT / name, folder / name)
    for file in CHECKOUT.iterdir():
        if file.is_file():
            shutil.copy2(file, folder / file.name)
    for name in ("src", "tests"):
        compile_dir(folder / name, quiet=2)
    return folder


def tested(copies: list[Path], kept: Path | None, paths: list[str]) -> Tested:
    """Run the tests, a share of them in each copy, unless an earlier run has `kept` it."""
    state = state_of(CHECKOUT)
    if kept is not None and kept.exists():
        found = Tested.read([kept])
        if found.state == state:  # or it would name tests and lines that are elsewhere now
            return found
    children = []
    for share, copy in enumerate(copies):
        answer = copy / "tested.json"
        work = _bound(note, copy, paths, share, len(copies), answer)
        # No mutant is about, and the names of tests beside each line take gigabytes.
        children.append((_forked(copy, work, seconds=3000, memory=resource.RLIM_INFINITY), answer))
    for copy, (child, answer) in zip(copies, children, strict=True):
        os.waitpid(child, 0)
        if not answer.exists():
            raise RuntimeError((copy / "output").read_text(errors="replace"))
    found = Tested.read(answer for _, answer in children)
    found.state = state
    if kept is not None:
        kept.write_text(found.written(), encoding="utf-8")
    return found


def _bound(function: Callable[..., object], *given: object) -> Callable[[], object]:
    return lambda: function(*given)


def _forked(copy: Path, work: Callable[[], object], seconds: int, memory: int = MEMORY) -> int:
    """A process that works in a copy, and ends with the number that `work` returns."""
    child = os.fork()
    if not child:
        _work(copy, work, seconds, memory)
    return child


def _work(copy: Path, work: Callable[[], object], seconds: int, memory: int) -> NoReturn:
    status = 2
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream in (1, 2):
            os.dup2(os.open(copy / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(copy)
        os.environ.clear()
        os.environ.update(environment(copy))
        sys.path[:0] = [str(copy / "src"), str(copy)]
        status = int(work() or 0)  # type: ignore[call-overload] # a number or nothing
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def quick_outcomes(
    drawn: list[Mutant], tests: Tested | None, copies: list[Path], seconds: float, paths: list[str]
) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with how it went in a process that has collected all tests before, as they end.

    What survives there may yet be killed from the beginning.
    """
    shares: dict[int, list[Mutant]] = {}
    for number, copy in enumerate(copies):
        share = drawn[number :: len(copies)]
        answers, told = os.pipe()
        work = _bound(serve, copy, share, tests, seconds, paths, told)
        _forked(copy, work, seconds=3000)
        os.close(told)
        shares[answers] = share
    waiting = dict.fromkeys(shares, b"")
    while waiting:
        for answers in select.select([*waiting], [], [])[0]:
            data = os.read(answers, 1 << 16)
            *outcomes, waiting[answers] = (waiting[answers] + data).split(b"\n")
            for outcome in outcomes:
                yield shares[answers].pop(0), outcome.decode()
            if not data:
                del waiting[answers]
                os.close(answers)
                yield from ((mutant, SURVIVED) for mutant in shares[answers])
                os.wait()


@dataclass
class Slot:
    """A copy, and the mutant that runs there."""

    copy: Path
    mutant: Mutant
    rounds: Iterator[list[str]]
    tests: Tested
    whole: bytes  # the module without a fault
    seconds: float  # of tests whose times are not known
    child: int = 0
    until: float = 0.0

    def begin(self) -> bool:
        """Put the mutant in its place and run the next of its rounds, if one is left."""
        names = next((names for names in self.rounds if names), [])
        if not names:
            return False
        home = self.copy / "src/noughts" / self.mutant.path
        home.write_bytes(self.mutant.applied(self.whole))
        os.utime(home, (self.mutant.start, self.mutant.start))  # no .pyc is of 1970
        paths = sorted({file_of(name) for name in names})
        expected = sum(self.tests.times[name] for name in names)
        seconds = 8 + int(4 * (expected or self.seconds))
        work = _bound(run_only, paths, names, seconds - 4 if expected else self.seconds)
        self.child = _forked(self.copy, work, seconds)
        self.until = monotonic() + 15 * seconds  # of a machine that may be busy
        return True

    def restore(self) -> None:
        """Put the module back as it was; its .pyc is of another time now, and is not used."""
        (self.copy / "src/noughts" / self.mutant.path).write_bytes(self.whole)


def run_only(paths: list[str], names: list[str], seconds: float) -> int:
    """Run some tests for so long; write no bytecode, which could outlive the mutant."""
    sys.dont_write_bytecode = True
    return run(["tests/strategies.py", *paths], Only(names, seconds))


def outcomes(
    drawn: list[Mutant], tests: Tested, copies: list[Path], seconds: float
) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with how it went, as they end."""
    waiting = iter(drawn)
    slots: dict[int, Slot] = {}  # by the process
    free = list(copies)
    while True:
        while free:
            mutant = next(waiting, None)
            if mutant is None:
                break
            rounds = tests.rounds(mutant.path, mutant.lines, seconds)
            copy = free.pop()
            whole = (copy / "src/noughts" / mutant.path).read_bytes()
            slot = Slot(copy, mutant, rounds, tests, whole, seconds)
            if slot.begin():
                slots[slot.child] = slot
            else:
                free.append(slot.copy)
                yield mutant, SURVIVED
        if not slots:
            return
        for child, outcome in _ended(slots):
            slot = slots.pop(child)
            if outcome == SURVIVED and slot.begin():
                slots[slot.child] = slot
                continue
            slot.restore()
            free.append(slot.copy)
            yield slot.mutant, outcome


def _ended(slots: dict[int, Slot]) -> list[tuple[int, str]]:
    """Wait for processes to end; those whose time is over are ended."""
    ended = list[tuple[int, str]]()
    while not ended:
        for child, slot in slots.items():
            late = monotonic() > slot.until
            if late:
                end(child)
            found, status = os.waitpid(child, 0 if late else os.WNOHANG)
            if found:
                end(child)  # what it has started, and left
                ended.append((child, TIMED_OUT if late else outcome_of(status)))
        select.select([], [], [], 0.01)
    return ended
