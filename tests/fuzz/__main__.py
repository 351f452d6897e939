"""Gives every reader damaged input for some minutes; `make fuzz`.

A worker of its own reads, so that nothing it does ends this process: not a crash, not a hang, not
a gigabyte. What it was reading then is a finding, and is kept in tests/data/findings, where
test_fuzz.py reads it from then on.
"""

from __future__ import annotations

import argparse
import mmap
import os
import random
import resource
import signal
import sys
import traceback
from hashlib import sha256
from pathlib import Path
from time import monotonic

from noughts.system.files import replacing
from tests.fuzz.target import FINDINGS, Target
from tests.fuzz.targets import TARGETS

SECONDS = 10  # for one input
MEMORY = 1 << 30  # bytes above what the worker has at its start


def main() -> int:
    """Fuzz each target for its share of the time; 1 if there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=300, help="in all (default 300)")
    parser.add_argument("--seed", type=int, default=None, help="default: the system's")
    options = parser.parse_args()
    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        parser.error(f"{unknown[0]} is not a target; the targets are {', '.join(TARGETS)}")
    names = options.targets or [*TARGETS]
    seed = options.seed if options.seed is not None else random.SystemRandom().getrandbits(32)
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    found = [fuzz(TARGETS[name], options.seconds / len(names), chance) for name in names]
    return int(any(found))


def fuzz(target: Target, seconds: float, chance: random.Random) -> int:
    """Run one target for a time; how many findings there were, ten at most."""
    counts = memoryview(mmap.mmap(-1, 16)).cast("Q")  # of this worker's cases, and the accepted
    until = monotonic() + seconds
    found = cases = accepted = 0
    while monotonic() < until and found < 10:
        counts[0], counts[1], seed = 0, 0, chance.getrandbits(64)
        worker = os.fork()
        if not worker:
            _work(target, counts, until, random.Random(seed))
        _, status = os.waitpid(worker, 0)
        cases, accepted = cases + counts[0], accepted + counts[1]
        if status:
            again = random.Random(seed)  # which draws the same cases
            case = [target.drawn(again) for _ in range(counts[0])][-1]
            of_a_seed = "" if case.seed is None else f"-{case.seed}"
            path = FINDINGS / target.name / f"{sha256(case.data).hexdigest()[:16]}{of_a_seed}"
            with replacing(path) as part:
                part.write_bytes(case.data)
            found += 1
            print(f"{target.name}: {path} ({len(case.data)} bytes), worker ended with {status:#x}")
    print(f"{target.name:12} {cases:>10,} cases, {accepted:>9,} accepted, {found} findings")
    sys.stdout.flush()
    return found


def _work(target: Target, counts: memoryview, until: float, chance: random.Random) -> None:
    """Read one input after the other, until the time is over or one of them is a finding."""
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process, whatever it is doing
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        while monotonic() < until:
            case = target.drawn(chance)
            counts[0] += 1
            signal.alarm(SECONDS)
            counts[1] += target.run(case)
            signal.alarm(0)
        status = 0
    except BaseException:
        traceback.print_exc(limit=-6)
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
