"""Which tests run a line: every test that is not long is run once, and what it runs is noted.

The tests of compiled loops run as plain Python, so that their lines are seen too.
"""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import coverage
import pytest
from hypothesis import Phase, settings

ROOMS = ("core", "codecs", "expressions", "store", "solver", "players")  # that mutants come from
# Their own tests, and those that compare all rooms but for those that load JAX, which takes more
# memory than a mutant may.
TESTS = [f"{top}/{room}" for top in ("tests", "src/noughts") for room in ROOMS]
TESTS += ["tests/test_every_room.py"]
TESTS += ["tests/fuzz", "tests/test_files_of_0_1.py", "tests/test_files_of_0_2.py"]
MARKS = "NOUGHTS_MUTANTS_MARKS"  # which tests are run, by their marks, if not nearly all are
COVERAGE = Path(coverage.__file__).parent
LONGEST = 4  # seconds of a test that is of use, traced: quick ones tell nearly all


class Quiet:
    """A plugin: Hypothesis draws the same each time, and does not look for the least example."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Take the place of the profile of tests/conftest.py, which has been read by now."""
        settings.register_profile(
            "mutants",
            settings.get_profile("few" if MARKS in os.environ else "untimed"),
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutants")


class Only(Quiet):
    """A plugin that runs the tests of these names alone, in this order."""

    def __init__(self, names: Iterable[str], seconds: float) -> None:
        self.places = {name: place for place, name in enumerate(names)}
        self.seconds = seconds  # after which no other test is begun

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep those that are asked for."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.places),
            key=lambda item: self.places[item.nodeid],
        )

    def pytest_runtest_logfinish(self) -> None:
        """End the session when its time is over."""
        if process_time() > self.seconds:
            raise pytest.exit.Exception("enough", returncode=0)


class Noting(Quiet):
    """A plugin that notes the time of each test that passes, and traces it under its name."""

    def __init__(self, tracer: coverage.Coverage, share: int, shares: int) -> None:
        self.tracer, self.share, self.shares = tracer, share, shares
        self.times: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep every so many files, the share of this process."""
        files = sorted({item.path for item in items})
        own = set(files[self.share :: self.shares])
        items[:] = [item for item in items if item.path in own]
        for item in items:  # here the walks are to be traced too
            item.own_markers = [mark for mark in item.own_markers if mark.name != "no_cover"]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Trace and time one test, with what it needs."""
        self.tracer.switch_context(item.nodeid)
        begin = process_time()
        signal.signal(signal.SIGVTALRM, _too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        result = yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.times[item.nodeid] = process_time() - begin
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that did not pass: it cannot tell a fault."""
        if not report.passed:
            self.failed.add(report.nodeid)


def _too_long(_: int, frame: FrameType | None) -> None:
    """End a test, but not within coverage: it may hold a lock that the next test would wait for."""
    if frame and Path(frame.f_code.co_filename).is_relative_to(COVERAGE):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
        return
    raise TimeoutError(f"more than {LONGEST} s")


def note(copy: Path, paths: list[str], share: int, shares: int, answer: Path) -> None:
    """Run a share of the tests of a copy, and write what they took and ran."""
    tracer = coverage.Coverage(data_file=None, source=[str(copy / "src")], config_file=False)
    plugin = Noting(tracer, share, shares)
    tracer.start()
    status = run(paths, plugin)
    tracer.stop()
    if status > 1:
        raise RuntimeError("the tests cannot run")
    data = tracer.get_data()
    ran = {
        str(Path(file).relative_to(copy / "src/noughts")): {
            line: [name for name in names if name in plugin.times and name not in plugin.failed]
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    times = {name: s for name, s in plugin.times.items() if name not in plugin.failed}
    with answer.open("w", encoding="utf-8") as file:
        json.dump({"times": times, "ran": ran, "failed": sorted(plugin.failed)}, file)


def run(paths: list[str], plugin: object) -> int:
    """Run the tests of some paths with a plugin, and stop at the first that fails.

    Whatever takes time and tells nothing is left out: most plugins, and reports of what failed.
    """
    given = ["-qq", "--no-header", "--tb=no", "--assert=plain", "-p", "_hypothesis_pytestplugin"]
    given += ["-p", "pytest_cov.plugin"]  # for its mark and its options
    for left_out in ("cacheprovider", "unraisableexception", "threadexception", "faulthandler"):
        given += ["-p", f"no:{left_out}"]
    given += ["-m", os.environ.get(MARKS, "not long and not longer")]
    if not isinstance(plugin, Noting):
        given.append("-x")
    return int(pytest.main([*given, *paths], plugins=[plugin]))


@dataclass
class Tested:
    """The processor time of each test in seconds, and the tests that run each line of a module."""

    times: dict[str, float]
    ran: dict[str, dict[int, set[str]]]
    state: str = ""  # of the sources and tests

    @classmethod
    def by_name(cls, names: Iterable[str]) -> Tested:
        """Nothing is traced: of a module the tests of its name are run, then those of its room."""
        return cls(dict.fromkeys(names, 0.0), {})

    @classmethod
    def read(cls, answers: Iterable[Path]) -> Tested:
        """What several shares noted, together."""
        both = cls({}, defaultdict(lambda: defaultdict(set)))
        for path in answers:
            answer = json.loads(path.read_text(encoding="utf-8"))
            both.times |= answer["times"]
            both.state = answer.get("state", "")
            for file, lines in answer["ran"].items():
                for line, names in lines.items():
                    both.ran[file][int(line)] |= set(names)
        return both

    def written(self) -> str:
        """The same as text, for a later run."""
        ran = {file: {n: [*names] for n, names in each.items()} for file, each in self.ran.items()}
        return json.dumps({"times": self.times, "ran": ran, "state": self.state})

    def rounds(self, path: str, lines: tuple[int, int], seconds: float) -> Iterator[list[str]]:
        """The tests to run for a change of these lines, the likeliest and quickest first.

        Those that run the lines come first: in the first round those of at most three files, for
        half a second, since files take as long to import as quick tests to run. The tests of the
        same room follow, for a quarter of the `seconds`: what is worked out once and kept is traced
        in one test alone.
        """
        modules = self.ran.get(path, {})
        near = set().union(*(modules.get(line, ()) for line in range(lines[0], lines[1] + 1)))
        near = near or set().union(*modules.values())  # run by the import
        room, own = path.split("/")[0], Path(path).stem
        folders = (f"tests/{room}/", f"src/noughts/{room}/", f"tests/test_{room}")

        def far(name: str) -> tuple[bool, bool, float, str]:
            own_file = Path(file_of(name)).stem.removeprefix("test_") == own
            return not own_file, not name.startswith(folders), self.times[name], name

        same = {name for name in self.times if name.startswith(folders)}
        if not self.ran:
            own_file = [name for name in sorted(self.times, key=far) if own in file_of(name)]
            yield own_file
            yield sorted(same - {*own_file})
            return
        first, files = list[str](), set[str]()
        for name in sorted(near, key=far):
            if len(files | {file_of(name)}) <= 3:
                first.append(name)
                files.add(file_of(name))
        first = self._within(0.5, first)
        yield first
        rest = sorted(near - {*first}, key=self._time)
        yield self._within(seconds, rest)
        yield self._within(seconds / 4, sorted(same - near, key=self._time))

    def _time(self, name: str) -> tuple[float, str]:
        return self.times[name], name

    def _within(self, seconds: float, names: list[str]) -> list[str]:
        """The first of these tests, until they take so long together; one at least."""
        for place, total in enumerate(accumulate(self.times[name] for name in names)):
            if total > seconds:
                return names[: max(place, 1)]
        return names


def file_of(name: str) -> str:
    """The file of a test."""
    return name.split("::")[0]


def state_of(checkout: Path) -> str:
    """A checksum of all sources and tests."""
    files = sorted(path for top in ("src", "tests") for path in (checkout / top).rglob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def environment(copy: Path) -> dict[str, str]:
    """The environment in which the tests of a copy run."""
    paths = f"{copy / 'src'}{os.pathsep}{copy}"
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "NUMBA_DISABLE_JIT": "1"}
    return os.environ | alone | {"PYTHONPATH": paths}
