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
from noughts.arrays.packing import ints_of
from noughts.codecs import codec
from noughts.errors import NoughtsError, StoreError, TableFileError
from noughts.learn import Agent, Menace, Tabular, load_agent, save_agent
from noughts.solver.certificates.any_form import check
from noughts.solver.tables.table import table
from noughts.solver.tables.table_file import StoredTable, TableFile
from noughts.store import parquet
from noughts.store.file_layout import CHECKSUM, HEADER, HEADER_LENGTH, TRAILER, Header
from tests.fuzz.target import DATA, Reading, Target

WRITTEN = DATA / "v0.1"
SMALL = Rules(2, 2, 2)
LONGEST = 1 << 20  # bytes of a store
JSON = [b"[" * 70000, b"Infinity", b"NaN", b"-1", b"9" * 5000, b"null", b"true", b"1e400"]
LEARNT = {"beads": (0, np.inf), "values": (-1, 1), "visits": (0, np.inf)}  # the numbers of agents


def in_a_file(read: Callable[[Path], Reading]) -> Callable[[bytes], Reading]:
    """What reads a file, as what reads bytes."""

    def on_disk(data: bytes) -> Reading:
        with NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            yield from read(Path(file.name))

    return on_disk


def read_store(path: Path) -> Reading:
    """A store: a block is refused, or has its codes; and if codes are lost, that is told.

    Version 1 does not say how many there were; nor does version 2 of those that are not synced.
    """
    found = store.read(path)
    known: store.Store | None = yield found
    told, codes = [*filter(None, found.damage())], dict[int, int]()
    for start in range(0, found.there, found.header.full):
        try:
            block = found[start : min(start + found.header.full, found.there)]
            codes |= enumerate(ints_of(block), start)
        except StoreError:
            assert told
    if found.missing:
        with suppress(StoreError):
            raise AssertionError(found[found.there])
    for number in [*codes][:: len(codes) // 3 + 1]:
        assert found[number] == codes[number]
        with suppress(NoughtsError):  # arrays hold codes of 64 bits; and not every code is a value
            found.values([number])
    if known is None:
        return
    assert (found.codec, found.rules) == (known.codec, known.rules)
    whole, commit, size = dict(enumerate(known)), known.snapshot.commit, known.header.commit_length
    assert codes.items() <= whole.items()
    if commit:
        assert len(codes) >= commit.count or told or found.dropped
        raw, right = (each.disk.read(0, LONGEST) for each in (found, known))
        for at in (HEADER_LENGTH, HEADER_LENGTH + size) if known.snapshot.alike else ():
            mended = raw[:at] + right[at : at + size] + raw[at + size :]
            assert codes == whole or mended != right, "one copy of the commit is enough"


def seal_store(data: bytes) -> bytes:
    """The same with right checksums, as far as the header says where they are."""
    head = data[: HEADER.size]
    sealed = bytearray(head + CHECKSUM.pack(crc32(head)) + data[HEADER_LENGTH:])
    try:
        header = Header.parse(bytes(sealed[:HEADER_LENGTH]))
    except NoughtsError:
        return bytes(sealed)

    def seal(at: int, end: int) -> None:
        if end + CHECKSUM.size <= len(sealed):
            sealed[end : end + CHECKSUM.size] = CHECKSUM.pack(crc32(sealed[at:end], header.seed))

    for end in range(HEADER_LENGTH + header.commit_length, header.start + 1, header.commit_length):
        seal(end - header.commit_length, end - CHECKSUM.size)
    for block in range(min((len(data) - header.start) // header.stride, 99)):
        at, trailer = header.codes_at(block), header.trailer_at(block)
        packed = sealed[at : at + header.packing.bytes_for(header.full)]
        sealed[trailer + 8 : trailer + TRAILER.size] = CHECKSUM.pack(crc32(packed))
        seal(trailer, trailer + TRAILER.size)
    return bytes(sealed)


def seal_end(data: bytes, begin: int = 0) -> bytes:
    """The same with a right checksum in its last four bytes, of all from `begin` to them."""
    return data[:-4] + struct.pack("<I", crc32(data[begin:-4]))


def read_table(path: Path) -> Reading:
    """A table in a file."""
    yield from scores(TableFile(path, SMALL))


def scores(found: StoredTable) -> Reading:
    """A table: a position is refused, or has its score."""
    known: StoredTable | None = yield found
    with suppress(TableFileError):
        assert None not in [found.get(code) for code in found]
    if known is not None:
        assert (found.positions, found.classes) == (known.positions, known.classes)
        for code in known:
            with suppress(TableFileError):
                assert found.get(code) == known.get(code)


def seal_table(data: bytes) -> bytes:
    """The same with right checksums, as long as the blocks are where the seed has them."""
    seed = TableFile(WRITTEN / "2,2,2.table", SMALL)
    at = data.find(b"\n") + 1 + 4 * sum(each.blocks for each in seed.sections.values())
    checks = [crc32(data[:at])]
    for each in seed.sections.values():
        for _ in range(each.blocks):
            checks.append(crc32(data[at : at + each.size]))
            at += each.size
    return data[:at] + struct.pack(f"<{len(checks)}I", *checks)


def read_certificate(data: bytes) -> Reading:
    """A certificate; a claim that is accepted is true."""
    claim = check(data.decode(errors="replace").splitlines(keepends=True), table)
    yield
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


def certificates(*names: str) -> list[bytes]:
    """Certificates that are kept."""
    return [(DATA / name).read_bytes() for name in names]


def stores() -> list[bytes]:
    """Small stores of both versions."""
    paths = sorted(path for path in DATA.glob("v0.*/*.noughts") if path.stat().st_size < 1 << 16)
    return [path.read_bytes() for path in paths]


def read_agent(path: Path) -> Reading:
    """An agent: it moves, and has what learning gives and what it had."""
    found = load_agent(path)
    known: Agent | None = yield found
    assert sum(found.probabilities(Position(rules=found.rules)).values()) == 1
    for name, numbers in found.tables().items():
        least, most = LEARNT[name]
        assert ((least <= numbers) & (numbers <= most)).all()
    assert known is None or learnt(found) == learnt(known)


def learnt(agent: Agent) -> list[object]:
    """All that an agent is."""
    tables = {name: numbers.tolist() for name, numbers in agent.tables().items()}
    return [agent.kind, agent.rules, agent.games, int(agent.stream[0]), agent.settings(), tables]


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


def read_parquet(path: Path) -> Reading:
    """A table in Parquet, of as many rows as it says: positions, but it cannot say which."""
    count = parquet.rows(path)
    codes = [code for part in parquet.read(path, "pair") for code in part.tolist()]
    yield
    assert len(codes) == count
    for each in codes:
        codec("pair").decode(each)


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
        [*JSON, b'"sets"'],
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
        certificates("v0.1/2,2,2-X.certificate", "v0.1/3,3,3-O.certificate"),
        [
            b"noughts certificate 1: ",
            b"99,99,9",
            b"X wins",
            b"O wins",
            b"O never loses",
            b"/",
            b"a1\n",
        ],
    ),
    Target(
        "tree",
        read_certificate,
        certificates(
            *(f"certificates/{name}.txt" for name in ("3,3,3-O", "3,3,2-X", "2x2x2,2-X")),
            *(
                f"certificates/{name}.txt"
                for name in ("4,4,3,misere-O", "3,3,3 after b2", "3,4,4-O")
            ),
        ),
        [
            *(b"noughts certificate 2: ", b"9,9,5", b"X wins", b"O wins", b"O never loses", b"- "),
            *(
                b"\n ",
                b"drawn, X by strategy stealing",
                b" pairs",
                b" weights",
                b" =2",
                b"/1",
                b"a1-b2",
            ),
            b" after a1:",
        ],
    ),
    Target(
        "misere",
        read_certificate,
        certificates(
            *(f"certificates/misere/{name},misere.txt" for name in ("1,9,3", "2x2x2,2", "3,3,3")),
            *(f"certificates/misere/{name}.txt" for name in ("2,5,3,misere after c1-O",)),
        ),
        [
            *(b"noughts certificate 3: ", b"3,3,2,misere", b"X wins", b"O wins", b"O never loses"),
            *(
                b"drawn",
                b"- ",
                b"\n ",
                b" pairs",
                b"reflect",
                b" =2",
                b"/1",
                b"a1-b2",
                b" after a1:",
            ),
        ],
    ),
]
