"""Measure claims, or compare this checkout with another: `python benchmarks/run.py --help`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import measure
from claims import CLAIMS, Claim

ROOT = Path(__file__).parents[1]
NAMED = {claim.name: claim for claim in CLAIMS}
STARTS, ROUNDS = 3, 7  # in a comparison: the processes of each checkout, and the calls in each
LEAST = 0.05  # the least seconds of a timed call in a comparison
LIMIT = 0.03  # a checkout is worse if it takes so much longer in three quarters of the turns
CONTROLS = {"NumPy", "bytes at random", "checksums", "file", "copy", "copy of a state",
            "a fill of the same bytes", "a copy of the same bytes"}  # fmt: skip


def make(claim: Claim, case: str) -> Any:
    """The result of a claim's function for a case."""
    module, name = claim.make.split(".")
    return getattr(import_module(module), name)(*claim.cases[case])


def rows_of(claim: Claim, only: str) -> tuple[list[list[object]], set[str]]:
    """The table of a claim, and the contenders that were measured."""
    rows, seen, speeds = list[list[object]](), set[str](), dict[str, dict[str, float]]()
    held: list[object]
    heads = dict(zip(claim.cases, map(list[object], claim.heads()), strict=False))
    for case in claim.cases:
        if only not in case:
            continue
        print(f"{claim.name}: {case}", file=sys.stderr, flush=True)
        if not claim.contenders:
            rows.append([case, *make(claim, case)])
            continue
        made = make(claim, case)
        works = {name: made.works[name] for name in claim.contenders if name in made.works}
        run = {name: work for name, (_, work) in works.items() if work}
        taken = measure.medians(run, claim.rounds, claim.clock)
        rates = {name: works[name][0] / seconds for name, seconds in taken.items()}
        seen |= {*rates}
        speeds[case] = rates
        figures = [figure for figure in claim.columns.values() if figure]
        if claim.layout == "beside":
            held = [rates[name] / 1e6 if name in rates else "" for name in claim.contenders]
            first = next(iter(rates))
            rows.append([case, *held, *(figure(rates, first, made.size) for figure in figures)])
        elif claim.layout != "across":
            if case:
                rows.append(heads[case] if claim.layout == "apart" else [case])
            for name in rates:
                held = [figure(rates, name, made.size) for figure in figures]
                rows.append(["  " * bool(case) + name, *held])
    if claim.layout == "across":
        rows = [[name, *(rates[name] / 1e6 if name in rates else "-" for rates in speeds.values())]
                for name in claim.contenders if name in seen]  # fmt: skip
    return rows if claim.layout == "apart" else [*map(list[object], claim.heads()), *rows], seen


def show(claim: Claim, only: str) -> None:
    """Print the table of a claim, and the contenders that are missing."""
    how = {"clock": "by the clock", "processor": "by the processor's time"}[claim.clock]
    rows, seen = rows_of(claim, only)
    about = f"; medians of up to {claim.rounds}, {how}" if claim.contenders else ""
    print(f"{claim.name}{about} (docs/performance.md)")
    measure.table(rows)
    missing = [name for name in claim.contenders if name not in seen]
    if missing and not only:
        print(f"not here: {'; '.join(missing)}")
    print(flush=True)


# The comparison of two checkouts, which take turns.


def serve() -> None:
    """Answer the requests of another process: for the contenders of a case, or for timed calls."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    measure.peers, measure.short = False, True
    at: tuple[str, str] | None = None
    works: dict[str, measure.Work] = {}
    for line in sys.stdin:
        name, case, contender, calls = json.loads(line)
        try:
            if (name, case) != at:
                at, works = (name, case), works_of(NAMED[name], case)
            if contender is None:
                answer: object = [*works]
            else:
                answer = sum(
                    measure.timed(works[contender], measure.processor) for _ in range(calls)
                )
        except Exception as error:  # another checkout may not support this case
            at, answer = None, {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


def works_of(claim: Claim, case: str) -> dict[str, measure.Work]:
    """The works of a case by contender; without contenders, the whole row is one work."""
    if not claim.contenders:
        return {"": lambda: make(claim, case)}
    works = make(claim, case).works
    return {name: works[name][1] for name in claim.contenders if name in works and works[name][1]}


class Checkout:
    """A process that measures one checkout of the project, by its own claims if it has any.

    It uses its own claims since they import private modules, which may have other names elsewhere.
    """

    def __init__(self, root: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(root / "src")}
        own = root / "benchmarks/run.py"
        command = [sys.executable, str(own if own.is_file() else __file__), "--serve"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        )

    def ask(self, claim: Claim, case: str, contender: str | None, calls: int = 1) -> Any:
        """The contenders of a case if `contender` is None, or the seconds that the calls took."""
        assert self._process.stdin
        assert self._process.stdout
        asked = json.dumps([claim.name, case, contender, calls])
        print(asked, file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if isinstance(answer, dict):
            raise RuntimeError(answer["error"])
        return answer

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def ratios(pair: list[Checkout], claim: Claim, case: str, contender: str) -> list[float]:
    """The ratio of the first checkout's time to the other's time, for each turn."""
    for each in pair:
        each.ask(claim, case, contender)  # compiles, and fills the cache
    once = max(each.ask(claim, case, contender) for each in pair)
    if once < 1e-7:
        raise RuntimeError("nothing is measured without others")
    calls = max(1, round(LEAST / once))
    found, draw = [], Random(1)
    for _ in range(ROUNDS):
        order = draw.sample([0, 1], 2)
        taken = {at: pair[at].ask(claim, case, contender, calls) for at in order}
        found.append(taken[0] / taken[1])
    return found


def compare(claim: Claim, only: str, other: Path) -> bool:
    """Print this checkout's time relative to another's; return whether it is worse anywhere."""
    found: dict[tuple[str, str], list[float]] = {}
    wrong: dict[str, None] = {}
    starts = 1 if measure.short else STARTS
    for start in range(starts):
        pair = [Checkout(ROOT), Checkout(other)]
        for case in claim.cases:
            if not any(only in f"{case}, {name}" for name in claim.contenders or [""]):
                continue
            print(f"{start + 1} of {starts}, {claim.name}: {case}", file=sys.stderr, flush=True)
            try:
                theirs = pair[1].ask(claim, case, None)
                for name in pair[0].ask(claim, case, None):
                    if name in theirs and only in f"{case}, {name}":
                        some = ratios(pair, claim, case, name)
                        found.setdefault((case, name), []).extend(some)
            except RuntimeError as error:
                wrong[f"{claim.name}, {case}: {error}"] = None
        for each in pair:
            each.end()
    rows: list[list[object]] = [[f"{claim.name}, of their time", "median", "half between"]]
    worse = False
    for (case, name), all_ratios in found.items():
        low, middle, high = quantiles(all_ratios, n=4)
        is_worse = low > 1 + LIMIT and name not in CONTROLS
        worse |= is_worse
        verdict = "WORSE" if is_worse else "not ours" if name in CONTROLS else ""
        said = ", ".join(part.strip() for part in (case, name) if part.strip())
        rows.append([said, f"{middle:.3f}", f"{low:.3f} to {high:.3f}", verdict])
    measure.table(rows)
    print(*(f"not compared: {each}" for each in wrong), sep="\n", flush=True)
    return worse


def main() -> None:
    """Measure the claims that the command line names, or all claims."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMED))
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose names have it; "
                        "in turn with another checkout, contenders too")  # fmt: skip
    parser.add_argument("--short", action="store_true", help="fewer of all, once, to see it work")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare in turn; exits "
                        f"with 1 where something takes {LIMIT:.0%}% longer than there")  # fmt: skip
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return
    unknown = [name for name in given.names if name not in NAMED]
    if unknown:
        parser.error(f"no claim is named {', '.join(unknown)}; claims: {', '.join(NAMED)}")
    claims = [NAMED[name] for name in given.names] or CLAIMS
    measure.short = given.short
    if given.against:
        if not (given.against / "src/noughts").is_dir():
            parser.error(f"{given.against} has no src/noughts: it is not a checkout")
        worse = [compare(claim, given.only, given.against.resolve()) for claim in claims]
        sys.exit(any(worse))
    print(f"{measure.machine()}\n")
    for claim in claims:
        show(claim, given.only)


if __name__ == "__main__":
    main()
