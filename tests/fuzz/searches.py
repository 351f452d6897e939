"""Searches in jobs, as files: what is read is a tree that goes on, and is written as it was."""

from __future__ import annotations

import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from noughts import Position, Rules
from noughts.solver.search.jobs.search_file import read_search, write_search
from tests.fuzz.target import DATA, Target

SEARCH = DATA / "v0.2/4,4,4.search"
POSITION = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))


def read_saved(data: bytes) -> None:
    """A search, by its next job, and by what is written of it."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "search")
        file.write_bytes(data)
        saved = read_search(file, POSITION, 100, 1)
        write_search(file, POSITION, saved)
        again = read_search(file, POSITION, 100, 1)
    assert (again.nodes, again.seconds, again.won) == (saved.nodes, saved.seconds, saved.won)
    if saved.question is None:
        assert again.question is None
        return
    assert again.question
    for mine, other in zip(saved.question.tops.values(), again.question.tops.values(), strict=True):
        assert {*mine.rows()} == {*other.rows()}
    saved.question.look()
    job = saved.question.job(1000)
    assert job is None or not job.attacker & (job.defender | job.free)


def seal_search(data: bytes) -> bytes:
    """The same with a right checksum."""
    return data[:-4] + struct.pack("<I", crc32(data[:-4]))


TARGETS = [
    Target(
        "search",
        read_saved,
        [SEARCH.read_bytes()],
        [
            *(b"[" * 70000, b"Infinity", b"NaN", b"-1", b"9" * 5000, b"null", b"true", b"1e400"),
            *(b'"rows": [', b'"spent"', b"\n", bytes(40), b"\xff" * 8),
        ],
        seal_search,
    )
]
