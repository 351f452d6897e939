"""A process in which all tests are collected, and which forks another for each mutant.

    this process ── collects the tests of its copy, once
      ├─ fork ──> puts a mutant in, runs the tests that run its lines, ends at the first that fails
      └─ fork ──> runs that test without the mutant: one that fails then, too, tells nothing

A mutant takes as long as its tests, which is a fifth of a second for most.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import traceback
from contextlib import suppress
from pathlib import Path
from time import monotonic, process_time, sleep
from typing import NoReturn

import pytest
from drawing import Mutant
from patching import Patcher
from tested import Quiet, Tested, run

KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"


class Collected(Quiet):
    """A plugin that runs mutants instead of tests, and writes how each went, a line each."""

    def __init__(
        self, copy: Path, mutants: list[Mutant], tests: Tested | None, seconds: float, answers: int
    ) -> None:
        self.copy, self.mutants, self.tests = copy, mutants, tests
        self.seconds, self.answers = seconds, answers
        self.alone: dict[str, bool] = {}  # whether a test passes without a mutant

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run each mutant in a process of its own."""
        self.items = {item.nodeid: item for item in session.items}
        self.session = session
        (self.copy / "names").write_text("\n".join(self.items))
        self.tests = self.tests or Tested.by_name(self.items)
        gc.unfreeze()  # the tests freeze what is there, and so hide it from whoever looks
        gc.collect()
        self.patcher = Patcher(self.copy / "src/noughts")
        gc.freeze()  # else each process would copy what it only counts
        for mutant in self.mutants:
            self._answer(self._outcome(mutant))
        return True

    def _answer(self, outcome: str) -> None:
        os.write(self.answers, f"{outcome}\n".encode())

    def _outcome(self, mutant: Mutant) -> str:
        assert self.tests
        names = [
            name
            for names in self.tests.rounds(mutant.path, mutant.lines, self.seconds)
            for name in names
            if name in self.items
        ]
        while names:
            outcome, failed = self._forked(mutant, names)
            if outcome != KILLED or self._passes_alone(failed):
                return outcome
            names.remove(failed)
        return SURVIVED

    def _passes_alone(self, name: str) -> bool:
        if name and name not in self.alone:
            self.alone[name] = self._forked(None, [name])[0] == SURVIVED
        return not name or self.alone[name]

    def _forked(self, mutant: Mutant | None, names: list[str]) -> tuple[str, str]:
        """How the tests went, and the one that failed, if one did."""
        assert self.tests
        told = self.copy / "failed"
        told.write_bytes(b"")
        expected = sum(self.tests.times[name] for name in names) or self.seconds
        seconds = 12 + int(3 * expected)
        child = os.fork()
        if not child:
            self._run(mutant, names, seconds, told)
        until = monotonic() + 15 * seconds  # of a machine that may be busy
        status = 0
        while monotonic() < until:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            sleep(0.002)
        else:
            end(child)
            os.waitpid(child, 0)
            return TIMED_OUT, ""
        end(child)  # what it has started, and left
        return outcome_of(status), told.read_text()

    def _run(self, mutant: Mutant | None, names: list[str], seconds: int, told: Path) -> NoReturn:
        status = 0
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            if mutant is None or self.patcher.put(mutant):
                items = [self.items[name] for name in names]
                for item, following in zip(items, [*items[1:], None], strict=True):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                    if self.session.testsfailed:
                        told.write_text(item.nodeid)
                        status = 1
                    if status or process_time() > 2 * self.seconds:
                        break
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)


def end(group: int) -> None:
    """End all processes of a group."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def outcome_of(status: int) -> str:
    """How a mutant went, by the status of its process, which is pytest's."""
    if os.WIFSIGNALED(status):
        over = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return TIMED_OUT if over else KILLED
    if os.WEXITSTATUS(status) == 3:
        raise RuntimeError("pytest itself has failed, as it would without a mutant")
    # A test fails (1), or the tests cannot even be imported (2, 4). None that was asked for (5) is
    # nothing that fails.
    return SURVIVED if os.WEXITSTATUS(status) in (0, 5) else KILLED


def serve(
    copy: Path,
    mutants: list[Mutant],
    tests: Tested | None,
    seconds: float,
    paths: list[str],
    answers: int,
) -> int:
    """Collect the tests of a copy, and run the mutants there."""
    plugin = Collected(copy, mutants, tests, seconds, answers)
    return run([*paths, f"--basetemp={copy / 'temporary'}"], plugin)
