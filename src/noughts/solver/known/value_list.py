"""The values of flat boards of up to 64 cells with 3 to 8 in a row, and of Connect Four boards.

The file `values.txt` contains the values. `make values` runs `tools/settle.py`, which finds them
and writes the file. Lines that begin with # record when, and on which processor, the file was
written. Every other line describes a board in fields that are separated by spaces:

    7,7,5               0      375946     0.531  15615
    board           value       nodes   seconds  lines of its certificate
    8,8,5            0..1    26071040    60.002  -
    6,7,4,gravity       1   211545821    42.900  -  41

The value is for the first player: 1 for a win, 0 for a draw, -1 for a loss. If the value is open,
its bounds `-1..0`, `0..1` or `-1..1` stand in place of the value, and the nodes and seconds are the
cost of the search so far. Seconds are processor time. If a table of all positions has settled a
board, the nodes are the positions in the table, counted up to symmetry. The certificate proves the
value and has been checked; `-` means that there is no certificate. A board is listed once, with at
least as many rows as columns, since turning it on its side does not change the game. Where stones
fall, the turned board is another game, and a last field gives the number of plies that the game
lasts if both players play best. The lines are in the order of `listed_boards`.

`published.toml` lists the values that others have published. Each source has a key, and the entry
under this key tells which parts of the source were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from noughts.core.geometry import Flat
from noughts.core.message_text import quoted
from noughts.core.rules import Rules
from noughts.errors import NotationError, NoughtsError, RulesError

VALUES = Path(__file__).with_name("values.txt")
PUBLISHED = Path(__file__).with_name("published.toml")
LISTED_CELLS = 64  # the cells of the largest board in the list
SHORTEST, LONGEST = 3, 8  # in a row
FALLING = 4  # where stones fall: k, and the shortest side
PLAYS = ("normal", "misere", "gravity")
STATED = {"wins": 1, "draws": 0, "losses": -1}  # what the words of a source mean
BOUNDS = {
    "1": (1, 1),
    "0": (0, 0),
    "-1": (-1, -1),
    "-1..0": (-1, 0),
    "0..1": (0, 1),
    "-1..1": (-1, 1),
}
SAID = {bounds: text for text, bounds in BOUNDS.items()}
LINE = re.compile(r"(\S+) +(\S+) +(\d+) +(\d+\.\d+) +(-|\d+)(?: +(\d+))?")


class BoardValue(NamedTuple):
    """The value of the empty board for the first player: `lower <= value <= upper`.

    `nodes` and `seconds` (of processor time) are the cost of the search, or the cost so far if the
    value is open. `certificate` is the number of lines of the certificate that proves the value, or
    None. `published` maps the keys of sources (see `sources`) to the values that the sources
    report. `remoteness` is the number of plies that the game lasts if both players play best; in
    the list of values, it is known only where stones fall.

    >>> known = next(each for each in values() if str(each.rules) == "7,7,5")
    >>> known.value, known.sides, known.certificate is None
    (0, (7, 7), False)
    """

    rules: Rules
    lower: int
    upper: int
    nodes: int
    seconds: float
    certificate: int | None
    published: Mapping[str, int] = MappingProxyType({})
    remoteness: int | None = None

    @property
    def sides(self) -> tuple[int, int]:
        """The longer side and the shorter; if turning changes the game, the columns and rows."""
        rows, cols = self.rules.geometry.sizes[-2:]
        return (rows, cols) if turns(self.rules) else (cols, rows)

    @property
    def value(self) -> int | None:
        """+1 if the first player wins, 0 for a draw, -1 for a loss; None if the value is open."""
        return self.lower if self.lower == self.upper else None


class Source(NamedTuple):
    """A publication: its authors, year and title, where it appeared, and what was read of it.

    >>> source = sources()["charatsidis2017"]
    >>> source.authors, source.year, len(source.values) > 0
    ('V. Charatsidis', 2017, True)
    """

    key: str
    authors: str
    year: int
    title: str
    where: str
    read: str
    values: Mapping[Rules, int]


def listed_boards() -> Iterator[Rules]:
    """Every board in the list: normal play, then misère, then gravity; each by k, columns and rows.

    >>> boards = [*listed_boards()]
    >>> len(boards), str(boards[0]), str(boards[-1])
    (1604, '3,1,3', '4,12,4,gravity')
    """
    for misere in (False, True):
        for k in range(SHORTEST, LONGEST + 1):
            for cols in range(1, LISTED_CELLS):
                for rows in range(max(cols, k), LISTED_CELLS // cols + 1):
                    yield Rules(rows, cols, k, misere)
    for cols in range(FALLING, LISTED_CELLS // FALLING + 1):
        for rows in range(FALLING, LISTED_CELLS // cols):  # the search needs one more row
            yield Rules(rows, cols, FALLING, where="gravity")


def play_of(rules: Rules) -> str:
    """The game of a board, as text: one of `PLAYS` for a listed board, otherwise the game's words.

    >>> play_of(Rules(3, 3, 3)), play_of(Rules.parse("3,3,3,wild,misere"))
    ('normal', 'wild,misere')
    """
    return ",".join(str(rules).split(",")[3:]) or "normal"


def turns(rules: Rules) -> bool:
    """Whether turning a board leaves the game unchanged, as on flat boards unless stones fall."""
    return not rules.answers.where.word and type(rules.geometry) is Flat


def listed(rules: Rules) -> Rules:
    """The board as it is listed: unless stones fall, with at least as many rows as columns.

    >>> str(listed(Rules(4, 9, 4)))
    '9,4,4'

    Raises `RulesError` for a board that is not in the list.
    """
    found = _upright(rules)
    if found not in _in_list():
        raise RulesError(
            f"{rules} is not in the list of values, which has flat boards of up to {LISTED_CELLS} "
            f"cells with {SHORTEST} to {LONGEST} in a row, and where stones fall, those from "
            f"{FALLING}x{FALLING} on with {FALLING} in a row that the search takes"
        )
    return found


@cache
def _in_list() -> frozenset[Rules]:
    return frozenset(listed_boards())


def _upright(rules: Rules) -> Rules:
    """A flat board of normal or misère play, turned so that rows >= columns; others unchanged."""
    sizes = rules.geometry.sizes
    if len(sizes) == 2 and rules == Rules(*sizes, rules.k, rules.misere):  # and not a torus
        return Rules(max(sizes), min(sizes), rules.k, rules.misere)
    return rules


@cache
def values() -> tuple[BoardValue, ...]:
    """The values of flat boards of up to 64 cells with 3 to 8 in a row, and of Connect Four boards.

    >>> known = {str(each.rules): each for each in values()}
    >>> known["4,4,4"].value, known["6,5,4"].value, known["4,3,3,misere"].value
    (0, 1, -1)
    >>> known["8,8,5"].value, known["8,8,5"].published
    (None, {'hsu2020': 0})
    >>> known["6,7,4,gravity"].value, known["6,7,4,gravity"].remoteness
    (1, 41)
    """
    stated: dict[Rules, dict[str, int]] = {}
    for source in sources().values():
        for rules, value in source.values.items():
            stated.setdefault(rules, {})[source.key] = value
    found = read(VALUES.read_text(encoding="utf-8").splitlines())
    return tuple(each._replace(published=stated.get(rules, {})) for rules, each in found)


@cache
def sources() -> dict[str, Source]:
    """The publications that report values of boards in the list of values, by key.

    >>> source = sources()["charatsidis2017"]
    >>> source.year, source.values[Rules(9, 4, 4)]
    (2017, 1)
    """
    import tomllib  # here, since few need it

    held = tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))
    return {key: _source(key, about) for key, about in held.items()}


def _source(key: str, about: dict[str, Any]) -> Source:
    stated: dict[Rules, int] = {}
    for name, value in STATED.items():
        for text in about.pop(name, "").split():
            stated |= dict.fromkeys(_meant(text), value)
    return Source(key, **about, values=stated)


def _meant(text: str) -> Iterator[Rules]:
    """The listed boards that a text stands for: `6,5,4` for one, `6+,5+,4` also for larger ones."""
    if "+" not in text:
        yield listed(Rules.parse(text))
        return
    least = Rules.parse(text.replace("+", ""))
    for rules in listed_boards():
        pairs = zip(rules.geometry.sizes, least.geometry.sizes, strict=True)
        same = (rules.k, play_of(rules)) == (least.k, play_of(least))
        if same and all(size >= at_least for size, at_least in pairs):
            yield rules


def read(lines: Iterable[str]) -> Iterator[tuple[Rules, BoardValue]]:
    """Read the lines of a file of values; yield each board with its value.

    >>> dict(read(["3,3,3  0  17  0.003  23"]))[Rules(3, 3, 3)].nodes
    17

    Raises `NotationError`, with the number of the line, for a line that does not have the format
    that the docstring of this module describes, for a board that is not one of `listed_boards`,
    and for a board that occurs twice.
    """
    seen = set()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        try:
            value = _read(line)
        except NoughtsError as error:
            raise NotationError(f"line {number} of the values: {error}") from error
        if value.rules in seen:
            raise NotationError(f"line {number} of the values: {value.rules} is listed twice")
        seen.add(value.rules)
        yield value.rules, value


def _read(line: str) -> BoardValue:
    found = LINE.fullmatch(line)
    if not found or found[2] not in BOUNDS:
        raise NotationError(
            f"{quoted(line)} is not a value; write a board, one of {', '.join(BOUNDS)}, nodes, "
            "seconds, the lines of a certificate or -, and where stones fall, plies"
        )
    rules = Rules.parse(found[1])
    if rules != listed(rules):
        raise RulesError(f"{rules} is listed as {listed(rules)}")
    certificate = None if found[5] == "-" else int(found[5])
    plies = int(found[6]) if found[6] else None
    spent = int(found[3]), float(found[4])
    return BoardValue(rules, *BOUNDS[found[2]], *spent, certificate, remoteness=plies)


def written(value: BoardValue) -> str:
    """The line for a value, in the format that `read` reads."""
    certificate = "-" if value.certificate is None else value.certificate
    plies = "" if value.remoteness is None else f"  {value.remoteness}"
    return (
        f"{value.rules!s:15}{SAID[value.lower, value.upper]:>6}  {value.nodes:>10}  "
        f"{value.seconds:>8.3f}  {certificate}{plies}"
    )
