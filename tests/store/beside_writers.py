"""Readers beside a writer that is killed again and again: `python -m tests.store.beside_writers`.

Each process opens the file again and again. A writer adds one code or many, and is killed at random
moments. A reader that ends by itself, sees a wrong code, damage, or fewer codes than it saw before,
is a fault, and ends all.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from noughts import store

FORK = get_context("fork")  # a process starts at once, with all that is compiled
CODES = 30_000
BLOCK = 40_000


def codes(start: int, stop: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """What stands at these numbers of the file."""
    return np.arange(start, stop) * 7 % 765


def write_for_ever(path: Path, seed: int, times: Any) -> None:
    """Add to the file, mostly one code."""
    chance = random.Random(seed)
    while True:
        with store.append(path) as writer:
            for _ in range(chance.choice((1, 1, 1, 3))):
                start = len(writer)
                many = 60_000 if chance.random() < 0.01 else 100
                writer.write_codes(codes(start, start + chance.choice((1, 1, 1, 1, many))))
                if chance.random() < 0.5:
                    writer.sync()
        times.value += 1


def read_for_ever(path: Path, seed: int, times: Any) -> None:
    """Read the file again and again."""
    chance, seen = random.Random(seed), 0
    while True:
        reader = store.read(path)
        count = len(reader)
        if count < seen:
            raise AssertionError(f"{count} codes, and there were {seen}")
        seen = count
        if reader.missing:
            raise AssertionError(reader.missing)
        start = chance.choice((0, max(count - 50_000, 0), chance.randrange(count)))
        stop = count if start else min(100_000, count)
        if not np.array_equal(reader[start:stop], codes(start, stop)):
            raise AssertionError(f"wrong codes from {start} to {stop} of {count}")
        if reader[-1] != (count - 1) * 7 % 765:
            raise AssertionError("the last code is wrong")
        if chance.random() < 0.01 and any(reader.damage()):
            raise AssertionError([*filter(None, reader.damage())])
        times.value += 1


class Process:
    """A process that does its work for ever, and counts how often it has done it."""

    def __init__(self, work: Callable[[Path, int, Any], None], path: Path, seed: int) -> None:
        self._times = FORK.Value("q", 0)
        self._process = FORK.Process(target=work, args=(path, seed, self._times), daemon=True)
        self._process.start()

    def times(self) -> int:
        """How often; an error if it has ended by itself."""
        if not self._process.is_alive():
            raise AssertionError(f"ended with {self._process.exitcode}: below 0, it is a signal")
        return int(self._times.value)

    def kill(self) -> None:
        """Kill it at whatever it does."""
        self._process.kill()
        self._process.join()


def attack(path: Path, seconds: float, readers: int, seed: int = 1) -> tuple[int, int, int]:
    """Let readers and writers run; how often the file was read, how many kills, how many codes.

    Raises `AssertionError` if one of them has ended by itself.
    """
    with store.create(path, "canonical", block=BLOCK) as writer:
        writer.write_codes(codes(0, CODES))
    assert not any(
        store.read(path).damage()
    )  # and what reads and adds is compiled before the forks
    assert store.read(path)[[1, 0]].tolist() == [7, 0]
    chance = random.Random(seed)
    running = [Process(read_for_ever, path, number) for number in range(readers)]
    kills, end = 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            writing = Process(write_for_ever, path, seed + kills)
            time.sleep(chance.uniform(0, 0.5))
            try:
                writing.times()
                reads = sum(process.times() for process in running)
            finally:
                writing.kill()
            kills += 1
    finally:
        for process in running:
            process.kill()
    return reads, kills, len(store.read(path))


def main() -> None:
    """Attack for some minutes."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--minutes", type=float, default=10)
    arguments.add_argument("--readers", type=int, default=12)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        reads, kills, count = attack(Path(folder) / "store", 60 * given.minutes, given.readers)
    told = f"{reads:,} readings by {given.readers} readers, {count:,} codes, {kills} kills"
    sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
