"""Whatever takes a path names it where the disk is full, and where no file can have it."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from noughts import Position, Rules, store
from noughts.cli.main import main
from noughts.cluster.folders import folder_of
from noughts.datasets import dataset
from noughts.learn import Menace, load_agent, save_agent
from noughts.solver.search.jobs.driver import JobSearch
from noughts.solver.search.jobs.search_file import Saved, read_search, write_search
from noughts.solver.search.limits import UNLIMITED
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import assemble, write_shards
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_folder import TableFolder
from noughts.store import parquet
from noughts.system.folders import LocalFolder

SMALL = Rules(2, 2, 2)
EMPTY = Position(rules=SMALL)


def created(path: str) -> None:
    with store.create(path, "canonical") as writer:
        writer.write_codes([31])


def added(path: str) -> None:
    with store.append(path) as writer:
        writer.write_codes(range(700))


def url(path: str) -> str:
    return f"file://{Path(path).absolute()}"


def assembled(path: str) -> None:
    assemble(TableFolder(LocalFolder("shards"), SMALL), Path(path))


Use = Callable[[str], object]
WRITERS: dict[str, Use] = {
    "store.create": created,
    "store.append": added,
    "parquet.write": lambda path: parquet.write(path, [np.zeros(9, np.uint32)], "canonical"),
    "Dataset.write": lambda path: dataset(SMALL).write(f"{path}.arrow"),
    "save_agent": lambda path: save_agent(Menace("2,3,3"), path),
    "write_table": lambda path: write_table(SMALL, Path(path)),
    "write_shards": lambda path: write_shards(SMALL, folder_of(path)),
    "write_shards by URL": lambda path: write_shards(SMALL, folder_of(url(path))),
    "assemble": assembled,
    "write_search": lambda path: write_search(path, EMPTY, Saved()),
}
READERS: dict[str, Use] = {
    "store.read": store.read,
    "parquet.read": lambda path: next(parquet.read(path, "canonical")),
    "parquet.rows": parquet.rows,
    "load_agent": load_agent,
    "Table": lambda path: Table(SMALL, Path(path)),
    "TableFolder": lambda path: TableFolder(folder_of(path), SMALL),
    "TableFolder by URL": lambda path: TableFolder(folder_of(url(path)), SMALL),
    "read_search": lambda path: read_search(path, EMPTY, 1, 1),
    "JobSearch": lambda path: JobSearch(EMPTY, UNLIMITED, None, file=path),
}
COMMANDS = {  # and the file that each tells of
    "certify -o FILE": "FILE",
    "count --plot FILE.svg": "FILE.svg",
    "dataset 2,3,3 -o FILE.parquet": "FILE.parquet",
    "emit c -o FILE": "FILE",
    "emit c -o /dev/full": "/dev/full",
    "learn menace --board 2,3,3 --games 1 -o FILE.npz": "FILE.npz",
    "learn menace --board 2,3,3 --games 1 --plot FILE.png": "FILE.png",
    "map -o FILE": "FILE",
    "pack FILE codes --to canonical": "FILE",
    "pack kept codes --append": "kept",
    "solve --certificate FILE": "FILE",
    "table -o FILE": "FILE",
    "table --to FILE": "FILE/plan",
    "unpack kept FILE": "FILE",
    "unpack kept FILE.parquet": "FILE.parquet",
}


@contextmanager
def full() -> Iterator[None]:
    """No file grows while the block lasts."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of the test's own, with what some of them read."""
    monkeypatch.chdir(tmp_path)
    created("kept")
    Path("codes").write_text("31\n764\n")
    write_shards(SMALL, LocalFolder("shards"))


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_told_with_the_file_that_was_to_be_written(name: str) -> None:
    path = "kept" if name == "store.append" else "file"
    with full(), pytest.raises(OSError, match="File too large") as error:
        WRITERS[name](path)
    assert f"/{path}" in f"/{error.value.filename}"


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_tells_of_a_full_disk_with_the_file_in_one_line(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.commands.pack.IN_MEMORY", 1)  # a file holds more, meanwhile
    with full():
        result = CliRunner().invoke(main, line.split())
    assert result.exit_code == 1
    told, reasons = f"Error: {COMMANDS[line]}: ", ("File too large", "No space left on device")
    assert result.stderr.splitlines()[-1] in [told + why for why in reasons]


@pytest.mark.parametrize("name", ["a\0b", "\ud800"], ids=["null", "surrogate"])
@pytest.mark.parametrize("use", (WRITERS | READERS).values(), ids=WRITERS | READERS)
def test_a_path_that_no_file_can_have_is_named(use: Use, name: str) -> None:
    with pytest.raises(OSError, match="no file can have this name") as error:
        use(name)
    assert f"/{name}" in f"/{error.value.filename}"
