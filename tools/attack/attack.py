"""Attacks the command with thousands of generated lines, and tells what it finds.

    python tools/attack/attack.py --commands 25000 --seed 1 --seconds 3600

`lines.py` draws them, `files.py` writes the files that they name, and `processes.py` runs each in a
process of its own. It is a finding if a line

- shows a traceback, or anything that Python ignored,
- ends by a signal, or with a status other than 0, 1, 2 and 130,
- takes more than 1 GiB, or more than 10 s of a processor without a word about it (a game answers
  each line that is typed: that is a word),
- or writes an error of more than 2,000 characters.

What comes in is as bad as it gets: huge boards, endless lines, numbers of a thousand digits, stores
and tables with bytes flipped, folders and devices for files, and a full disk for the output.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
import shlex
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from files import files, inputs
from lines import Lines
from processes import Given, run, wrong


class Attack:
    """Draws lines of the command with one seed, in a folder with files of every kind."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._random = random.Random(seed)
        self._folder = folder
        self._inputs = inputs(self._random, folder)
        names = files(self._random, folder)
        self._lines = Lines(self._random, names, [str(path) for path in self._inputs[:8]])

    def given(self) -> Given:
        """The next line, and what surrounds it."""
        draw, words = self._random, self._lines.line()
        written, home = str(self._folder / "output"), str(self._folder)
        output = draw.choice([os.devnull] * 8 + ["/dev/full", written])
        if words[:1] == ["play"] and output == os.devnull:
            output = written
        environment = {
            "NOUGHTS_CACHE": draw.choice([*[str(self._folder / "cache")] * 9, "/proc/none", ""]),
            "HOME": draw.choice([*[home] * 9, None, "/nowhere"]),
            "XDG_DATA_HOME": None,
            "XDG_CONFIG_HOME": None,
        }
        if words[:1] == ["shell"] and environment["HOME"] is None:
            environment["HOME"] = home  # it would install for whoever runs the attack
        return Given(words, draw.choice(self._inputs), output, environment)


def attack() -> int:
    """Run until one of the limits is met; the number of findings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commands", type=int, default=25_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ends, found, done = time.monotonic() + asked.seconds, 0, 0
    spent: Counter[str] = Counter()
    slowest, largest = 0.0, 0
    with tempfile.TemporaryDirectory(prefix="noughts-attack-") as name:
        folder = Path(name)
        drawn = Attack(asked.seed, folder)
        gc.freeze()  # a child that collects would copy all that it shares with this process
        base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with suppress(KeyboardInterrupt):  # what was done by then is told
            while done < asked.commands and time.monotonic() < ends:
                given = drawn.given()
                result = run(given, folder)
                done += 1
                spent[given.words[0][:9] if given.words else ""] += round(1000 * result.seconds)
                slowest, largest = max(slowest, result.seconds), max(largest, result.memory - base)
                reason = wrong(given, result, base)
                if reason:
                    found += 1
                    line = shlex.join(word[:99] + "..." * (len(word) > 99) for word in given.words)
                    sys.stdout.write(
                        f"{done}: {reason}: noughts {line} < {given.typed} > {given.output}"
                        f" {given.environment}\n{result.said[-1500:]}\n"
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
