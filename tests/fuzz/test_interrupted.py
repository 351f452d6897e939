"""Commands that `make attack` interrupts leave what is right, and it finds where they do not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from noughts.cli import output_files
from noughts.store import recovery
from noughts.store.commit import Commit
from noughts.store.disk import Disk
from noughts.store.file_layout import Header
from noughts.store.recovery import Snapshot
from noughts.store.writer import Writer
from noughts.system import files as system_files
from tests.fuzz.writings import WRITINGS, Interruptions, Writing
from tests.tools import COMPILED, longer

COMPILED_ALONE = pytest.mark.skipif(not COMPILED, reason="plain Python takes too long")
FORKING = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
pytestmark = [pytest.mark.wide, COMPILED_ALONE, FORKING]
_sync = Writer.sync


def findings(writing: Writing, cases: int, folder: Path) -> Iterator[str]:
    """What is wrong where a command is interrupted."""
    drawn = Interruptions(Random(1), folder)
    for given, result, reason in (drawn.case(writing) for _ in range(cases)):
        if reason:
            yield f"{reason}: {given} {result}"


# In the check, one of each kind of what may be left.
FIRST = {writing.right: writing for writing in reversed(WRITINGS)}
SOME = [one if FIRST[one.right] is one else longer(one)[0] for one in WRITINGS]


@pytest.mark.parametrize("writing", SOME, ids=[writing.line for writing in WRITINGS])
def test_a_command_that_is_interrupted_leaves_what_is_right(
    writing: Writing, tmp_path: Path
) -> None:
    assert not [*findings(writing, 3, tmp_path)]


def as_0_2_did(writer: Writer) -> None:
    """Sync, though an interruption may have left a full block without its trailer."""
    with patch.object(Writer, "_settle"):
        _sync(writer)


def as_0_2_read(_: Header, __: Disk, commit: Commit, *___: object) -> Snapshot:
    """Take a block without its trailer for one that is missing."""
    return Snapshot(commit.count, 0, missing="all codes are missing")


@contextmanager
def in_place(path: str, **_: bool) -> Iterator[Path]:
    """Write straight to the file."""
    yield Path(path)


# What is taken out, of objects, and the file of the command in which that is found.
PLANTED: dict[str, tuple[str, list[tuple[Any, str, Any]]]] = {
    "a full block has its trailer": (
        "old.store",
        [(Writer, "sync", as_0_2_did), (recovery, "_of_interrupted", as_0_2_read)],
    ),
    "a file takes its place when it is whole": (
        "new.store",
        [(output_files, "replacing", in_place)],
    ),
    "what was under way is removed": ("text", [(system_files, "remove_orphans", lambda _: None)]),
}


@pytest.mark.parametrize("what", [*longer(*list(PLANTED)[:1]), *list(PLANTED)[1:]])
def test_what_goes_wrong_at_an_interruption_is_found(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, taken_out = PLANTED[what]
    for owner, attribute, other in taken_out:
        monkeypatch.setattr(owner, attribute, other)
    writing = next(writing for writing in WRITINGS if writing.name == name)
    assert any(findings(writing, 100, tmp_path))
