"""Files: stores, tables, certificates, agents. The seeds of most were written by old versions."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import ZipFile
from zlib import crc32

import numpy as np

from noughts import Position, Rules, X, store
from noughts.errors import StoreError, TooLargeError
from noughts.learn import Menace, Tabular, load_agent, save_agent
from noughts.solver.proof.certificate import check
from noughts.solver.tables.table import table
from noughts.solver.tables.table_file import TableFile
from noughts.store import parquet
from noughts.store.header import HEADER, HEADER_LENGTH
from tests.fuzz.target import DATA, Target

WRITTEN = DATA / "v0.1"


def in_a_file(read: Callable[[Path], None]) -> Callable[[bytes], None]:
    """What reads a file, as what reads bytes."""

    def on_disk(data: bytes) -> None:
        with NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            read(Path(file.name))

    return on_disk


def read_store(path: Path) -> None:
    """A store: block by block, and some codes one by one; what is dropped is told."""
    whole = store.read(path)
    damaged = [message for message in whole.damage() if message]
    try:
        codes = np.concatenate([*whole.in_blocks(), whole[:0]])
    except StoreError:
        assert damaged
        return
    assert not damaged
    assert len(codes) == len(whole)
    for item in range(0, len(whole), len(whole) // 3 + 1):
        assert whole[item] == [*whole][item]
        with suppress(TooLargeError):  # arrays hold codes of 64 bits, stores of 128
            whole.values(slice(item, item + 2))


def seal_store(data: bytes) -> bytes:
    """The same with a right checksum of the header."""
    head = data[: HEADER.size]
    return head + struct.pack("<I", crc32(head)) + data[HEADER_LENGTH:]


def read_table(path: Path) -> None:
    """A table, by all that it says."""
    file = TableFile(path, Rules(2, 2, 2))
    for code in file:
        assert file.get(code) is not None
    assert len(file) == sum(file.positions)


def seal_table(data: bytes) -> bytes:
    """The same with right checksums, as long as the blocks are where the seed has them."""
    seed = TableFile(WRITTEN / "2,2,2.table", Rules(2, 2, 2))
    at = data.find(b"\n") + 1 + 4 * sum(each.blocks for each in seed.sections.values())
    checks = [crc32(data[:at])]
    for each in seed.sections.values():
        for _ in range(each.blocks):
            checks.append(crc32(data[at : at + each.size]))
            at += each.size
    return data[:at] + struct.pack(f"<{len(checks)}I", *checks)


def read_certificate(data: bytes) -> None:
    """A certificate; a claim that is accepted is true."""
    lines = data.decode(errors="replace").splitlines(keepends=True)
    claim = check(lines, table)
    board, _, said = claim.partition(" ")
    moves, _, said = said.removeprefix("after ").rpartition(": ")
    position = Position(rules=Rules.parse(board))
    for move in moves.split():
        position = position.play(move)
    if position.rules.cells > 12:
        return
    value = position.value * (1 if position.turn == X else -1)
    if said.startswith("drawn"):
        assert value == 0
    else:
        assert (value if said[0] == "X" else -value) >= int(said.endswith("wins"))


def stores() -> list[bytes]:
    """Whole stores: those of old versions, and new ones of several blocks."""
    old = [path.read_bytes() for path in sorted(WRITTEN.glob("*.noughts"))]
    return [data for data in old if len(data) < 1 << 16]


def read_agent(path: Path) -> None:
    """An agent, by its first move."""
    agent = load_agent(path)
    assert sum(agent.probabilities(Position(rules=agent.rules)).values()) == 1


def agents() -> list[bytes]:
    """One of each kind of table."""
    found = []
    for agent in (Menace("2,2,2", seed=1), Tabular("q", "2,2,2", seed=1)):
        agent.train(20, "random")
        with NamedTemporaryFile(suffix=".npz") as file:
            save_agent(agent, file.name)
            found.append(Path(file.name).read_bytes())
    return found


def seal_agent(data: bytes) -> bytes:
    """The same with right checksums, as long as its members can be found."""
    sealed = BytesIO()
    try:
        with ZipFile(BytesIO(data)) as found, ZipFile(sealed, "w") as written:
            for each in found.infolist():
                name, more = struct.unpack_from("<2H", data, each.header_offset + 26)
                begin = each.header_offset + 30 + name + more
                written.writestr(each.filename, data[begin : begin + each.file_size])
    except Exception:  # whatever the damage makes of it
        return data
    return sealed.getvalue()


def read_parquet(path: Path) -> None:
    """A table in Parquet, of as many rows as it says."""
    count = parquet.rows(path)
    codes = [*parquet.read(path, "pair")]
    assert sum(map(len, codes)) == count


TARGETS = [
    Target(
        "agent",
        in_a_file(read_agent),
        agents,
        [b"PK\x03\x04", b"\x93NUMPY", b"<f4", b"|O", b"null", b"-1", b"1e400", b'"q"', b"3,3,3"],
        seal_agent,
    ),
    Target("store", in_a_file(read_store), stores, [b"\x89noughts", b"base3"], seal_store),
    Target(
        "table",
        in_a_file(read_table),
        [(WRITTEN / "2,2,2.table").read_bytes()],
        [b"[" * 70000, b"Infinity", b"NaN", b"-1", b"9" * 5000, b"null", b'"sets"', b"1e400"],
        seal_table,
    ),
    Target(
        "parquet",
        in_a_file(read_parquet),
        [(WRITTEN / f"{name}.parquet").read_bytes() for name in ("canonical", "codes-canonical")],
        [b"PAR1", b"noughts.rules", b"noughts.codec", b"3,3,3", b"code"],
    ),
    Target(
        "certificate",
        read_certificate,
        [(WRITTEN / f"{name}.certificate").read_bytes() for name in ("2,2,2-X", "3,3,3-O")],
        [b"noughts certificate 1: ", b"99,99,9", b" X wins", b" O never loses", b"/", b"a1\n"],
    ),
    Target(
        "tree",
        read_certificate,
        [
            (DATA / f"certificates/{name}.txt").read_bytes()
            for name in ("3,3,3-O", "3,3,2-X", "2x2x2,2-X", "4,4,3,misere-O", "3,3,3 after b2")
        ],
        [
            *(b"noughts certificate 2: ", b"9,9,5", b" X wins", b" O never loses", b"- ", b"\n "),
            *(b" drawn, X by strategy stealing", b" pairs", b" weights", b" =2", b"/1", b"a1-b2"),
            b" after a1:",
        ],
    ),
]
