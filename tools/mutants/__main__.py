"""Puts small faults into the library and runs the tests against each: `make mutants`.

A mutant that no test kills is a line that no test holds to anything, or is equivalent: then
`explained.txt` says why nothing can tell it apart. The order of a seed is always the same, so a
long run can be done in parts (`--skip`, and `--noted` to trace the tests once for all of them).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from hashlib import sha256
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from collected import SURVIVED
from drawing import Mutant, mutants
from explained import explained
from running import CHECKOUT, copy_checkout, outcomes, quick_outcomes, tested, warm
from tested import MARKS, ROOMS, TESTS, Tested

GOAL = 0.97  # of those that are not equivalent


def main() -> int:
    """Draw, run and report; 1 if a survivor is not explained, or too many are."""
    options = _options()
    drawn = draw(options.seed, options.count, options.skip, options.only)
    if options.again:
        earlier = survivors(options.again.read_text(encoding="utf-8"))
        drawn = [mutant for mutant in drawn if str(mutant).partition("\n")[2] in earlier]
    if options.list:
        print(*drawn, sep="\n\n")
        return 0
    if options.quick:
        os.environ[MARKS] = "not wide and not long and not longer"
    warm()
    began = monotonic()
    with TemporaryDirectory(prefix="noughts-mutants-") as folder:
        copies = [copy_checkout(Path(folder, str(number))) for number in range(options.jobs)]
        tests = None if options.by_name else tested(copies, options.noted, options.tests)
        if tests:
            print(f"{len(tests.times)} tests noted in {monotonic() - began:.0f} s", flush=True)
        counts = _outcomes(drawn, tests, copies, options)
    return _report(counts, monotonic() - began)


def _outcomes(
    drawn: list[Mutant], tests: Tested | None, copies: list[Path], options: argparse.Namespace
) -> Counter[str]:
    """Run the mutants, print those that are of interest, and count how they went."""
    reasons = explained()
    counts: Counter[str] = Counter()

    def count(mutant: Mutant, outcome: str) -> None:
        reason = reasons.get(mutant.key)
        known = reason is not None and outcome == SURVIVED
        counts["explained" if known else outcome] += 1
        if reason is not None and not known:
            print(f"{outcome}, though explained.txt says that nothing can:\n{mutant}\n")
        elif not known and (options.verbose or outcome == SURVIVED):
            print(f"{counts.total()}. {outcome}\n{mutant}\n", flush=True)

    left = list[Mutant]()
    for mutant, outcome in quick_outcomes(drawn, tests, copies, options.seconds, options.tests):
        if outcome == SURVIVED:
            left.append(mutant)
        else:
            count(mutant, outcome)
    print(f"{len(left)} are left to be run from the beginning", flush=True)
    tests = tests or Tested.by_name((copies[0] / "names").read_text().split("\n"))
    for mutant, outcome in outcomes(left, tests, copies, options.seconds):
        count(mutant, outcome)
    return counts


def draw(seed: int, count: int, skip: int = 0, only: list[str] | None = None) -> list[Mutant]:
    """Some of all mutants of the rooms, or of the modules below the paths in `only`."""
    root = CHECKOUT / "src/noughts"
    names = sorted(
        str(path.relative_to(root)) for room in ROOMS for path in (root / room).rglob("*.py")
    )
    if only:
        wanted = [path.removeprefix("src/noughts/") for path in only]
        names = [name for name in names if name.startswith(tuple(wanted))]
    found = [mutant for name in names for mutant in mutants(root, name)]
    return sorted(found, key=lambda each: _place(seed, each))[skip : skip + count]


def survivors(printed: str) -> set[str]:
    """The changes of those that survived, in what an earlier run has printed."""
    entries = (entry.strip().split("\n", 2) for entry in printed.split("\n\n"))
    return {entry[2] for entry in entries if len(entry) == 3 and entry[0].endswith(SURVIVED)}


def _place(seed: int, mutant: Mutant) -> bytes:
    """Its place in the order of a seed, which is the same when other modules change."""
    return sha256(repr((seed, *mutant.key)).encode()).digest()


def _report(counts: Counter[str], seconds: float) -> int:
    total, equivalent, left = counts.total(), counts["explained"], counts[SURVIVED]
    told = max(1, total - equivalent)
    share = (told - left) / told
    spread = 1.96 * sqrt(share * (1 - share) / told)
    print(
        f"{total} mutants in {seconds:.0f} s: "
        + ", ".join(f"{number} {outcome}" for outcome, number in counts.most_common())
    )
    print(f"{share:.1%} (+-{spread:.1%}) of those that are not equivalent are killed")
    return int(left > 0 or share < GOAL)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=12, help="of the draw (default 12)")
    parser.add_argument("--count", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first")
    parser.add_argument("--only", nargs="+", metavar="PATH", help="modules or rooms")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at once")
    parser.add_argument(
        "--seconds", type=float, default=8, help="of tests that run the line, then of its room"
    )
    parser.add_argument(
        "--noted", type=Path, metavar="FILE", help="where to keep, or find, which tests run a line"
    )
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="only what survived, by an earlier output"
    )
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="PATH", help="to run")
    parser.add_argument("--quick", action="store_true", help="run the tests of `make test` alone")
    parser.add_argument(
        "--by-name",
        action="store_true",
        help="trace no test: run those of the module's name, then those of its room",
    )
    parser.add_argument("--list", action="store_true", help="print the mutants, and run none")
    parser.add_argument("--verbose", action="store_true", help="print the killed ones too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
