"""Tables in shards: one file of a folder is damaged, and whatever is read from all is looked at."""

from __future__ import annotations

import struct
from pathlib import Path
from zlib import crc32

from noughts import Rules
from noughts.solver.tables.table_folder import TableFolder
from noughts.system.folders import LocalFolder
from tests.fuzz.files import scores
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


def seal_shards(data: bytes) -> bytes:
    """The same with a right check at its end, as the head has it."""
    return data[:1] + data[1:-4] + struct.pack("<I", crc32(data[1:-4]))


TARGETS = [
    Target(
        "shards",
        read_shards,
        [bytes([number]) + (SHARDS / name).read_bytes() for number, name in enumerate(FILES)],
        [
            *(b"[" * 70000, b"Infinity", b"-1", b"9" * 5000, b"null", b'"shard": 1', b'"board"'),
            b"1e400",
        ],
        seal_shards,
    )
]
