"""A table's file: what it says, and what is refused, by the files that 0.1 wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.errors import TableFileError
from noughts.solver.tables.table import table
from noughts.solver.tables.table_file import TableFile

RULES = Rules(2, 2, 2)
WRITTEN = (Path(__file__).parents[2] / "data/v0.1/2,2,2.table").read_bytes()
HEAD, _, REST = WRITTEN.partition(b"\n")


def test_a_file_gives_every_position_its_score(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN)
    file, solved = TableFile(path, RULES), table(RULES)
    codes = [position.x | position.o << RULES.cells for position in solved]
    assert len(file) == len(solved)
    assert list(file) == codes
    assert [file.get(code) for code in codes] == [solved.score(position) for position in solved]
    never = Position(0b0011, 0b1100, RULES)  # two lines
    assert file.get(never.x | never.o << RULES.cells) is None


def head(**changed: object) -> bytes:
    return json.dumps(json.loads(HEAD) | changed).encode() + b"\n" + REST


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "it is empty"),
    "no head": (b"noughts\n", "it does not begin as a noughts table"),
    "a list": (b"[1]\n", "it does not begin as a noughts table"),
    "another kind": (head(file="chess table"), "it does not begin as a noughts table"),
    "a later version": (head(version=2), "it has version 2; only version 1 can be read"),
    "another board": (head(board="3,3,3"), "it is for 3,3,3, not for 2,2,2"),
    "sets that are none": (head(sets=["many"]), "its first line is damaged"),
    "counts that are none": (head(positions=None), "its first line is damaged"),
    "too short": (WRITTEN[:-1], "bytes of"),
    "too long": (WRITTEN + b"\0", "bytes of"),
    "another head": (head(classes=[1, 1, 1, 1]), "its first line or its sets are damaged"),
}


@pytest.mark.parametrize(("content", "reason"), REFUSED.values(), ids=[*REFUSED])
def test_what_is_not_such_a_file_is_refused_with_the_reason(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(content)
    with pytest.raises(TableFileError, match=reason):
        TableFile(path, RULES)


@pytest.mark.parametrize("at", range(len(HEAD) + 1 + 4, len(WRITTEN)))
def test_a_damaged_byte_is_noticed_when_its_block_is_used(at: int, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN[:at] + bytes([WRITTEN[at] ^ 1]) + WRITTEN[at + 1 :])

    with pytest.raises(TableFileError, match="damaged"):
        list(TableFile(path, RULES))


def test_a_damaged_block_is_refused_whenever_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN)
    last = TableFile(path, RULES).sections[0].at  # that of no stone of O, which is used at ply 0
    path.write_bytes(WRITTEN[:last] + bytes([WRITTEN[last] ^ 1]) + WRITTEN[last + 1 :])
    file = TableFile(path, RULES)
    for _ in range(2):
        with pytest.raises(TableFileError, match="damaged"):
            file.get(0)
