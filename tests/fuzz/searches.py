"""Searches in jobs, as files: what is read is a tree that goes on, and is written as it was."""

from __future__ import annotations

from pathlib import Path

from noughts import Position, Rules
from noughts.solver.search.jobs.search_file import Saved, read_search, write_search
from tests.fuzz.files import JSON, in_a_file, seal_end
from tests.fuzz.target import DATA, Reading, Target

SEARCH = DATA / "v0.2/4,4,4.search"
POSITION = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))


def read_saved(path: Path) -> Reading:
    """A search: it has a next job, and what is written of it is read as it was."""
    found = read_search(path, POSITION, 100, 1)
    known: Saved | None = yield found
    assert known is None or content(found) == content(known)
    write_search(path, POSITION, found)
    assert content(read_search(path, POSITION, 100, 1)) == content(found)
    if found.question:
        found.question.look()
        job = found.question.job(1000)
        assert job is None or not job.attacker & (job.defender | job.free)


def content(saved: Saved) -> tuple[object, ...]:
    """All that a search knows."""
    asked = saved.question
    if asked is None:
        return saved
    rows = [{*top.rows()} for top in asked.tops.values()]
    return *saved[:3], asked.attacker, asked.won_weakly, asked.spent, rows


TARGETS = [
    Target(
        "search",
        in_a_file(read_saved),
        [SEARCH.read_bytes()],
        [*JSON, b'"rows": [', b'"spent"', b"\n", bytes(40), b"\xff" * 8],
        seal_end,
    )
]
