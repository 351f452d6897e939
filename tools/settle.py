"""Updates the list of values, and adds new results to it; `make values`.

    python tools/settle.py --seconds 60              every board that is still open
    python tools/settle.py --seconds 600 8,7,5       the named boards, settled or not
    python tools/settle.py --table DIR 5,5,4,misere  this board, by a table of all positions
    python tools/settle.py --pairs --play misere     open misère boards, by pairs of cells alone
    python tools/settle.py --weak 12,5,5             this board, by the weak game alone

Each board gets `--seconds` of processor time. Its certificate gets ten times as many, or
`--certificate` seconds. The checker in C checks the certificate, or the checker in Python if there
is no C compiler. With --table, every position of a board is solved and written to a folder, as
`noughts table --to` does, which takes up to 20 GB. The positions up to symmetry count as nodes, and
there is no certificate. With --pairs, z3 looks for disjoint pairs of cells such that each line
contains a pair. With such pairs, neither side has to finish a line, which settles a misère board.
With --weak, a proof-number search of the weak game takes all nodes. This is the fastest way to
settle a draw in which O only has to block.
Settled values and earlier bounds remain in the list, so a later run with more time only adds
results. The file is replaced as a whole, every few seconds and at the end, even if Ctrl-C ends the
run. A value that contradicts the file, or a certificate that is refused, ends the run with an
error, and does not change the file.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import combinations
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X
from noughts.errors import ProofError
from noughts.solver.certificates import misere_checker, tree_checker
from noughts.solver.certificates.any_form import FORM_2, FORM_3, check
from noughts.solver.certificates.strategy_certificate import Proof
from noughts.solver.gravity.search import search_of
from noughts.solver.known.value_list import (
    PLAYS,
    VALUES,
    BoardValue,
    listed,
    listed_boards,
    play_of,
    read,
    written,
)
from noughts.solver.search.certificate import SearchedProof
from noughts.solver.search.limits import MEMORY, Limits
from noughts.solver.search.one_process import MAX_NODES, Search, Turn
from noughts.solver.tables.table import TABLE_CELLS, Table, table
from noughts.solver.tables.table_file import StoredTable
from noughts.solver.which_search import takes
from noughts.system.files import replacing
from noughts.system.folders import LocalFolder

SECONDS = 10.0
SAVED = 5.0  # seconds between two replacements of the file
CERTIFICATE_TIME = 10  # the time for a certificate, as a multiple of the time for a search
APART = 2  # the largest distance in a pair, in cells along a line: z3 is faster with fewer pairs
SAID = {1: "won", 0: "drawn", -1: "lost", None: "open"}


class ContradictionError(Exception):
    """The value of a board contradicts the file."""


class RefusedError(Exception):
    """A checker refuses a certificate that was written here, so one of these programs is wrong."""


class TimeIsUpError(Exception):
    """The limit of processor time is reached."""


class Clock:
    """Measures processor time from now on, up to a limit."""

    def __init__(self, limit: float) -> None:
        self._limit, self._start = limit, time.process_time()

    @property
    def seconds(self) -> float:
        """The processor seconds that have passed."""
        return time.process_time() - self._start

    def look(self) -> None:
        """Raise `TimeIsUpError` if the limit is reached."""
        if self.seconds >= self._limit:
            raise TimeIsUpError


class Checker:
    """Checks certificates of searches in C if there is a compiler, and all others in Python."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "certificate.txt"
        self._programs: dict[str, Path] = {}  # by the beginnings of certificates
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        for begin, checker in {FORM_2: tree_checker, FORM_3: misere_checker}.items():
            if compiler:
                self._programs[begin] = program = folder / checker.__name__
                source = Path(str(checker.__file__)).with_suffix(".c")
                subprocess.run([compiler, "-O2", "-o", program, source], check=True)

    def length(self, lines: Iterable[str], clock: Clock) -> int | None:
        """The number of lines of a certificate; None if the time is up, or there are too many."""
        size = 0
        with self._file.open("w", encoding="ascii") as file, suppress(TimeIsUpError):
            for size, line in enumerate(lines, 1):
                if size > tree_checker.MOST_LINES:
                    return None
                file.write(line)
                clock.look()
            file.flush()
            self._check()
            return size
        return None

    def _check(self) -> None:
        with self._file.open(encoding="ascii") as lines:
            program = self._programs.get(next(lines)[: len(FORM_2)])
            if program:
                told = subprocess.run(
                    [program, self._file], capture_output=True, text=True, check=False
                )
                if told.returncode:
                    raise RefusedError(told.stdout.strip())
                return
            lines.seek(0)
            try:
                check(lines, table)
            except ProofError as error:
                raise RefusedError(f"refused: {error}") from error


class WeakSearch(Search):
    """A search of the weak game alone."""

    turns = (Turn("proves", True, MAX_NODES),)


def searched(
    rules: Rules, seconds: float, writing: float, memory: int, checker: Checker, weak: bool
) -> BoardValue:
    """The result of a search of so many seconds; the certificate has `writing` further seconds."""
    clock = Clock(inf)  # the time for compiling does not count
    start, limits = Position(rules=rules), Limits(memory=memory)
    search = (WeakSearch if weak else search_of)(start, limits, lambda _: clock.look())
    search.compile()
    clock = Clock(seconds)
    remoteness = None
    with suppress(TimeIsUpError):
        if takes(rules):
            remoteness = search.solution(line=False, best_moves=False).remoteness
        else:
            search.settle()
    spent, nodes = clock.seconds, search.nodes  # before the certificate, which takes more
    certificate = None
    if search.lower == search.upper and not takes(rules):
        with suppress(ProofError):  # the table may have lost an answer
            certificate = proved(search, checker, Clock(writing))
    bounds = search.lower, search.upper
    return BoardValue(rules, *bounds, nodes, spent, certificate, remoteness=remoteness)


def tabled(rules: Rules, folder: Path) -> BoardValue:
    """Make the table of a board in a folder, and return the value that it gives."""
    from noughts.solver.tables.sharding import write_shards

    clock = Clock(inf)
    write_shards(rules, LocalFolder(folder))
    solved = Table(rules, folder)
    value, stored = solved[Position(rules=rules)].value, solved.scores
    assert isinstance(stored, StoredTable)  # since a folder was given
    return BoardValue(rules, value, value, sum(stored.classes), clock.seconds, None)


def paired(rules: Rules, seconds: float, checker: Checker) -> BoardValue | None:
    """The value of a misère board that pairs settle; None if z3 finds no pairs in the time."""
    import z3  # a dependency of the tests; only this function here needs it

    clock, solver = Clock(inf), z3.Solver()
    solver.set("timeout", int(1000 * seconds))
    chosen: dict[tuple[int, int], z3.BoolRef] = {}
    for line in rules.lines:
        cells = [*cells_of(line)]
        steps = range(1, APART + 1)
        near = [pair for step in steps for pair in zip(cells, cells[step:], strict=False)]
        for pair in near:
            chosen.setdefault(pair, z3.Bool(f"{pair}"))
        solver.add(z3.Or([chosen[pair] for pair in near]))
    for one, other in combinations(chosen, 2):
        if {*one} & {*other}:
            solver.add(z3.Not(z3.And(chosen[one], chosen[other])))
    if solver.check() != z3.sat:
        return None
    kept = [pair for pair, choice in chosen.items() if solver.model()[choice]]
    names = " ".join("-".join(cell_name(cell, rules) for cell in pair) for pair in kept)
    lines = [f"{FORM_3}{rules} drawn\n", *[f"- pairs {names}\n"] * 2]
    return BoardValue(rules, 0, 0, 1, clock.seconds, checker.length(lines, Clock(inf)))


def proved(search: Search, checker: Checker, clock: Clock) -> int | None:
    """The number of lines that prove a value; None if there is no proof, or the time is up."""
    rules, value = search.position.rules, search.lower
    if not rules.misere or rules.cells > TABLE_CELLS:
        return checker.length(SearchedProof(search), clock)
    sides = {1: [X], 0: [X, O], -1: [O]}[value]
    lengths = [checker.length(Proof(rules, side, table(rules)), clock) for side in sides]
    return None if None in lengths else sum(filter(None, lengths))


def joined(old: BoardValue | None, new: BoardValue) -> BoardValue:
    """The combined results of two searches. Raises `ContradictionError` if they contradict."""
    if old is None:
        return new
    lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
    if lower > upper:
        raise ContradictionError(
            f"{new.rules} is worth {new.lower} to {new.upper} by this search, and "
            f"{old.lower} to {old.upper} by the file"
        )
    better = [each for each in (old, new) if each.value is not None]
    if len(better) == 2:
        both = ((old.certificate, new.certificate), (old.remoteness, new.remoteness))
        return new if any(had is None and has is not None for had, has in both) else old
    if better:
        return better[0]
    longer = max(old, new, key=lambda each: each.seconds)
    return longer._replace(lower=lower, upper=upper)


class File:
    """The list of values in a file, which is replaced from time to time."""

    def __init__(self, path: Path, head: list[str]) -> None:
        self._path, self._head, self._saved = path, head, time.monotonic()
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.values = dict(read(lines))

    def add(self, value: BoardValue) -> BoardValue:
        """Add a result to the list; return the combined result for the board."""
        known = joined(self.values.get(value.rules), value)
        self.values[value.rules] = known
        if time.monotonic() - self._saved > SAVED:
            self.save()
        return known

    def save(self) -> None:
        """Replace the file."""
        order = [rules for rules in listed_boards() if rules in self.values]
        lines = [*self._head, *(written(self.values[rules]) for rules in order)]
        with replacing(self._path) as part:
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._saved = time.monotonic()


def asked(values: dict[Rules, BoardValue], options: argparse.Namespace) -> Iterator[Rules]:
    """The named boards, or all open boards that have had less time than this run allows."""
    if options.boards:
        yield from options.boards
        return
    for rules in listed_boards():
        known = values.get(rules)
        wanted = options.play in ("all", play_of(rules))
        wanted = wanted and (rules.misere or not options.pairs)
        enough = not options.pairs and known and known.seconds >= options.seconds * 0.99
        tried = known and (known.value is not None or enough)
        if wanted and not tried:
            yield rules


def processor() -> str:
    """The name of this machine's processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(": ")[2]
    return platform.processor() or platform.machine()


def head() -> list[str]:
    """The first lines of the file."""
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return [
        "# What empty boards are worth; noughts.solver.known.value_list describes the lines.",
        "# Each row states the processor time that was spent on it, in seconds, by make values,",
        f"# last on {day} on {processor()}, Python {platform.python_version()}.",
    ]


def main(arguments: list[str]) -> None:
    """Add to the list the results that the time allows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("boards", nargs="*", type=lambda text: listed(Rules.parse(text)))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each board")
    parser.add_argument("--certificate", type=float, help="seconds to write one")
    parser.add_argument("--memory", type=int, default=MEMORY, help="MiB for the search")
    parser.add_argument("--play", choices=["all", *PLAYS], default="all")
    parser.add_argument("--table", type=Path, help="a folder for the table of a board")
    parser.add_argument("--pairs", action="store_true", help="look for pairs, in misère")
    parser.add_argument("--weak", action="store_true", help="search the weak game alone")
    parser.add_argument("--file", type=Path, default=VALUES, help="the list")
    options = parser.parse_args(arguments)
    if options.table and len(options.boards) != 1:
        parser.error("--table is for one board, which is to be named")
    if options.weak and any(rules.misere or takes(rules) for rules in options.boards):
        parser.error("--weak is for normal play where no stone falls")
    if options.pairs and not all(rules.misere for rules in options.boards):
        parser.error("--pairs settles boards of misère alone")
    file = File(options.file, head())
    boards = [*asked(file.values, options)]
    writing = options.certificate
    if writing is None:
        writing = options.seconds * CERTIFICATE_TIME
    with TemporaryDirectory() as folder:
        checker = Checker(Path(folder))
        try:
            for number, rules in enumerate(boards, 1):
                if options.pairs:
                    new = paired(rules, options.seconds, checker)
                elif options.table:
                    new = tabled(rules, options.table)
                else:
                    times = options.seconds, writing
                    new = searched(rules, *times, options.memory, checker, options.weak)
                if new is None:
                    continue
                found = file.add(new)
                known = f"{SAID[found.value]:5}  {written(found)}"
                print(f"{number:5}/{len(boards)}  {known}", flush=True)  # noqa: T201 - progress
        finally:
            file.save()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (ContradictionError, RefusedError) as error:
        sys.exit(f"Error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
