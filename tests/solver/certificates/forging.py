"""Certificates of searches that were written once, what they claim, and forged ones."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from noughts import Position, Rules, X
from noughts.solver.certificates import misere_checker, strategy_checker, tree_checker
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import board_of

HEAD, HEAD_3 = "noughts certificate 2: ", "noughts certificate 3: "
FILES, MISERE = (  # of form 2 and of form 3
    {
        path.stem: path.read_text().splitlines(keepends=True)
        for path in sorted((Path(__file__).parents[2] / "data" / folder).glob("*.txt"))
    }
    for folder in ("certificates", "certificates/misere")
)


def joined(lines: Sequence[str]) -> list[str]:
    """The same proof in fewer lines: a line below another follows in it, if none refers to it."""
    named, places = set(re.findall(r"=(\d+)", "".join(lines))), dict[str, int]()
    found: list[str] = []
    for number, line in enumerate(lines, 1):
        words, depth = line.split(), len(line) - len(line.lstrip(" "))
        above = lines[number - 2].split() if number > 2 else []
        is_below = depth == 1 + len(lines[number - 2]) - len(lines[number - 2].lstrip(" "))
        if is_below and len(above) == 2 and above[1][0] != "=" and str(number) not in named:
            found[-1] = f"{found[-1].rstrip()} {' '.join(words)}\n"
        else:
            found.append(line)
        places[str(number)] = len(found)
    return [re.sub(r"=(\d+)", lambda number: f"={places[number[1]]}", line) for line in found]


FILES |= {f"{name}, joined": joined(FILES[name]) for name in ("4,3,3-X", "3,3,3-O")}
# Boards larger than the oracle walks in a moment: by tables, and the last two by the literature.
KNOWN = {"3,4,3,torus": 1, "4,3,3": 1, "3,4,4": 0, "4,4,4": 0, "5,4,4": 0, "5,4,3": 1}
KNOWN |= {"6,6,5": 0, "7,7,5": 0}
# In misère, by the list of values: tests compare those of up to 18 cells with tables.
KNOWN |= {"4,4,4,misere": 0, "3,5,4,misere": 0, "1,12,2,misere": -1}
KNOWN |= {"3x3x3,3,misere": 1}  # which has no draw
ENDS = ["X wins", "O wins", "X never loses", "O never loses", "drawn, X by strategy stealing"]
FORGED = ["3,3,3", "4,3,3", "3,4,4", "3,3,2", "2x2x2,2", "2,3,2", "4,4,4", "5,4,4", "5,4,3"]
FORGED += ["3,4,3,torus", "3,3,3,torus", "2x2x2,2,misere", "3,3,3,misere", "6,6,5"]
CLAIMS = [f"{board} {end}" for board in FORGED for end in ENDS]
MOVES = ["b2", "a2 c2", "c2 a1 a3", "b1 a1 c2 a2", "1a2", "a1 a1", "a1 b1 a2 b2 a3"]
CLAIMS += [
    f"{board} after {moves}: {end}"
    for board in ("3,3,3", "4,3,3", "2x2x3,3", "2,5,3")
    for moves in MOVES
    for end in (*ENDS[:4], "drawn")
]
MISERE_CLAIMS = [
    f"{board},misere{after} {end}"
    for board in ("3,3,3", "3,3,3,torus", "3,3,2", "2x2x2,2", "2,5,3", "1,9,3")
    for after in ("", *(f" after {moves}:" for moves in MOVES))
    for end in (*ENDS[:4], "drawn")
]
WORDS = ["a1", "b2", "c3", "-", "pairs", "weights", "a1-b2", "b1-c1", "=2", "=3/1", "=7/9", ""]
WORDS += ["reflect"]


class Form(NamedTuple):
    """What checks its files, files that were written once, and claims to forge them with."""

    checker: ModuleType
    head: str
    files: dict[str, list[str]]
    claims: list[str]

    @property
    def path(self) -> Path:
        return Path(str(self.checker.__file__))

    def check(self, lines: Sequence[str]) -> str:
        claim: str = self.checker.check(lines)
        return claim

    def refusal(self, lines: Sequence[str]) -> str:
        """Why a file is refused; empty where it is accepted."""
        try:
            self.check(lines)
        except self.checker.CertificateError as error:
            return str(error)
        return ""


FORM_2 = Form(tree_checker, HEAD, FILES, CLAIMS)
FORM_3 = Form(misere_checker, HEAD_3, MISERE, MISERE_CLAIMS)
FORM_1 = Form(
    strategy_checker,
    "noughts certificate 1: ",
    {
        path.stem: path.read_text().splitlines(keepends=True)
        for path in (Path(__file__).parents[2] / "data/v0.1").glob("*.certificate")
    },
    [],
)
every_form = pytest.mark.parametrize(
    ("form", "name"),
    [(FORM_1, "3,3,3-O"), (FORM_2, "4,4,4"), (FORM_2, "6,6,5"), (FORM_3, "4,4,4,misere")],
    ids=["form 1", "form 2", "form 2, by stealing", "form 3"],
)
each_form = pytest.mark.parametrize("form", [FORM_2, FORM_3], ids=["form 2", "form 3"])


@cache
def value(board: str) -> int:
    """What the empty board is worth to X: by the oracle if it is small, else as known."""
    if board in KNOWN:
        return KNOWN[board]
    of = board_of(Rules.parse(board))
    return oracle.worth(oracle.empty(of), of).value


@cache
def value_after(board: str, moves: str) -> int:
    """What it is worth to X after these moves, by the table of the board."""
    position = Position(rules=Rules.parse(board))
    for move in moves.split():
        position = position.play(move)
    worth = table(position.rules)[position].value
    return worth if position.turn == X else -worth


def is_true(claim: str) -> bool:
    """Whether the claim of a file is so."""
    board, _, said = claim.partition(" ")
    moves, _, said = said.removeprefix("after ").rpartition(": ")
    if claim == "4,4,3,misere O never loses":
        return True  # by reflection, too large for the oracle
    worth = value_after(board, moves) if moves else value(board)
    if said.startswith("drawn"):
        return worth == 0
    return (worth if said[0] == "X" else -worth) >= int(said.endswith("wins"))


def forged(lines: Sequence[str], chance: random.Random) -> list[str]:
    """The file with one to three changes."""
    lines = list(lines)
    form = FORM_3 if lines[0].startswith(HEAD_3) else FORM_2
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        words = lines[at].removesuffix("\n").split(" ")
        word = chance.randrange(len(words))
        match chance.choice(CHANGES):
            case "drop" if len(lines) > 1:
                del lines[at]
                continue
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
                continue
            case "copy":
                lines.insert(at, lines[other])
                continue
            case "word":
                words[word] = chance.choice([*WORDS, *lines[other].split()])
            case "remove":
                del words[word]
            case "insert":
                words.insert(word, chance.choice([*WORDS, *lines[other].split()]))
            case "depth":
                words = [""] * chance.randrange(3) + lines[at].split()
            case "join" if at + 1 < len(lines):
                words += lines.pop(at + 1).split()
            case "cells":  # such as other pairs of the same cells
                words = exchanged(words, chance)
            case "moves" if " after " in lines[0]:
                at, words = 0, [other_moves(lines[0].removesuffix("\n"), chance)]
            case "number" if at:  # of a line, of an image, or of a row, off by one
                words[word] = off_by_one(words[word], chance)
            case _:
                at, words = 0, [form.head + chance.choice(form.claims)]
        lines[at] = " ".join(words) + "\n"
    return lines


CHANGES = ["drop", "swap", "copy", "word", "remove", "insert", "depth", "cells", "number", "claim"]
CHANGES += ["moves", "join"]


def other_moves(claim: str, chance: random.Random) -> str:
    """The claim of another position: two stones change places, one is gone, or one more stands."""
    board, _, rest = claim.partition(" after ")
    before, _, said = rest.partition(": ")
    moves = before.split()
    match chance.choice(["places", "gone", "more"]):
        case "places":
            chance.shuffle(moves)
        case "gone" if moves:
            del moves[chance.randrange(len(moves))]
        case _:
            moves.insert(chance.randrange(len(moves) + 1), chance.choice(WORDS[:3]))
    return f"{board} after {' '.join(moves)}: {said}"


def exchanged(words: list[str], chance: random.Random) -> list[str]:
    """The words with two of their cells exchanged."""
    parts = re.split("([ -])", " ".join(words))
    places = [place for place, part in enumerate(parts) if re.fullmatch(r"[\d.]*[a-z]\d+", part)]
    if len(places) > 1:
        one, two = chance.sample(places, 2)
        parts[one], parts[two] = parts[two], parts[one]
    return "".join(parts).split(" ")


def off_by_one(word: str, chance: random.Random) -> str:
    """The word with one of its numbers changed by one."""
    numbers = [*re.finditer(r"\d+", word)]
    if not numbers:
        return word
    found = chance.choice(numbers)
    return f"{word[: found.start()]}{int(found[0]) + chance.choice((-1, 1))}{word[found.end() :]}"


# What a checker could overlook, each with the line at which it is refused; 0 if it is accepted.
CLOSED = """\
d1 b1
 d2 a1
  c1 b2 pairs a2-c2
  c1 pairs b2-c2
 a1 pairs a2-b2 c2-d2
 b2 a2 pairs c2-d2
 c2 b2 pairs a2-d2
"""
TURNED = """\
d1 b1
 a2 a1
  d2 c1
  c1 b2
 a1 pairs b2-c2
 b2 c2
 c2 b2
a1 c1
 d2 =3/1
 d1 pairs b2-c2
 b2 c2
 c2 b2
b1 c1 pairs b2-c2
c1 b1 pairs b2-c2
b2 c2 pairs b1-c1
c2 b2 pairs b1-c1
"""
THREATENED = """\
a2 a1
 a3 b1
  b2 c1
   d1 c2 pairs b3-c3
  c2 d2 pairs b3-c3
  d2 c2 pairs b3-c3
  b3 c3 pairs c2-d2
  c3 b3 pairs c2-d2
 b2 c2 pairs b3-c3
 c2 b2 pairs b3-c3
 b3 c3 pairs b2-c2
 c3 b3 pairs b2-c2
a3 d3 pairs a1-b1
 b2 =4
"""
THREATENED_LATER = """\
a2 a1
 a3 b1
  c3 b3
   b2 c1
    d1 c2
   c2 d2
   d2 c2
  b3 c3 pairs b2-c2
  c2 b2 pairs b3-d3
 b2 c2 pairs b3-c3
 c2 b2 pairs b3-c3
 b3 c3 pairs b2-c2
 c3 b3 pairs b2-c2
c3 d3 pairs a1-b1
 a2 =4
"""
THREATENED_TWICE = """\
- b2
 g2 a1
  g1 a2
   d2 b1
   c2 e2 pairs c1-d1 e1-f1
  a2 =5
"""
TRAPS = {
    "no line of O is left, which is no win": ("1,3,3 X wins", "- b1\n", 3),
    "a full board is no win": ("1,3,3 X wins", "- b1\n a1 c1\n c1 a1\n", 4),
    "my line has lines below": ("3,3,2 X wins", "- b2\n c1 a3\n  a1 a2\n", 5),
    "my line is finished and goes on": ("3,3,2 X wins", "- b2\n c1 a3 a1 a2\n", 4),
    "the other line for a threat counts": ("2,4,3 O never loses", f"{CLOSED}a1 =2/1\n", 10),
    "stones are turned": ("2,4,3 O never loses", TURNED, 0),
    "stones of a line that was finished are missing": (
        "2,4,3 O never loses",
        "d1 b1\n a2 a1\n  d2 c1\n  c1 b2\n a1 =4\n",
        6,
    ),
    "a zone where a line was finished": (
        "2,4,3 O never loses",
        "d1 b1\n a2 a1\n  d2 c1\n  b2 =4\n",
        5,
    ),
    "two threats and a line that was not asked for": (
        "4,3,3 X wins",
        "- b2\n b3 a1\n  c3 a3\n   b1 a2\n  b4 =4\n",
        6,
    ),
    "a pair of one cell": ("1,2,2 O never loses", "a1 pairs b1-b1\n", 2),
    "pairs stop what a finished line would": (
        "2,4,3 O never loses",
        "d1 b1\n a2 a1\n  d2 c1 pairs b2-c2\n  c1 b2\n a1 =4\n",
        7,
    ),
    "of two lines that are finished the greatest counts": (
        "2,5,3 O never loses",
        "e1 b1\n e2 d1\n  a2 a1\n   b2 c1\n   c1 c2\n  a1 =5\n  c1 c2\n",
        9,
    ),
    "pairs stay below": ("3,4,4 O never loses", "a1 b1 pairs a2-b2\n a3 b3\n b3 a3\n", 5),
    "stones of a threat are missing": ("3,4,4 O never loses", THREATENED, 15),
    "stones of one of your moves": ("3,4,4 O never loses", THREATENED_LATER, 16),
    "stones of the second threat": ("2,7,3 X never loses", THREATENED_TWICE, 7),
}
