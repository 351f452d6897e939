"""What the benchmarks share: the machine in words, medians, a C++ library beside us, a table."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from statistics import median

FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")
PEERS = ("numpy", "numba", "pgx", "jax", "open_spiel", "pettingzoo", "pyarrow")


def machine() -> str:
    """The processor and the versions that a table was measured with."""
    versions = [f"Python {platform.python_version()}"]
    for name in PEERS:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"no {name}")
    compiler = shutil.which("g++")
    if compiler:
        said = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True)
        versions.append(f"g++ {said.stdout.strip()}")
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    return f"{_processor()}, {cores} cores, {sys.platform}\n{', '.join(versions)}"


def _processor() -> str:
    """The name that the processor gives itself, and the widest vectors it has."""
    try:
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    pairs = (line.partition(":") for line in about.splitlines())
    fields = {name.strip(): said.strip() for name, _, said in pairs}
    name = fields.get("model name", platform.machine())
    flags = fields.get("flags", "").split()
    vectors = [each for each in ("avx2", "avx512bw") if each in flags]
    return " with ".join([name, *vectors[-1:]])


def median_time(work: Callable[[], object], repeats: int = 7) -> float:
    """Seconds that `work` takes: the median of `repeats` runs, after one that is not counted."""
    return median_times([work], repeats)[0]


def median_times(
    works: Sequence[Callable[[], object]],
    repeats: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """The same of several; they take turns, so that none has a busy moment to itself.

    Their order is another one each time, so that none always finds in the cache what it needs
    because its neighbour has just read it.
    """
    taken: list[list[float]] = [[] for _ in works]
    order, draw = [*range(len(works))], Random(1)
    for turn in range(repeats + 1):
        draw.shuffle(order)
        for at in order:
            begin = clock()
            works[at]()
            if turn:
                taken[at].append(clock() - begin)
    return [median(seconds) for seconds in taken]


def cpp(source: str) -> Path | None:
    """A library compiled from C++ for this very processor, for `ctypes`; None without g++."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    built = Path(_folder().name) / f"{sha256(source.encode()).hexdigest()[:16]}.so"
    if not built.is_file():
        written = built.with_suffix(".cpp")
        written.write_text(source, encoding="utf-8")
        subprocess.run([compiler, *FLAGS, str(written), "-o", str(built)], check=True)
    return built


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="noughts-bench-")


def table(rows: Sequence[Sequence[object]]) -> None:
    """Print rows in columns: the first to the left, all others to the right; a float short."""
    texts = [[f"{each:,.3g}" if isinstance(each, float) and each < 100
              else f"{each:,.0f}" if isinstance(each, int | float) else str(each)
              for each in row] for row in rows]  # fmt: skip
    columns = max(map(len, texts))
    texts = [[*row, *[""] * (columns - len(row))] for row in texts]
    first, *others = (max(map(len, column)) for column in zip(*texts, strict=True))
    for head, *rest in texts:
        cells = (f"{text:>{width}}" for text, width in zip(rest, others, strict=True))
        print("  ".join([f"{head:{first}}", *cells]).rstrip())


if __name__ == "__main__":
    print(machine())
