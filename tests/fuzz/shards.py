"""Tables in shards: one file of a folder is damaged, and whatever is read from all is looked at."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from noughts import Rules
from noughts.solver.tables.table_folder import TableFolder
from noughts.system.folders import LocalFolder
from tests.fuzz.files import JSON, scores, seal_end
from tests.fuzz.target import DATA, Reading, Target

SHARDS = DATA / "v0.2/2,2,2.shards"
FILES = sorted(path.name for path in SHARDS.iterdir())


class OneDamaged(LocalFolder):
    """A folder whose file with the number of the first byte is what follows."""

    def __init__(self, path: Path, data: bytes) -> None:
        super().__init__(path)
        self.files = {each.name: each.read_bytes() for each in path.iterdir()}
        if data:
            self.files[FILES[data[0] % len(FILES)]] = data[1:]

    def sizes(self) -> dict[str, int]:
        """The bytes of each file."""
        return {name: len(content) for name, content in self.files.items()}

    def read(self, name: str, at: int, length: int) -> bytes:
        """Bytes of a file."""
        return self.files[name][at : at + length]


def read_shards(data: bytes) -> Reading:
    """A table in a folder."""
    yield from scores(TableFolder(OneDamaged(SHARDS, data), Rules(2, 2, 2)))


TARGETS = [
    Target(
        "shards",
        read_shards,
        [bytes([number]) + (SHARDS / name).read_bytes() for number, name in enumerate(FILES)],
        [*JSON, b'"shard": 1', b'"board"'],
        partial(seal_end, begin=1),
    )
]
