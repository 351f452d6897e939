"""Attacks the command with thousands of generated lines, and tells what it finds; `make attack`.

    python -m tests.fuzz.attack --commands 25000 --seed 1 --seconds 3600

`lines.py` draws them, and `processes.py` runs each in a process of its own. It is a finding if a
line

- shows a traceback, or anything that Python ignored,
- ends by a signal, or with a status other than 0, 1, 2 and 130,
- takes more than 1 GiB, or more than 10 s of a processor without a word about it (a game answers
  each line that is typed: that is a word),
- or writes an error of more than 2,000 characters.

What comes in is as bad as it gets: huge boards, endless lines, numbers of a thousand digits, the
damaged files of the fuzz tests, folders and devices for files, and a full disk for the output.

One line in ten writes a file and is interrupted; `writings.py` says what is a finding then.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import shlex
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from click.testing import CliRunner

from noughts.cli.main import main
from noughts.system.cache import cache_folder
from tests.fuzz.lines import Lines
from tests.fuzz.processes import Given, Result, run, wrong
from tests.fuzz.targets import TARGETS
from tests.fuzz.writings import Interruptions

# The targets whose files commands read, and how names say what a file is.
READ = {"store": "", "table": "", "certificate": "", "tree": "", "misere": "", "search": ""}
READ |= {"agent": ".npz", "parquet": ".parquet"}
MANY = 16  # files of each
# What is compiled once, and not in each process.
COMPILED = ["solve 4,4,4 --time=1", "solve 4,4,3,misere --time=1", "learn q --games=9"]


class Attack:
    """Draws lines of the command with one seed, in a folder with files of every kind."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._random = random.Random(seed)
        self._folder = folder
        self._inputs = inputs(self._random, folder)
        names = files(self._random, folder)
        self._lines = Lines(self._random, [*names, *map(str, self._inputs[:8])])
        self._interruptions = Interruptions(self._random, folder / "interrupted")

    def case(self, interrupted: float) -> tuple[Given, Result, str | None]:
        """The next line, how it ended, and what is wrong with that, or None."""
        if self._random.random() < interrupted:
            return self._interruptions.case()
        given = self._given()
        result = run(given, self._folder)
        return given, result, wrong(given, result)

    def _given(self) -> Given:
        """The next line, and what surrounds it."""
        draw, words = self._random, self._lines.line()
        written, home = str(self._folder / "output"), str(self._folder)
        output = draw.choice([os.devnull] * 8 + ["/dev/full", written])
        if words[:1] == ["play"] and output == os.devnull:
            output = written
        environment = {
            "NOUGHTS_CACHE": draw.choice([*[str(self._folder / "bad")] * 9, "/proc/none", ""]),
            "HOME": draw.choice([*[home] * 9, None, "/nowhere"]),
            "XDG_DATA_HOME": None,
            "XDG_CONFIG_HOME": None,
        }
        if words[:1] == ["shell"] and environment["HOME"] is None:
            environment["HOME"] = home  # it would install for whoever runs the attack
        return Given(words, draw.choice(self._inputs), output, environment)


def inputs(draw: random.Random, folder: Path) -> list[Path]:
    """What may be typed."""
    typed = {
        "nothing": b"",
        "codes": "".join(f"{draw.randrange(20_000)}\n" for _ in range(3000)).encode(),
        "positions": b"XO./.X./...\nX../.../...\n" * 500,
        "games": b"b2 a1 c3 a3 a2\n1000,1000,3: a1\n" * 100,
        "a game": b"5\n1\n3\n7\n4\n6\n2\n8\n9\nn\nh\ns\nu\nr\nv\n?\nq\n",
        "junk": draw.randbytes(20_000),
        "a line": b"0" * 2_000_000,
        "lines": b"h\n" * 20_000,
        "numbers": b"1" * 9000 + b"\n" + b"z" * 65_000 + b"\n-5\n0x" + b"f" * 7000 + b"\n",
    }
    for name, content in typed.items():
        (folder / name).write_bytes(content)
    return [*(folder / name for name in typed), Path("/dev/zero"), Path("/dev/urandom")]


def files(draw: random.Random, folder: Path) -> list[str]:
    """Stores, tables, proofs, agents and other programs' files, right and damaged; and no files."""
    (folder / "cache").mkdir()
    for compiled in cache_folder().glob("*.compiled"):  # to compile them again takes long
        shutil.copy(compiled, folder / "cache")
    os.environ["NOUGHTS_CACHE"] = str(folder / "cache")
    for line in COMPILED:
        CliRunner().invoke(main, line.split())
    paths = []
    for name, end in READ.items():
        target = TARGETS[name]
        right = target.right[: MANY // 4]
        bad = [target.drawn(draw).data for _ in range(MANY - len(right))]
        for number, data in enumerate([*right, *bad]):
            paths.append(folder / f"{name}-{number}{end}")
            paths[-1].write_bytes(data)
    shutil.copytree(folder / "cache", folder / "bad")
    for board in ("2,2,2", "3,3,3", "4,4,4", "1,10,3"):
        (folder / f"bad/{board}.table").write_bytes(draw.choice(paths).read_bytes())
    return [*map(str, paths), str(folder), "/dev/null", "/dev/full", "/dev/zero", "missing"]


def attack() -> int:
    """Run until one of the limits is met; the number of findings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commands", type=int, default=25_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--interrupted", type=float, default=0.1, help="of all (default 0.1)")
    asked = parser.parse_args()
    ends, found, done = time.monotonic() + asked.seconds, 0, 0
    spent: Counter[str] = Counter()
    slowest, largest = 0.0, 0
    with tempfile.TemporaryDirectory(prefix="noughts-attack-") as name:
        drawn = Attack(asked.seed, Path(name))
        gc.freeze()  # a child that collects would copy all that it shares with this process
        with suppress(KeyboardInterrupt):  # what was done by then is told
            while done < asked.commands and time.monotonic() < ends:
                given, result, reason = drawn.case(asked.interrupted)
                done += 1
                spent[given.words[0][:9] if given.words else ""] += round(1000 * result.seconds)
                slowest, largest = max(slowest, result.seconds), max(largest, result.memory)
                if reason:
                    found += 1
                    line = shlex.join(word[:99] + "..." * (len(word) > 99) for word in given.words)
                    sys.stdout.write(
                        f"{done}: {reason}: noughts {line}: {given._replace(words=[])}\n"
                        f"{result.said[-1500:]}\n"
                    )
                    sys.stdout.flush()
    for name, milliseconds in spent.most_common(8):
        sys.stdout.write(f"{milliseconds / 1000:8.1f} s  {name}\n")
    sys.stdout.write(
        f"{done:,} commands, {found:,} findings; the slowest took {slowest:.1f} s of a processor, "
        f"the largest {largest >> 10:,} MiB\n"
    )
    return found


if __name__ == "__main__":
    sys.exit(1 if attack() else 0)
