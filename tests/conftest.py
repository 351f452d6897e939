"""How the tests run: Hypothesis measures no time, since other work may slow the machine down.

Plain Python tries 25 examples of each law, the same each time, so that it covers the same lines.
What is compiled tries the 100 that Hypothesis has by default, and others each time.

What Numba compiles for them is kept, and shared by tests that run at the same time.

To trace a walk for coverage takes twice the time of the walk, and to trace Numba compiling as long
as it compiles. So a test that walks far carries `no_cover`, and smaller ones reach the same lines.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, settings

from noughts.kernels.compiler import is_plain
from noughts.solver.tables.table import kept_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# `make firefox` says so; what imports Playwright waits for the tests that need it.
IN_FIREFOX = os.environ.get("NOUGHTS_BROWSER") == "firefox"

settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile(
    "few", settings.get_profile("untimed"), max_examples=25, derandomize=True, database=None
)
settings.load_profile("untimed")

# A folder of the tests' own: a table of the user's would let them walk boards without end.
os.environ["NOUGHTS_CACHE"] = str(Path(__file__).parent.parent / ".pytest_cache/kernels")

# XLA compiles for longer than the small programs of these tests run.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")


# Numba compiles what they test. `make check` runs most of these as plain Python first, which is as
# fast on small boards and can be traced, and then compiled; so it does with what is `plain` of the
# slow ones.
HERE = Path(__file__).parent
COMPILED = [
    HERE / path
    for path in (
        "arrays",
        "cli/test_learn.py",
        "cluster",
        "datasets",
        "envs",
        "evaluate",
        "kernels",
        "learn",
        "solver/gravity",
        "solver/search",
        "solver/tables/test_retrograde.py",
        "solver/tables/test_sharding.py",
        "store",
    )
]
SLOW_IF_PLAIN = [
    HERE / path
    for path in (
        "arrays/test_packing.py",
        "arrays/test_positions.py",
        "cli/test_learn.py",
        "evaluate",
        "kernels",
        "learn",
    )
]

# What waits for a browser: while one process does so, others work.
WAITING = [HERE / path for path in ("notebook", "test_site.py", "web")]

# A mark that all tests of a file carry, and the marks that somewhere in it are given.
OF_ALL = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.(\w+)\b", re.MULTILINE)
GIVEN = re.compile(r"\bmark\.(wide|long|longer|plain)\b|\b(longer|some|pairs|fewer_compiled)\(")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--only-traced`: trace nothing but the tests that carry `traced`."""
    parser.addoption("--only-traced", action="store_true")


def pytest_configure(config: pytest.Config) -> None:
    """Trace no compiler: none of our lines run in it, and a trace takes half as long again."""
    if config.option.only_traced and not is_plain():
        from numba.core import compiler

        compile_extra: Any = compiler.compile_extra

        def untraced_here(*arguments: Any, **options: Any) -> Any:
            trace = sys.gettrace()  # of this thread: others go on meanwhile
            sys.settrace(None)
            try:
                return compile_extra(*arguments, **options)
            finally:
                sys.settrace(trace)

        vars(compiler)["compile_extra"] = untraced_here


@contextmanager
def untraced() -> Iterator[None]:
    """Without the trace that measures coverage, in this thread and in those that it starts."""
    trace, trace_of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(cast(Any, None))
    try:
        yield
    finally:
        sys.settrace(trace)
        threading.settrace(cast(Any, trace_of_threads))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file that has no test to run: it may import Dask or JAX, and each process does so.

    A file may have one if `-m` takes a test with some of the marks that are given in the file.
    """
    asked = config.option.markexpr
    if not asked or not collection_path.match("test_*.py"):
        return None
    text, fixtures = collection_path.read_text("utf-8"), collection_path.with_name("conftest.py")
    always = [*OF_ALL.findall(text), *marks_by_place(collection_path)]
    given = GIVEN.findall(text + (fixtures.read_text("utf-8") if fixtures.exists() else ""))
    perhaps = sorted({mark or "longer" for mark, _ in given}.difference(always))
    some = (some for size in range(len(perhaps) + 1) for some in combinations(perhaps, size))
    return not any(takes(asked, [*always, *marks]) for marks in some) or None


def takes(asked: str, marks: list[str]) -> bool:
    """Whether `-m` takes a test with these marks: pytest writes it as Python does."""
    return bool(eval(asked, {}, defaultdict(bool, dict.fromkeys(marks, True))))


def marks_by_place(file: Path) -> Iterator[str]:
    """The marks that a file's place gives to all tests of it. Examples are compiled if asked to."""
    for mark, places in {"compiled": COMPILED, "slow_if_plain": SLOW_IF_PLAIN}.items():
        if any(map(file.is_relative_to, places)):
            yield mark
    if not file.is_relative_to(HERE):
        yield "compiled"


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect no garbage meanwhile: thousands of tests are made, and all of them stay.

    What a test makes, such as all that Numba compiles from, is looked through less often too.
    """
    gc.disable()
    try:
        with untraced() if session.config.option.only_traced else nullcontext():
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is compiled, and what is not traced; and say which file comes when.

    What waits for a browser is spread evenly. Files of many tests come first, so that no process
    is still at one when the others have ended.
    """
    if IN_FIREFOX:
        from tests.browsers import leave_to_firefox

        config.hook.pytest_deselected(items=leave_to_firefox(items))
    files = Counter(item.path for item in items)
    marks = {file: [*marks_by_place(file)] for file in files}
    for item in items:
        for mark in marks[item.path]:
            item.add_marker(mark)
        if config.option.only_traced and not item.get_closest_marker("traced"):
            item.add_marker(pytest.mark.no_cover)
    kinds: dict[bool, list[Path]] = {True: [], False: []}  # whether they wait
    for file, _ in files.most_common():
        kinds[any(map(file.is_relative_to, WAITING))].append(file)
    place = {file: (n + 0.5) / len(kind) for kind in kinds.values() for n, file in enumerate(kind)}
    items.sort(key=lambda item: place[item.path])


@pytest.hookimpl(wrapper=True, trylast=True)  # within what pytest-cov does for its mark
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test that carries `no_cover` without a trace in the processes of pytest-xdist too.

    There pytest-cov 7.1 measures twice, and where it pauses one measure the other goes on.
    """
    with untraced() if item.get_closest_marker("no_cover") else nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers of this process."""
    from playwright.sync_api import sync_playwright

    if IN_FIREFOX:
        os.environ["NODE_OPTIONS"] = f"--require {Path(__file__).parent / 'web/firefox.cjs'}"
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium or Firefox, whose profile is thrown away."""
    from tests.browsers import launch

    with launch(playwright) as launched:
        yield launched


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own, where tables are kept and found; it is not there yet.

    What is compiled is kept where it always is: each test would compile it again.
    """
    folder = tmp_path / "tables"
    monkeypatch.setattr("noughts.solver.tables.table_file.cache_folder", lambda: folder)
    kept_table.cache_clear()
    yield folder
    kept_table.cache_clear()
