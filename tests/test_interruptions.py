"""An interruption, at whichever line of a writer, loses nothing and leaves nothing half done."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pytest

from noughts import TICTACTOE, Position, Rules
from noughts.learn import Menace, agent_file, load_agent, save_agent
from noughts.solver.search.jobs import search_file
from noughts.solver.tables import retrograde
from noughts.solver.tables.table_file import TableFile
from noughts.store import disk, writer
from noughts.store.file_layout import Header
from noughts.store.reader import Store, read
from noughts.store.writer import Writer, append, create, resumed
from noughts.system import files, folders
from noughts.system.files import replacing
from tests.interruptions import at_each_line
from tests.store.disks import Memory, created

pytestmark = [
    pytest.mark.no_cover,
    # What is opened at the line of an interruption is left to Python to close.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

FULL = 10
HEADER = Header.of("canonical", TICTACTOE, None, FULL)
BATCHES = [7, 3, 25, FULL]
SYNCED = {0, 2}  # after these batches


def codes(start: int, stop: int) -> list[int]:
    return [code * 7 % 765 for code in range(start, stop)]


class Session:
    """Writes the batches, and knows how many codes must be there now."""

    def __init__(self, begin: Callable[[], Writer], batches: list[int]) -> None:
        self.begin = begin
        self.batches = batches
        self.writer: Writer | None = None
        self.promised = 0

    def run(self) -> bool:
        given = 0
        with self.begin() as self.writer:
            for number, batch in enumerate(self.batches):
                self.writer.write_codes(codes(given, given + batch))
                given += batch
                if number in SYNCED:
                    self.writer.sync()
                    self.promised = given
        return True

    def end(self) -> None:
        """Close the writer, as whoever was interrupted in its `with` may do again."""
        if self.writer is not None:
            self.promised = max(self.promised, 0 if self.writer._disk.closed else len(self.writer))
            self.writer.close()


def in_memory(session: Session, whole: bytes) -> None:
    """The file has what was promised, and an append goes on."""
    store = Store(Memory(whole))
    assert (store.missing, len(store) >= session.promised) == (None, True)
    assert store[:].tolist() == codes(0, len(store))
    disk = Memory(whole)
    with resumed(Store(disk)) as writer:
        writer.write_codes(codes(len(writer), 200))
    store = Store(disk)
    assert store[:].tolist() == codes(0, 200)
    assert (store.dropped, any(store.damage())) == (None, False)


def test_a_writer_that_is_interrupted_at_any_line_has_all_codes_that_it_had_taken() -> None:
    made: list[Memory] = []

    def begin() -> Writer:
        memory, writer = created(HEADER)
        made.append(memory)
        return writer

    def work() -> Session:
        session = Session(begin, BATCHES)
        sessions.append(session)
        session.run()
        return session

    sessions: list[Session] = []
    times = 0
    for _ in at_each_line(work, writer):
        times += 1
        if made:
            sessions[-1].end()
            in_memory(sessions[-1], made.pop().whole)
    assert times > 200


@pytest.mark.wide
@pytest.mark.parametrize("kind", ["new", "there"])
def test_so_has_a_writer_of_a_file_and_there_is_one_file_or_none(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "store"
    sessions: list[Session] = []

    def begin() -> Writer:
        return create(path, "canonical", block=FULL) if kind == "new" else append(path)

    def work() -> None:
        sessions.append(Session(begin, BATCHES[:3]))
        sessions[-1].run()

    for _ in at_each_line(work, writer, disk, files):
        session = sessions.pop()
        session.end()
        if path.exists():
            in_memory(session, path.read_bytes())
        else:
            assert session.promised == 0
        tidied(path)
        if kind == "there":
            create(path, "canonical", block=FULL).close()
    assert read(path)[:].tolist() == [] if kind == "there" else not path.exists()


def tidied(path: Path) -> None:
    """Remove the file and the leftovers beside it, which are all that may be there."""
    path.unlink(missing_ok=True)
    for left in path.parent.iterdir():
        assert files.PART.fullmatch(left.name)
        shutil.rmtree(left)


def a_text(path: Path) -> None:
    with replacing(path, sync=True) as part:
        part.write_text("3,3,3")


def is_text(path: Path) -> bool:
    return path.read_text() == "3,3,3"


def a_folder(path: Path) -> None:
    folders.LocalFolder(path.parent).write(path.name, [b"3,3", b",3"])


def a_table(path: Path) -> None:
    retrograde.write_table(Rules(2, 2, 2), path)


def is_table(path: Path) -> bool:
    return len(TableFile(path, Rules(2, 2, 2))) == 29


def an_agent(path: Path) -> None:
    save_agent(Menace("2,2,2"), path)


def is_agent(path: Path) -> bool:
    return isinstance(load_agent(path), Menace)


SEARCHED = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))
SEARCH = Path(__file__).parent / "data/v0.2/4,4,4.search"  # of this position


SAVED = cache(lambda: search_file.read_search(SEARCH, SEARCHED, 64, 1))


def a_search(path: Path) -> None:
    search_file.write_search(path, SEARCHED, SAVED())


def is_search(path: Path) -> bool:
    return search_file.read_search(path, SEARCHED, 64, 1).nodes > 0


WRITERS = {
    "a text": (a_text, is_text),
    "a file of a folder": (a_folder, is_text),
    "a table": (a_table, is_table),
    "an agent": (an_agent, is_agent),
    "a search": (a_search, is_search),
}


# A file that is new, and one that was there.
BEFORE = {"new": None, "there": b"what was there"}
SLOW = {
    "new-a search": pytest.mark.wide,
    "there-a table": pytest.mark.wide,
    "there-a search": pytest.mark.wide,
    "new-a table": pytest.mark.longer,
}


@pytest.mark.parametrize(
    ("what", "before"),
    [
        pytest.param(what, BEFORE[when], id=id_, marks=SLOW.get(id_, ()))
        for when, what in product(BEFORE, WRITERS)
        for id_ in (f"{when}-{what}",)
    ],
)
def test_a_file_that_is_replaced_is_the_old_or_the_new_one_at_every_line(
    tmp_path: Path, what: str, before: bytes | None
) -> None:
    write, is_right = WRITERS[what]
    path = tmp_path / "file"
    modules = (files, folders, agent_file, retrograde, search_file)

    def work() -> None:
        if before is not None:
            path.write_bytes(before)
        write(path)

    SAVED()  # to read it is not interrupted, only to write it
    for _ in at_each_line(work, *modules):
        if path.exists() and path.read_bytes() != before:
            assert is_right(path)
        assert path.exists() or before is None
        tidied(path)


@pytest.mark.parametrize("links", [True, False], ids=["with links", "without"])
def test_a_name_that_a_new_file_takes_is_free_or_has_all_of_it_at_every_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", Mock(side_effect=PermissionError))
    path = tmp_path / "file"

    def write() -> None:
        with replacing(path, new=True) as part:
            part.write_text("3,3,3")

    for _ in at_each_line(write, files):
        assert not path.exists() or is_text(path)
        tidied(path)
