"""A table's file: what it says, and what is refused, by the files that 0.1 wrote."""

from __future__ import annotations

import json
import os
from pathlib import Path
from zlib import crc32

import pytest

from noughts import Position, ProofError, Rules, X
from noughts.errors import TableFileError
from noughts.solver.certificates.strategy_certificate import Proof
from noughts.solver.tables import table_file
from noughts.solver.tables.layout import layout_of
from noughts.solver.tables.table import Table, table
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


@pytest.mark.parametrize("kept", [0, 12, 50])
def test_a_file_gives_them_with_room_for_few_blocks_too(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "KEPT", kept)  # the largest block has 6 bytes
    test_a_file_gives_every_position_its_score(tmp_path)


def test_another_set_of_stones_in_the_place_of_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN)
    file = TableFile(path, RULES)
    file.sections = {size: section._replace(first=0) for size, section in file.sections.items()}
    with pytest.raises(TableFileError, match=table_file.OTHER_SETS):
        [file.get(code) for code in file]


def head(**changed: object) -> bytes:
    return json.dumps(json.loads(HEAD) | changed).encode() + b"\n" + REST


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "it is empty"),
    "no head": (b"noughts\n", "it does not begin as a noughts table"),
    "zeros": (bytes(100), "it does not begin as a noughts table"),
    "a list": (b"[1]\n", "it does not begin as a noughts table"),
    "another kind": (head(file="chess table"), "it does not begin as a noughts table"),
    "a later version": (head(version=2), "it has version 2; only version 1 can be read"),
    "another board": (head(board="3,3,3"), "it is for 3,3,3, not for 2,2,2"),
    "no sets": (WRITTEN.replace(b'"sets"', b'"bets"'), "its first line is damaged"),
    "sets that are none": (head(sets=["many"]), "its first line is damaged"),
    "counts that are none": (head(positions=None), "its first line is damaged"),
    "too short": (WRITTEN[:-1], "bytes of"),
    "too long": (WRITTEN + b"\0", "bytes of"),
    "sets that are large": (head(sets=[10**9]), "its first line is damaged"),
    "sets below none": (head(sets=[-1, 2, 1]), "its first line is damaged"),
    "sets without end": (head(sets=[float("inf")] * 3), "its first line is damaged"),
    "more positions than there are": (head(positions=[2, 4, 12, 12]), "its first line is damaged"),
    "more plies than there are": (head(classes=[1] * 6), "its first line is damaged"),
    "more sets than there are": (head(sets=[6, 5, 1]), "its first line is damaged"),
    "brackets": (b"[" * 60_000 + b"\n", "it does not begin as a noughts table"),
    "no end of the line": (b"[" * 10**6, "it does not begin as a noughts table"),
    "a long version": (head(version="1" * 60_000), r"version '1{50}'\.\.\. \(60000 characters\)"),
    "a long board": (head(board="3" * 60_000), r"it is for 3{500} \.\.\. \(60000 characters\)"),
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


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(TableFileError, match="it is not a regular file"):
            TableFile(path, RULES)


def test_a_board_too_large_for_a_table_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    about = {"board": "8,8,5", "sets": [10**9, *[0] * 32], "positions": [], "classes": []}
    line = json.dumps(json.loads(HEAD) | about).encode() + b"\n"
    path.write_bytes(line)
    # As long as the counts say, though the disk holds nearly nothing of it.
    os.truncate(path, len(line) + 4 * 10**9 + 10**9 + 4 * (1 + 10**9))
    with pytest.raises(TableFileError, match="its first line is damaged"):
        TableFile(path, Rules(8, 8, 5))


def crafted(scores: bytes) -> bytes:
    """A file whose checksums are right, and whose blocks hold other scores."""
    counts: list[int] = json.loads(HEAD)["sets"]
    begin = len(HEAD) + 1 + 4 * sum(counts)
    blocks = []
    for stones, count in zip((2, 1, 0), counts, strict=True):
        size = layout_of(RULES).size(stones)
        blocks += [(scores * size)[:size]] * count
    checks = [crc32(WRITTEN[:begin]), *map(crc32, blocks)]
    return WRITTEN[:begin] + b"".join([*blocks, *(check.to_bytes(4, "little") for check in checks)])


@pytest.mark.parametrize("scores", [b"\x7f", b"\x80", b"\x7e", b"\x05", b"\x01", b"\x02\x7f\xfe"])
def test_scores_that_no_solver_gives_are_refused_by_name(scores: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(crafted(scores))
    solved = Table(RULES, path)

    def use() -> None:
        for position in table(RULES):
            solved.best_moves(position)
            solved.best_line(position)

    with pytest.raises(TableFileError, match="the table of 2,2,2 "):
        use()
    with pytest.raises((ProofError, TableFileError)):
        list(Proof(RULES, X, solved))


def test_a_damaged_byte_is_noticed_when_its_block_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    for at in range(len(WRITTEN)):
        path.write_bytes(WRITTEN[:at] + bytes([WRITTEN[at] ^ 1]) + WRITTEN[at + 1 :])
        with pytest.raises(
            TableFileError, match="damaged|not " if at < len(HEAD) + 5 else "damaged"
        ):
            list(TableFile(path, RULES))


def test_a_damaged_block_is_refused_whenever_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN)
    last = TableFile(path, RULES).sections[0].at  # that of no stone of O, which is used at ply 0
    path.write_bytes(WRITTEN[:last] + bytes([WRITTEN[last] ^ 1]) + WRITTEN[last + 1 :])
    file = TableFile(path, RULES)
    assert file.get(0b0011 | 0b1100 << RULES.cells) is None  # of another block, which is whole
    for _ in range(2):
        with pytest.raises(TableFileError, match="damaged"):
            file.get(0)


@pytest.mark.parametrize("kept", [0, 5, 100])
def test_blocks_that_were_used_are_kept_until_they_are_too_many(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.solver.tables.table_file.KEPT", kept)
    path, solved = tmp_path / "a.table", table(RULES)
    path.write_bytes(WRITTEN)
    file = TableFile(path, RULES)
    codes = [position.x | position.o << RULES.cells for position in solved]
    assert [file.get(code) for code in codes * 2] == [solved.scores.get(code) for code in codes * 2]
    # What is kept is not read again; with no room, only what was used last is kept.
    path.write_bytes(b"")
    assert file.get(codes[-1]) == solved.scores.get(codes[-1])
    if kept == 100:
        assert [file.get(code) for code in codes] == [solved.scores.get(code) for code in codes]
    else:
        with pytest.raises(TableFileError, match="are damaged"):
            [file.get(code) for code in codes]


@pytest.mark.parametrize("other", [b"\0", b"\xff"])
def test_the_sets_of_another_board_are_told(other: bytes, tmp_path: Path) -> None:
    begin, counts = len(HEAD) + 1, json.loads(HEAD)["sets"]
    content = bytearray(WRITTEN)
    content[begin : begin + 4 * sum(counts)] = other * 4 * sum(counts)
    sealed = crc32(content[: begin + 4 * sum(counts)]).to_bytes(4, "little")
    checks = len(content) - 4 * (1 + sum(counts))
    content[checks : checks + 4] = sealed
    path = tmp_path / "a.table"
    path.write_bytes(content)
    with pytest.raises(TableFileError, match="its sets are not those of the board"):
        TableFile(path, RULES).get(1 | 2 << RULES.cells)


def test_the_size_of_the_scores_is_that_of_all_blocks(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(WRITTEN)
    file = TableFile(path, RULES)
    assert file.size == sum(len(file.block(number)) for number in range(file.blocks))
