"""Tables in shards: one file of a folder is damaged, and whatever is read from all is looked at."""

from __future__ import annotations

import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from noughts import Rules
from noughts.solver.tables.table_folder import TableFolder
from noughts.system.folders import LocalFolder
from tests.fuzz.target import DATA, Target

SHARDS = DATA / "v0.2/2,2,2.shards"
FILES = sorted(SHARDS.iterdir())


def read_shards(data: bytes) -> None:
    """A table whose file with the number of the first byte is what follows."""
    with TemporaryDirectory() as folder:
        for number, file in enumerate(FILES):
            is_given = bool(data) and data[0] % len(FILES) == number
            Path(folder, file.name).write_bytes(data[1:] if is_given else file.read_bytes())
        table = TableFolder(LocalFolder(folder), Rules(2, 2, 2))
        for code in table:
            assert table.get(code) is not None


def seal_shards(data: bytes) -> bytes:
    """The same with a right check at its end, as the head has it."""
    return data[:1] + data[1:-4] + struct.pack("<I", crc32(data[1:-4]))


TARGETS = [
    Target(
        "shards",
        read_shards,
        [bytes([number]) + file.read_bytes() for number, file in enumerate(FILES)],
        [
            b"[" * 70000,
            b"Infinity",
            b"-1",
            b"9" * 5000,
            b"null",
            b'"shard": 1',
            b'"board"',
            b"1e400",
        ],
        seal_shards,
    )
]
