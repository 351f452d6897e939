"""What is saved is read again, and nothing that is damaged, foreign or made up."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Position
from noughts.errors import AgentError
from noughts.learn import Agent, Menace, Tabular, load_agent, save_agent
from noughts.learn.agent_file import members

pytestmark = pytest.mark.plain


def learnt(kind: str) -> Agent:
    agent: Agent = Menace("2,3,3", seed=1) if kind == "menace" else Tabular(kind, "2,3,3", seed=1)
    agent.train(20, "random")  # type: ignore[attr-defined] # both have it
    return agent


@pytest.mark.parametrize("kind", ["menace", "q", "sarsa", "td", "mc"])
def test_an_agent_is_read_as_it_was_and_goes_on_as_it_would_have(kind: str, tmp_path: Path) -> None:
    agent, path = learnt(kind), tmp_path / "agent.npz"
    save_agent(agent, path)
    again = load_agent(path, "2,3,3", seed=3)
    assert (again.kind, again.games, again.settings()) == (kind, 20, agent.settings())
    assert again.train(30, "random").tolist() == agent.train(30, "random").tolist()  # type: ignore[attr-defined] # both have it
    for name, table in agent.tables().items():
        assert (again.tables()[name] == table).all()
    start = Position(rules=agent.rules)
    assert again.probabilities(start) == agent.probabilities(start)


def test_one_from_another_board_is_refused(tmp_path: Path) -> None:
    save_agent(learnt("q"), tmp_path / "agent.npz")
    with pytest.raises(AgentError, match=r"agent.npz has learnt 2,3,3, not 3,3,3"):
        load_agent(tmp_path / "agent.npz", "3,3,3")


@pytest.mark.parametrize("kind", ["menace", "td"])
def test_every_damaged_byte_is_noticed_or_does_not_matter(kind: str, tmp_path: Path) -> None:
    agent, path = learnt(kind), tmp_path / "agent.npz"
    save_agent(agent, path)
    whole = path.read_bytes()
    for at in range(0, len(whole), max(len(whole) // 150, 1)):
        for data in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]):
            path.write_bytes(data)
            try:
                again = load_agent(path)
            except AgentError:
                continue
            # Only what nothing is read from: dates, and what is said twice.
            for name, table in agent.tables().items():
                assert (again.tables()[name] == table).all()


def written(path: Path, about: Any = None, **arrays: Any) -> Path:
    """A file that is whole, with other things in it."""
    agent = learnt("q")
    right = {
        "format": "noughts agent 1",
        "kind": "q",
        "board": "2,3,3",
        "settings": agent.settings(),
        "games": 20,
        "stream": 7,
    }
    said = right | about if isinstance(about, dict) else about or right
    text = said if isinstance(said, bytes) else json.dumps(said).encode()
    tables = {"about": np.frombuffer(text, np.uint8), **agent.tables(), **arrays}
    np.savez(path, **{name: each for name, each in tables.items() if each is not None})
    return path


def nan(agent: Agent) -> Any:
    values = agent.tables()["values"].copy()
    values[0, 0] = np.nan
    return values


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no about": ({"about": None}, "does not say what it holds"),
    "not JSON": ({"about": b"{"}, "does not say which agent"),
    "deep JSON": ({"about": b"[" * 60_000}, "does not say which agent"),
    "not an object": ({"about": b"[]"}, "is not of the format"),
    "format": ({"about": {"format": "noughts agent 2"}}, "is not of the format 'noughts agent 1'"),
    "kind": ({"about": {"kind": "dqn"}}, "does not say which agent"),
    "kind of a type": ({"about": {"kind": []}}, "does not say which agent"),
    "board": ({"about": {"board": "3,3,4"}}, "does not say which agent"),
    "board of a type": ({"about": {"board": 3}}, "does not say which agent"),
    "large board": ({"about": {"board": "19,19,5"}}, "does not say which agent"),
    "settings": ({"about": {"settings": {"speed": 3}}}, "does not say which agent"),
    "rate": ({"about": {"settings": {"rate": 7}}}, "does not say which agent"),
    "games": ({"about": {"games": -1}}, "counts that are not whole numbers"),
    "stream": ({"about": {"stream": 1 << 64}}, "does not say which agent"),
    "another board": ({"about": {"board": "2,2,2"}}, r"has values of float32 \[.*\], not"),
    "a table less": ({"visits": None}, "has .*, not"),
    "a table more": ({"beads": np.zeros(1)}, "has .*, not"),
    "dtype": ({"values": np.zeros((3, 3))}, "has values of float64"),
    "nan": ({"values": nan(learnt("q"))}, "numbers that learning never gives"),
    "objects": ({"values": np.array([{}], object)}, "does not hold an agent"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_whole_file_that_holds_something_else_is_refused(name: str, tmp_path: Path) -> None:
    given, message = WRONG[name]
    about = given.get("about", "given")
    rest = {key: value for key, value in given.items() if key != "about"}
    if about is None:
        path = written(tmp_path / "agent.npz", about=None, about_=None)
        with np.load(path) as stored:
            tables = {key: stored[key] for key in stored.files if key != "about"}
        np.savez(path, **tables)
    else:
        path = written(tmp_path / "agent.npz", None if about == "given" else about, **rest)
    with pytest.raises(AgentError, match=message):
        load_agent(path)


@pytest.mark.parametrize("beads", [-1, 1 << 28])
def test_beads_that_learning_never_gives_are_refused(beads: int, tmp_path: Path) -> None:
    agent = Menace("2,3,3")
    agent.tables()["beads"][0, 0] = beads
    save_agent(agent, tmp_path / "agent.npz")
    with pytest.raises(AgentError, match="numbers that learning never gives"):
        load_agent(tmp_path / "agent.npz")


def test_a_member_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "agent.npz", "w") as members:
        members.writestr("about.npy", b"once")
        with pytest.warns(UserWarning, match="Duplicate name"):
            members.writestr("about.npy", b"again")
    with pytest.raises(AgentError, match=r"it has 'about\.npy' twice"):
        load_agent(tmp_path / "agent.npz")


def test_a_packed_file_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "agent.npz"
    np.savez_compressed(path, values=np.zeros(1000))
    with pytest.raises(AgentError, match="is packed"):
        load_agent(path)


@pytest.mark.parametrize("more", ["more.npy", "values", "values.NPY", "about"])
def test_a_member_that_no_agent_has_is_refused_and_not_read(more: str, tmp_path: Path) -> None:
    path = written(tmp_path / "agent.npz")
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(more, b"not an array")
    with pytest.raises(
        AgentError, match=rf"it has \[.*'{more}'.*\], not \['values.npy', 'visits.npy'"
    ):
        load_agent(path)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.learn.agent_file.AGENT_BYTES", 100)
    with pytest.raises(AgentError, match="is larger than 100 bytes"):
        load_agent(written(tmp_path / "agent.npz"))


def test_an_array_of_another_format_is_refused(tmp_path: Path) -> None:
    path, array = tmp_path / "agent.npz", io.BytesIO()
    np.lib.format.write_array(array, np.zeros(3), version=(2, 0))
    with zipfile.ZipFile(path, "w") as members:
        members.writestr("about.npy", array.getvalue())
    with pytest.raises(AgentError, match=r"not of NumPy's format 1\.0"):
        load_agent(path)


def test_an_array_that_lies_column_by_column_is_refused(tmp_path: Path) -> None:
    agent, path = Menace("2,3,3"), tmp_path / "agent.npz"
    save_agent(agent, path)
    about = np.load(path)["about"]
    np.savez(path, about=about, beads=np.asfortranarray(agent.tables()["beads"]))
    with pytest.raises(AgentError, match="lies column by column"):
        load_agent(path)


def test_a_size_that_is_made_up_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "agent.npz"
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (1 << 50,)}
    )
    with zipfile.ZipFile(path, "w") as members:
        members.writestr("about.npy", header.getvalue())
    with pytest.raises(AgentError, match="does not hold an agent, or is damaged: cannot reshape"):
        load_agent(path)


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_agent(tmp_path / "agent.npz")


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
