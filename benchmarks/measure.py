"""Helpers of all claims: medians of alternating runs, machine data, optional peers, and tables."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from typing import Any, NamedTuple

FLAGS = ("-O3", "-march=native", "-std=c++17")
PACKAGES = ("numpy", "numba", "jax", "pgx", "open_spiel", "pettingzoo", "gymnasium", "pyarrow")
FEW, SLOW = 3, 1.0  # `FEW` rounds are enough if a call takes more than `SLOW` seconds

short = False  # whether every measurement is small and done only once
peers = True  # whether other programs are measured too


class Seconds(float):
    """The time that a work reports itself if not everything that it did counts."""


Work = Callable[[], object]


class Contest(NamedTuple):
    """The works by contender, each with the items that a call handles; a unit has `size` items."""

    works: Mapping[str, tuple[float, Work | None]]
    size: float = 1


def scaled(count: int) -> int:
    """A count or, in a short run, a hundredth of a large count."""
    return max(min(count, 10_000), count // 100) if short else count


def processor() -> float:
    """The processor seconds of this process and its finished children."""
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def timed(work: Work, clock: Callable[[], float]) -> float:
    """The seconds of a call."""
    begin = clock()
    said = work()
    return said if isinstance(said, Seconds) else clock() - begin


def medians(works: Mapping[str, Work], rounds: int, clock: str) -> dict[str, float]:
    """The median seconds of each work, after a first round that does not count.

    The works take turns, so that a busy moment of the machine affects all of them. The order is
    random in each round, so that no work always finds its neighbour's data in the cache. Works with
    threads are timed by the wall clock.
    """
    clocks = {"clock": time.perf_counter, "processor": time.process_time}
    taken: dict[str, list[float]] = {name: [] for name in works}
    order, draw = [*works], Random(1)
    for turn in range(2 if short else rounds + 1):
        draw.shuffle(order)
        for name in order:
            if turn <= FEW or taken[name][-1] <= SLOW:
                by = clocks["clock" if "threads" in name else clock]
                taken[name].append(timed(works[name], by))
    return {name: median(seconds[1:]) for name, seconds in taken.items()}


def machine() -> str:
    """The processor and the software versions with which a table was measured."""
    versions = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"no {name}")
    compiler = shutil.which("g++")
    if compiler:
        said = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True)
        versions.append(f"g++ {said.stdout.strip()}")
    else:
        versions.append("no g++")
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    return f"{_processor()}, {cores} cores, {sys.platform}\n{', '.join(versions)}"


def _processor() -> str:
    """The name of the processor, and the widest vector instructions that it has."""
    try:
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    pairs = (line.partition(":") for line in about.splitlines())
    fields = {name.strip(): said.strip() for name, _, said in pairs}
    vectors = [each for each in ("avx2", "avx512bw") if each in fields.get("flags", "").split()]
    return " with ".join([fields.get("model name", platform.machine()), *vectors[-1:]])


def installed(*names: str) -> list[Any]:
    """The modules with these names, or None for each unless all are installed."""
    try:
        return [import_module(name) for name in names] if peers else [None for _ in names]
    except ImportError:
        return [None for _ in names]


def cpp(source: str) -> ctypes.CDLL | None:
    """A library compiled from C++ for the processor of this machine; None without g++."""
    # The flags bind the library to its own functions, since glibc also has a `step`.
    own = "-fno-semantic-interposition", "-Wl,-Bsymbolic"
    built = _built(source, ".so", "-shared", "-fPIC", *own)
    return None if built is None else ctypes.CDLL(str(built))


def peer(section: str, before: str = "", **given: object) -> ctypes.CDLL | None:
    """A section of `peers.cpp`, compiled with these macros."""
    return cpp(before + _defined(section, given) + _text("peers.cpp"))


def solver(section: str) -> Path | None:
    """A program of `solvers.cpp`."""
    return _built(_defined(section, {}) + _text("solvers.cpp"), "")


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _defined(section: str, given: Mapping[str, object]) -> str:
    macros = {section: 1, **given}
    return "".join(f"#define {name} {value}\n" for name, value in macros.items())


def _built(source: str, suffix: str, *flags: str) -> Path | None:
    compiler = shutil.which("g++")
    if compiler is None or not peers:
        return None
    built = Path(_folder().name) / f"{sha256(source.encode()).hexdigest()[:16]}{suffix}"
    if not built.is_file():
        written = built.with_suffix(".cpp")
        written.write_text(source, encoding="utf-8")
        subprocess.run([compiler, *FLAGS, *flags, str(written), "-o", str(built)], check=True)
    return built


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="noughts-bench-")


def table(rows: Sequence[Sequence[object]]) -> None:
    """Print rows in columns, the first left-aligned and the others right-aligned; round floats."""
    texts = [[f"{each:,.3g}" if isinstance(each, float) and each < 100
              else f"{each:,.0f}" if isinstance(each, int | float) else str(each)
              for each in row] for row in rows]  # fmt: skip
    columns = max(map(len, texts))
    texts = [[*row, *[""] * (columns - len(row))] for row in texts]
    first, *others = (max(map(len, column)) for column in zip(*texts, strict=True))
    for head, *rest in texts:
        cells = (f"{text:>{width}}" for text, width in zip(rest, others, strict=True))
        print("  ".join([f"{head:{first}}", *cells]).rstrip())
