"""The fuzz tests find what they are for: a check is taken out, and seeded cases tell it."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from noughts.arrays import Positions
from noughts.codecs.packing import Packing
from noughts.core import position
from noughts.core.cell_names import checked_cell
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.learn import Menace, Tabular
from noughts.players import tournament_records
from noughts.players.tournament_game import Played
from noughts.solver.certificates import misere_checker, strategy_checker, tree_checker
from noughts.solver.search.jobs import search_file
from noughts.solver.tables import table_folder
from noughts.solver.tables.table_file import TableFile
from noughts.store import checked_blocks, commit, parquet
from noughts.store.file_layout import CHECKSUM, HEADER, Header
from noughts.store.reader import Store
from tests.fuzz import links
from tests.fuzz.files import seal_agent
from tests.fuzz.target import Case, Target
from tests.fuzz.targets import TARGETS
from tests.fuzz.test_fuzz import usable

pytestmark = pytest.mark.wide
CASES = 20_000


class Anything:
    """Equal to all that it is compared with: a checksum, or the struct that makes and reads one."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, size: int = 4) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def pack(self, *_: object) -> Anything:
        return self

    def unpack_from(self, *_: object) -> tuple[Anything, Anything]:
        return self, self


def sealed(raw: bytes, length: int, start: int = 0) -> bytes:
    """The same with a right checksum behind so many bytes."""
    return raw[:length] + CHECKSUM.pack(crc32(raw[:length], start)) + raw[length + CHECKSUM.size :]


def resealed(path: Path, _: str) -> BytesIO:
    """An agent's file, opened, with the checksums that its bytes have."""
    with open(path, "rb") as file:
        return BytesIO(seal_agent(file.read()))


def without_misere(raw: bytes) -> Rules:
    """The rules in 16 bytes, but for one bit."""
    return _rules(raw[:12] + bytes([raw[12] & ~1]) + raw[13:])


def any_number(packing: Packing, packed: bytes, block: int) -> int:
    """A block as a number, whichever it is."""
    return int.from_bytes(packed[block * packing.length :][: packing.length], "little")


def any_move(position: Position, cell: int) -> int:
    """A move on the board, be it legal or not."""
    return checked_cell(cell, position.rules)


# What the replacements call, as it is.
_header, _commit, _compare = Header.parse, commit._parsed, checked_blocks._compare
_table_check, _rules, _page = TableFile._check, Rules.from_bytes, links.page
NO = property(lambda _: False, lambda *_: None)  # and nothing can set it

# The target, what is taken out, and how: an object, its attribute, and what takes its place.
PLANTED: list[tuple[str, str, Any, str, Any]] = [
    (
        "store",
        "the header's checksum",
        Header,
        "parse",
        lambda raw: _header(sealed(raw, HEADER.size)),
    ),
    (
        *("store", "a commit's checksum", commit, "_parsed"),
        lambda header, raw: _commit(header, sealed(raw, len(raw) - CHECKSUM.size, header.seed)),
    ),
    (
        *("store", "a block's checksum", checked_blocks, "_compare"),
        lambda header, block, trailer, _: _compare(header, block, trailer, trailer.checksum),
    ),
    ("store", "the last block's checksum", Store, "_check_last", lambda *_: None),
    (
        *("table", "the head's checksum", TableFile, "_check"),
        lambda self, number: _table_check(self, number) if number else Anything(),
    ),
    (
        *("table", "a block's checksum", TableFile, "_check"),
        lambda self, number: Anything() if number else _table_check(self, number),
    ),
    ("shards", "a block's checksum", table_folder, "CHECKS", Anything(table_folder.CHECKS.size)),
    ("shards", "the checksum of the head and the checks", table_folder, "CHECK", Anything()),
    ("search", "the checksum", search_file, "CHECK", Anything()),
    *(
        (
            *(name, "the look at the game", tournament_records, "_checked"),
            lambda fixture, winner, _moves, reason, _shared: Played(fixture, winner, (4,), reason),
        )
        for name in ("games", "pgn")
    ),
    ("agent", "a member's checksum", Path, "open", resealed),
    ("agent", "the look at the beads", Menace, "flawed", lambda *_: False),
    ("agent", "the look at the values", Tabular, "flawed", lambda *_: False),
    ("parquet", "the look at the stones", parquet, "Positions", Positions.unchecked),
    ("certificate", "what a win needs beyond a draw", strategy_checker.Claim, "wins", NO),
    ("tree", "what a win needs beyond a draw", tree_checker.Checker, "winning", NO),
    ("misere", "what a win needs beyond a draw", misere_checker.Checker, "winning", NO),
    ("rules", "misère", Rules, "from_bytes", without_misere),
    ("packing", "the largest number of a block", Packing, "block", any_number),
    ("position", "the count of stones", position, "_check", lambda *_: None),
    ("code", "the count of stones", position, "_check", lambda *_: None),
    ("game", "the look whether a move is legal", Position, "checked_move", any_move),
    ("link", "the end of a game", links, "page", lambda: _page("rules.outcome(position)")),
]


def finding(target: Target) -> Case | None:
    """The first seeded case that is a finding."""
    chance = random.Random(1)
    for _ in range(CASES):
        case = target.drawn(chance)
        try:
            target.run(case)
        except Exception:
            return case
    return None


# These are found after many cases, or in targets that are slow; others of their kind are quick.
LATE = {"the checksum of the head and the checks"}
LATE_IN = {"tree", "misere"}


@pytest.mark.parametrize(
    ("name", "what", "owner", "attribute", "other"),
    [
        pytest.param(
            *planted,
            marks=pytest.mark.longer if planted[1] in LATE or planted[0] in LATE_IN else (),
        )
        for planted in PLANTED
    ],
    ids=[f"{name}: {what}" for name, what, *_ in PLANTED],
)
def test_a_check_that_is_taken_out_is_found(
    name: str, what: str, owner: Any, attribute: str, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = usable(TARGETS[name])
    assert target.known  # read before anything is taken out
    monkeypatch.setattr(owner, attribute, other, raising=False)
    found = finding(target)
    monkeypatch.undo()
    assert found, f"{CASES} cases do not find that {what} is gone"
    target.run(found)
