"""The file of a search: what is written is read, and anything else is refused by name."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from noughts import Position, Rules, SearchFileError
from noughts.core.rules import O, X
from noughts.solver.search.jobs import search_file
from noughts.solver.search.jobs.question import Question
from noughts.solver.search.jobs.search_file import Saved, read_search, write_search
from tests.solver.search.jobs.hands import Hands, searched

POSITION = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))
KEPT = Path(__file__).parents[3] / "data/v0.2/4,4,4.search"  # of this position


def read(path: Path, position: Position = POSITION) -> Saved:
    return read_search(path, position, 64, 1)


def rows_of(saved: Saved) -> list[list[Any]]:
    assert saved.question
    return [sorted(top.rows()) for top in saved.question.tops.values()]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read(seed: int, tmp_path: Path) -> None:
    searched(POSITION, Hands(2, seed, 15, left_open=0.9), file=tmp_path / "a")
    saved = read(tmp_path / "a")
    write_search(tmp_path / "b", POSITION, saved)
    again = read(tmp_path / "b")
    assert again._replace(question=None) == saved._replace(question=None)
    assert rows_of(again) == rows_of(saved)
    assert saved.question
    assert again.question
    assert (saved.question.attacker, saved.question.spent, saved.question.won_weakly) == (
        again.question.attacker,
        again.question.spent,
        again.question.won_weakly,
    )


def test_a_file_that_an_earlier_version_wrote_is_read_and_goes_on(tmp_path: Path) -> None:
    saved = read(KEPT)
    assert saved.nodes > 0
    assert [len(rows) > 5 for rows in rows_of(saved)] == [True, True]
    file = tmp_path / "search"
    file.write_bytes(KEPT.read_bytes())
    hands = Hands()
    assert searched(POSITION, hands, file=file).value == 0
    assert len(hands.jobs) > 0


@pytest.mark.parametrize("length", range(0, KEPT.stat().st_size, 211))
def test_a_file_that_is_cut_is_refused(length: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(KEPT.read_bytes()[:length])
    with pytest.raises(SearchFileError, match="its checksum is not that of its bytes"):
        read(tmp_path / "a")


@pytest.mark.parametrize("at", range(0, KEPT.stat().st_size, 199))
def test_a_file_with_a_wrong_byte_is_refused(at: int, tmp_path: Path) -> None:
    content = bytearray(KEPT.read_bytes())
    content[at] ^= 4
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(SearchFileError, match="its checksum is not that of its bytes"):
        read(tmp_path / "a")


@pytest.mark.parametrize(
    "other",
    [
        Position(rules=POSITION.rules),
        Position(POSITION.x, POSITION.o, Rules(4, 4, 3)),
        Position(POSITION.x, POSITION.o, Rules(4, 4, 4, misere=True)),
        Position(POSITION.x, POSITION.o, Rules.parse("4,4,4,torus")),
    ],
    ids=str,
)
def test_a_file_of_another_position_is_named(other: Position) -> None:
    with pytest.raises(SearchFileError, match=r"holds a search of 4,4,4 XOX\./.*, not of 4,4,"):
        read(KEPT, other)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_file, "SEARCH_BYTES", 100)
    with pytest.raises(SearchFileError, match="it is larger than 100 bytes"):
        read(KEPT)
    (tmp_path / "a").write_bytes(bytes(100))
    with pytest.raises(SearchFileError, match="checksum"):
        read(tmp_path / "a")


def forged(path: Path, content: bytes) -> Path:
    """A file with the right checksum."""
    path.write_bytes(content + struct.pack("<I", crc32(content)))
    return path


def parts() -> tuple[dict[str, Any], bytearray]:
    """The head and the rows of the file."""
    line, _, rest = KEPT.read_bytes()[:-4].partition(b"\n")
    return json.loads(line), bytearray(rest)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"x\n", b"[" * 60000 + b"\n", b"9" * 5000 + b"\n", b"[]\n", b"{}\n", b"1\n"],
)
def test_what_does_not_begin_as_a_search_does_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(SearchFileError, match=r"first line|not of the format"):
        read(forged(tmp_path / "a", content))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("format", "noughts search 2"), ("nodes", -1), ("nodes", 1.0), ("nodes", True)],
        *[("seconds", "1"), ("seconds", -1), ("seconds", float("nan")), ("seconds", True)],
        *[("won", []), ("won", {"Z": True}), ("won", {"X": 1}), ("question", None)],
        *[("question", []), ("question", {}), ("new", 1)],
    ],
)
def test_a_head_that_no_search_writes_is_refused(field: str, value: Any, tmp_path: Path) -> None:
    head, rest = parts()
    head[field] = value
    content = json.dumps(head).encode() + b"\n" + rest
    with pytest.raises(SearchFileError, match="does not hold a search, or is damaged"):
        read(forged(tmp_path / "a", content))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("attacker", "Z"), ("attacker", None), ("attacker", []), ("won_weakly", 0)],
        *[("spent", [1]), ("spent", 5), ("rows", [0, 0]), ("rows", [-1, 1]), ("rows", {})],
        *[("rows", [10**30, 1]), ("rows", [1])],
    ],
)
def test_a_question_that_no_search_writes_is_refused(
    field: str, value: Any, tmp_path: Path
) -> None:
    head, rest = parts()
    head["question"][field] = value
    content = json.dumps(head).encode() + b"\n" + rest
    with pytest.raises(SearchFileError, match="does not hold a search, or is damaged"):
        read(forged(tmp_path / "a", content))


def changed(change: Callable[[list[list[int]]], Any]) -> bytes:
    """The file with other rows, in both trees: [free, attacker, zone, numbers, state]."""
    head, rest = parts()
    words = struct.unpack(f"<{len(rest) // 8}Q", rest)
    flat = [list(words[at : at + 5]) for at in range(0, len(words), 5)]
    tables, at = [], 0
    for count in head["question"]["rows"]:
        table = flat[at : at + count]
        at += count
        change(table)
        tables.append(table)
    head["question"]["rows"] = [len(table) for table in tables]
    packed = b"".join(struct.pack("<5Q", *row) for table in tables for row in table)
    return json.dumps(head).encode() + b"\n" + packed


def leaf(rows: list[list[int]], settled: bool = False) -> list[int]:
    """A row of a leaf, below the first one."""
    return next(row for row in rows[1:] if row[4] and (row[2] != 0) == settled)


OPEN = 1 << 32 | 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.append(rows[-1]), "a position stands there twice"),
        (lambda rows: rows.pop(0), "the position itself is missing"),
        (lambda rows: rows.remove(leaf(rows)), "a position is missing to which a move leads"),
        (lambda rows: leaf(rows).__setitem__(0, 1 << 40), "has cells that it cannot have"),
        (lambda rows: leaf(rows).__setitem__(1, 1 << 63), "has cells that it cannot have"),
        (lambda rows: leaf(rows, True).__setitem__(2, 1 << 50), "has cells that it cannot"),
        (lambda rows: leaf(rows).__setitem__(1, 0), "has stones that it cannot have"),
        (lambda rows: leaf(rows).__setitem__(3, 0), "are both 0"),
        (lambda rows: leaf(rows).__setitem__(3, 5), "are both 0, or not those of a proof"),
        (lambda rows: leaf(rows).__setitem__(3, 2**64 - 1), "numbers or the zone of a settled"),
        (lambda rows: leaf(rows).__setitem__(2, 1), "numbers or the zone of a settled one"),
        (lambda rows: leaf(rows, True).__setitem__(4, 0), "a settled position has moves"),
        (
            lambda rows: rows.append([0b111111111, 0b1010101 << 9, 0, OPEN, 1]),
            "stones that it cannot have|to which no move leads",
        ),
        (
            lambda rows: rows.append([0x0FFF & ~0b1111, 0b1111, 0, OPEN, 1]),
            "an open position has a finished line",
        ),
    ],
)
def test_rows_that_are_not_those_of_a_tree_are_refused(
    change: Callable[[list[list[int]]], Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(SearchFileError, match=said):
        read(forged(tmp_path / "a", changed(change)))


def test_the_same_rows_are_read() -> None:
    head, rest = parts()
    assert changed(lambda _: None) == json.dumps(head).encode() + b"\n" + rest


def test_a_file_without_a_question_has_no_rows(tmp_path: Path) -> None:
    saved = Saved(7, 1.5, {X: True, O: False})
    write_search(tmp_path / "a", POSITION, saved)
    assert read(tmp_path / "a") == saved
    content = (tmp_path / "a").read_bytes()[:-4]
    with pytest.raises(SearchFileError, match="it has positions of no question"):
        read(forged(tmp_path / "b", content + bytes(40)))


def test_a_place_that_cannot_be_written_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError, match="is not a file that could be replaced"):
        write_search(tmp_path, POSITION, Saved(won={}))
    with pytest.raises(OSError, match="directory"):
        read(tmp_path)


def test_a_question_that_has_been_answered_is_found_answered(tmp_path: Path) -> None:
    question = Question(POSITION, X, 64, 1)
    write_search(tmp_path / "a", POSITION, Saved(1, 1.0, {}, question))
    assert read(tmp_path / "a").question
