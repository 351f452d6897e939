"""The file of a search in jobs, from which the search can be resumed.

    {"format": "noughts search 1", "board": "8,8,5", ...}      one line of JSON
    free, attacker, zone, numbers, state                       40 bytes a position, little-endian
    CRC-32 of all bytes before it                              4 bytes

The word `numbers` contains the proof number in its upper half and the disproof number in its lower
half. The reader does not trust a file: it checks the size first, then the checksum, and then that
the positions form a tree of the question. Even so, a forged file may contain false values, as a
forged table may; see docs/security.md.
"""

from __future__ import annotations

import json
import os
import struct
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from zlib import crc32

import numpy as np

from noughts.core.message_text import shortened
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, O, X
from noughts.errors import SearchFileError
from noughts.solver.search.engine import proof_numbers
from noughts.solver.search.jobs.job import ENDLESS
from noughts.solver.search.jobs.question import Question
from noughts.solver.search.jobs.tree_top import Row
from noughts.system.files import checked_path, replacing

FORMAT = "noughts search 1"
SEARCH_BYTES = 1 << 27  # of a file; two trees with the most positions take 80 million bytes
HEAD_BYTES = 1 << 16
NUMBER_BITS = int(proof_numbers.NUMBER_BITS)
ROW_WORDS = 5  # the words of a position
CHECK = struct.Struct("<I")
FIELDS = {"format", "board", "position", "nodes", "seconds", "won", "question"}
TURNS_AT_FIRST = 8  # the turns in files of version 0.2; later searches begin with the same turns
OF_A_QUESTION = {"attacker", "won_weakly", "spent", "rows"}


class Saved(NamedTuple):
    """The state of a search: its nodes and seconds, the answers found, and any open question."""

    nodes: int = 0
    seconds: float = 0
    won: dict[int, bool] = {}  # by the attacker  # noqa: RUF012
    question: Question | None = None


def write_search(path: str | os.PathLike[str], position: Position, saved: Saved) -> None:
    """Write the file as a whole. Raises `OSError` if it cannot be written."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "board": str(position.rules),
        "position": str(position),
        "nodes": saved.nodes,
        "seconds": saved.seconds,
        "won": {MARK_NAMES[attacker]: won for attacker, won in saved.won.items()},
        "question": None,
    }
    tables = []
    if saved.question:
        question = saved.question
        for top in question.tops.values():
            rows = [
                (free, attacker, zone, proof << NUMBER_BITS | disproof, state)
                for free, attacker, zone, proof, disproof, state in top.rows()
            ]
            tables.append(np.array(rows, "<u8"))
        head["question"] = {
            "attacker": MARK_NAMES[question.attacker],
            "won_weakly": question.won_weakly,
            "spent": question.spent,
            "rows": [len(table) for table in tables],
        }
    parts = [json.dumps(head).encode() + b"\n", *(table.tobytes() for table in tables)]
    content = b"".join(parts)
    with replacing(path, sync=True) as part:
        part.write_bytes(content + CHECK.pack(crc32(content)))


def read_search(path: str | os.PathLike[str], position: Position, nodes: int, memory: int) -> Saved:
    """Read the state of a search of this position; its further jobs get `nodes` and `memory`.

    Raises `SearchFileError` for a file that is damaged or does not contain a search of this
    position, and `OSError` for a file that cannot be read.
    """
    name = shortened(os.fspath(path))

    def refuse(why: str) -> NoReturn:
        raise SearchFileError(f"{name} does not hold a search, or is damaged: {why}") from None

    with Path(checked_path(path)).open("rb") as file:
        content = file.read(SEARCH_BYTES + 1)
    if len(content) > SEARCH_BYTES:
        refuse(f"it is larger than {SEARCH_BYTES:,} bytes")
    body, check = content[: -CHECK.size], content[-CHECK.size :]
    if check != CHECK.pack(crc32(body)):
        refuse("its checksum is not that of its bytes")
    line, newline, rest = body.partition(b"\n")
    if not newline or len(line) > HEAD_BYTES:
        refuse("it has no first line")
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        refuse("its first line is not JSON")
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.keys() != FIELDS:
        refuse(f"it is not of the format {FORMAT!r}")
    if (head["board"], head["position"]) != (str(position.rules), str(position)):
        raise SearchFileError(
            f"{name} holds a search of {shortened(str(head['board']))} "
            f"{shortened(str(head['position']))}, not of {position.rules} {position}"
        )
    try:
        return _saved(head, rest, position, nodes, memory)
    except (ValueError, TypeError, KeyError) as error:
        refuse(shortened(str(error)))


def _saved(head: dict[str, Any], rest: bytes, position: Position, nodes: int, memory: int) -> Saved:
    """The content of a valid file. Raises `ValueError`, `TypeError` or `KeyError` otherwise."""
    marks = {MARK_NAMES[side]: side for side in (X, O)}
    won = {
        marks[mark]: _exactly(bool, value) for mark, value in _exactly(dict, head["won"]).items()
    }
    seconds = head["seconds"]
    if type(seconds) not in (int, float) or not 0 <= seconds < inf:
        raise ValueError("its seconds are not a time")
    question, asked = None, head["question"]
    if asked is not None:
        if _exactly(dict, asked).keys() != OF_A_QUESTION:
            raise ValueError("its question is not of this format")
        question = Question(position, marks[asked["attacker"]], nodes, memory)
        question.won_weakly = _exactly(bool, asked["won_weakly"])
        turns = len(question.spent)
        spent = _counts(asked["spent"], turns, fewest=min(TURNS_AT_FIRST, turns))
        question.spent[: len(spent)] = spent
        many = _counts(asked["rows"], len(question.tops))
        if sum(many) * ROW_WORDS * 8 != len(rest):
            raise ValueError("its length is not that of its positions")
        table = np.frombuffer(rest, "<u8").reshape(-1, ROW_WORDS)
        for top, count in zip(question.tops.values(), many, strict=True):
            rows, table = table[:count].tolist(), table[count:]
            top.restore(
                Row(free, attacker, zone, numbers >> NUMBER_BITS, numbers & ENDLESS, state)
                for free, attacker, zone, numbers, state in rows
            )
    elif rest:
        raise ValueError("it has positions of no question")
    return Saved(_counts([head["nodes"]], 1)[0], seconds, won, question)


def _exactly(kind: type, given: Any) -> Any:
    if type(given) is not kind:
        raise ValueError(f"{shortened(str(given))} is not a {kind.__name__}")
    return given


def _counts(given: Any, many: int, fewest: int | None = None) -> list[int]:
    """Check a list of non-negative integers: `many` of them, or from `fewest` to `many`."""
    numbers: list[int] = _exactly(list, given)
    right = (many if fewest is None else fewest) <= len(numbers) <= many
    if not right or any(type(each) is not int or each < 0 for each in numbers):
        raise ValueError("its counts are not those of a search of this version")
    return numbers
