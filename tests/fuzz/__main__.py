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
LONGEST = 1 << 20  # bytes of an input
NONE = 1 << 32  # in the place of a seed's number
CASES, ACCEPTED, LENGTH, SEED, DATA = (
    0,
    8,
    16,
    24,
    32,
)  # places in the memory that both processes see


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
    shared = mmap.mmap(-1, DATA + LONGEST)
    until = monotonic() + seconds
    found = 0
    while monotonic() < until and found < 10:
        worker = os.fork()
        if not worker:
            _work(target, shared, until, chance.getrandbits(64))
        _, status = os.waitpid(worker, 0)
        if status:
            length = _number(shared, LENGTH)
            data = shared[DATA : DATA + length]
            seed = _number(shared, SEED)
            of_a_seed = "" if seed == NONE else f"-{seed}"
            path = FINDINGS / target.name / f"{sha256(data).hexdigest()[:16]}{of_a_seed}"
            with replacing(path) as part:
                part.write_bytes(data)
            found += 1
            print(f"{target.name}: {path} ({length} bytes), worker ended with {status:#x}")
    cases, accepted = _number(shared, CASES), _number(shared, ACCEPTED)
    print(f"{target.name:12} {cases:>10,} cases, {accepted:>9,} accepted, {found} findings")
    sys.stdout.flush()
    return found


def _work(target: Target, shared: mmap.mmap, until: float, seed: int) -> None:
    """Read one input after the other, until the time is over or one of them is a finding."""
    status = 1
    try:
        chance = random.Random(seed)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process, whatever it is doing
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        while monotonic() < until:
            case = target.drawn(chance)
            case = case._replace(data=case.data[:LONGEST])
            shared[DATA : DATA + len(case.data)] = case.data
            _put(shared, LENGTH, len(case.data))
            _put(shared, SEED, NONE if case.seed is None else case.seed)
            signal.alarm(SECONDS)
            _put(shared, ACCEPTED, _number(shared, ACCEPTED) + target.run(case))
            signal.alarm(0)
            _put(shared, CASES, _number(shared, CASES) + 1)
        status = 0
    except BaseException:
        traceback.print_exc(limit=-6)
    finally:
        sys.stderr.flush()
        os._exit(status)


def _number(shared: mmap.mmap, place: int) -> int:
    return int.from_bytes(shared[place : place + 8], "little")


def _put(shared: mmap.mmap, place: int, number: int) -> None:
    shared[place : place + 8] = number.to_bytes(8, "little")


if __name__ == "__main__":
    sys.exit(main())
