"""The members of a zip are views of it, and whatever else a zip may be is refused."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from noughts.errors import AgentError
from noughts.learn import load_agent
from noughts.learn.members import members

Entry = tuple[str, int, int]  # a member's name, where its head is, and the size of what it holds


def head(name: str, added: int = 0) -> bytes:
    """What stands before a member, with bytes added after its name."""
    return struct.pack("<4s22x2H", b"PK\3\4", len(name), added) + name.encode() + bytes(added)


def directory(body: bytes, *entries: Entry, packing: int = 0, wrong: int = 0) -> bytes:
    """The entries, with right checksums but for what is `wrong`."""
    found = b""
    for name, place, size in entries:
        checksum = zlib.crc32(body[place + len(head(name)) :][:size]) ^ wrong
        numbers = (packing, checksum, size, size, len(name), 0, 0, place)
        found += struct.pack("<4s6xH4x3L3H8xL", b"PK\1\2", *numbers) + name.encode()
    return found


def end(number: int, place: int, size: int = 0) -> bytes:
    """What a zip ends with: how many entries there are, where they begin, and their size."""
    return struct.pack("<4s6xH2L2x", b"PK\5\6", number, size, place)


def archive(body: bytes, *entries: Entry, packing: int = 0, wrong: int = 0) -> bytes:
    """A zip whose directory says of a body what it likes."""
    listed = directory(body, *entries, packing=packing, wrong=wrong)
    return body + listed + end(len(entries), len(body), len(listed))


A, B = (head(name) + bytes(100) for name in "ab")
WHOLE = archive(A + B, ("a", 0, 100), ("b", len(A), 100))
NESTED = head("a") + head("b") + bytes(100)  # the first holds the second
ADDED = head("a", added=len(B))[:31] + B  # what is added to the first is the second

REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "it ends too early"),
    "the end of an end": (WHOLE[-10:], "it ends too early"),
    "a text": (b"tic-tac-toe" * 10, "it is not a zip archive"),
    "a comment at the end": (WHOLE + b"comment", "it is not a zip archive"),
    "one within another": (
        archive(NESTED, ("a", 0, 131), ("b", 31, 100)),
        "'b' overlaps what is beside it",
    ),
    "one within what is added to another": (
        archive(ADDED, ("a", 0, 0), ("b", 31, 100)),
        "'b' overlaps",
    ),
    "one that holds the directory": (archive(A, ("a", 0, 140)), "'a' overlaps"),
    "one larger than the file": (archive(A, ("a", 0, 1 << 31)), "'a' overlaps"),
    "two in another order": (archive(A + B, ("b", len(A), 100), ("a", 0, 100)), "'a' overlaps"),
    "one name for two": (archive(A + A, ("a", 0, 100), ("a", len(A), 100)), "it has 'a' twice"),
    "one name 20,000 times": (archive(A, *[("a", 0, 100)] * 20_000), "it has 'a' twice"),
    "more entries than there are": (WHOLE[:-22] + end(3, 262), "it ends too early"),
    "entries at another place": (WHOLE[:-22] + end(2, 261), "its directory is damaged"),
    "a head at another place": (archive(A + B, ("a", 1, 100)), "its directory is damaged"),
    "a head beyond the end": (archive(A, ("a", 1 << 31, 0)), "it ends too early"),
    "packed": (archive(A, ("a", 0, 100), packing=8), "it is packed"),
    "another checksum": (archive(A, ("a", 0, 100), wrong=1), "the checksum of 'a' is wrong"),
    "more entries than a zip can say": (
        directory(b"", ("a", 0, 0)) * 66_000 + end(65_535, 0),
        "its directory is damaged",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_zip_that_numpy_would_not_write_is_refused(name: str, tmp_path: Path) -> None:
    content, why = REFUSED[name]
    with pytest.raises(ValueError, match=why):
        members(content)
    (tmp_path / "agent.npz").write_bytes(content)
    with pytest.raises(AgentError, match=f"not hold an agent, or is damaged: .*{why}"):
        load_agent(tmp_path / "agent.npz")


def test_members_are_views_of_the_zip_as_numpy_and_zipfile_write_it() -> None:
    held = {name: bytes(each) for name, each in members(WHOLE).items()}
    assert held == {"a": bytes(100), "b": bytes(100)}
    for save in (np.savez, zipped):
        file = io.BytesIO()
        save(file, about=np.arange(9), beads=np.zeros((3, 3)))
        content = file.getvalue()
        with zipfile.ZipFile(file) as expected:
            held = {name: expected.read(name) for name in ("about.npy", "beads.npy")}
        assert {name: bytes(each) for name, each in members(content).items()} == held
        assert all(each.obj is content for each in members(content).values())
    assert members(end(0, 0)) == {}


def zipped(file: io.BytesIO, **arrays: np.ndarray) -> None:
    """The same as `np.savez`, without the longer heads that it writes."""
    with zipfile.ZipFile(file, "w") as made:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.save(one, array)
            made.writestr(f"{name}.npy", one.getvalue())
