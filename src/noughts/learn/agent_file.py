"""Agents in files: NumPy's `.npz`, a zip archive of uncompressed arrays.

    about        JSON, as bytes: the format, the kind, the board, the settings, games, random state
    beads, or values and visits         the learned state

A file is never trusted. Nothing in it is unpickled or decompressed. The names, types and shapes of
its arrays are checked before the agent takes their values, and a file is refused if it has values
that learning never gives on its board.

The layout of the archive:

    members         one after another, each a header and its content
    directory       an entry for each member: its name, checksum, size and place
    end             the number of entries, and where they begin

This module reads the archive itself. Python's `zipfile` would create an object for every entry,
even for a million, before it gave the number of entries, and some versions of it read members that
overlap.
"""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from noughts.core.message_text import quoted, shortened
from noughts.core.rules import Rules, as_rules
from noughts.errors import AgentError
from noughts.kernels.dtypes import Array
from noughts.learn.agent import Agent
from noughts.learn.menace import Menace
from noughts.learn.tabular import METHODS, Tabular
from noughts.players.agent_constants import ABOUT_BYTES, AGENT_BYTES, FORMAT
from noughts.system.files import checked_path, replacing

HEAD = struct.Struct("<4s22x2H")  # its mark; the lengths of the name and of the extra field
ENTRY = struct.Struct("<4s6xH4xL4xL3H8xL")  # mark, packing, checksum, size; three lengths; place
END = struct.Struct("<4s6xH4xL2x")  # its mark, the number of entries and their place
MARKS = (b"PK\1\2", b"PK\3\4")  # the marks of an entry and of a header


def members(content: bytes) -> dict[str, memoryview]:
    """The members' contents by name, as views of `content` that do not overlap.

    Raises `ValueError` for anything other than an archive in this layout.
    """
    view, found, free = memoryview(content), {}, 0
    end, number, directory = _read(END, view, max(len(view) - END.size, 0))
    if end != b"PK\5\6":
        raise ValueError("it is not a zip archive")
    at = directory
    for _ in range(number):
        entry, packing, checksum, size, named, *added, place = _read(ENTRY, view, at)
        name = str(view[at + ENTRY.size :][:named], "latin-1")
        at += ENTRY.size + named + sum(added)
        head, *lengths = _read(HEAD, view, place)
        if (entry, head) != MARKS:
            raise ValueError("its directory is damaged")
        if packing:
            raise ValueError("it is packed")
        if name in found:
            raise ValueError(f"it has {quoted(name)} twice")
        begin = place + HEAD.size + sum(lengths)
        if place < free or begin + size > directory:
            raise ValueError(f"{quoted(name)} overlaps what is beside it")
        free = begin + size
        found[name] = view[begin:free]
        if zlib.crc32(found[name]) != checksum:
            raise ValueError(f"the checksum of {quoted(name)} is wrong")
    return found


def _read(of: struct.Struct, view: memoryview, at: int) -> tuple[Any, ...]:
    if at + of.size > len(view):
        raise ValueError("it ends too early")
    return of.unpack_from(view, at)


HEADER_BYTES = 1 << 14  # the longest header of an array; NumPy's own limit is lower
DAMAGED = "does not hold an agent, or is damaged"
KINDS: dict[str, Callable[..., Agent]] = {
    Menace.kind: Menace,
    **dict.fromkeys(METHODS, Tabular),
}
FIELDS = {"format", "kind", "board", "settings", "games", "stream"}


def save_agent(agent: Agent, path: str | os.PathLike[str]) -> None:
    """Write an agent to a file, completely or not at all. An existing file is replaced.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_agent(Menace(), Path(folder) / "menace.npz")
    ...     load_agent(Path(folder) / "menace.npz").boxes
    304
    """
    about = {
        "format": FORMAT,
        "kind": agent.kind,
        "board": str(agent.rules),
        "settings": agent.settings(),
        "games": agent.games,
        "stream": int(agent.stream[0]),
    }
    written = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with replacing(path, sync=True) as part, part.open("wb") as file:
        np.savez(file, about=written, **agent.tables())  # type: ignore[arg-type] # arrays by name


def load_agent(
    path: str | os.PathLike[str], rules: Rules | str | None = None, seed: int | None = None
) -> Any:
    """Read an agent from a file. Returns a `Menace` or a `Tabular`.

    If `rules` are given, the agent's board must be the same.

    If the agent goes on learning, it continues the stream of random numbers that the file stores.
    `seed` determines the moves that it chooses as a player, outside training.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_agent(Menace("2,3,3"), Path(folder) / "menace.npz")
    ...     load_agent(Path(folder) / "menace.npz", "2,3,3").rules
    Rules(rows=2, cols=3, k=3, misere=False)

    Raises `AgentError` for a file that is damaged, does not hold an agent, or holds an agent for a
    board other than `rules`, and `OSError` for a file that cannot be read.
    """
    name = shortened(os.fspath(path))
    stored = _stored(Path(checked_path(path)), name)
    agent = _made(stored.pop("about.npy", None), name, seed)
    if rules is not None and agent.rules != as_rules(rules):
        raise AgentError(f"{name} has learnt {agent.rules}, not {as_rules(rules)}")
    tables = agent.tables()
    wanted = {f"{each}.npy": each for each in tables}
    if stored.keys() != wanted.keys():
        _refuse(name, f"has {quoted(sorted(stored))}, not {sorted(wanted)}")
    arrays = {each: _array(stored[member], name) for member, each in wanted.items()}
    for each, table in tables.items():
        given = arrays[each]
        if given.dtype != table.dtype or given.shape != table.shape:
            _refuse(
                name,
                f"has {each} of {given.dtype} {list(given.shape)}, not {table.dtype} "
                f"{list(table.shape)}",
            )
    if agent.flawed(arrays):
        _refuse(name, "has numbers that learning never gives")
    for each, table in tables.items():
        table[...] = arrays[each]
    return agent


def _stored(path: Path, name: str) -> dict[str, memoryview]:
    """The members of a file by name. The file's size is checked first."""
    with path.open("rb") as file:
        content = file.read(AGENT_BYTES + 1)
    if len(content) > AGENT_BYTES:
        _refuse(name, f"is larger than {AGENT_BYTES:,} bytes")
    try:
        return members(content)
    except ValueError as error:
        raise AgentError(f"{name} {DAMAGED}: {error}") from error


def _array(content: memoryview, name: str) -> Array:
    """The array in a member in NumPy's format. The shape in its header must match its data."""
    file = io.BytesIO(content[:HEADER_BYTES])
    try:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError("an array in it is not of NumPy's format 1.0")
        shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
        if by_columns:
            raise ValueError("an array in it lies column by column")
        return np.frombuffer(content, dtype, offset=file.tell()).reshape(shape)
    except Exception as error:  # NumPy raises many types, and documents no list
        raise AgentError(f"{name} {DAMAGED}: {shortened(str(error))}") from error


def _made(stored: memoryview | None, name: str, seed: int | None) -> Agent:
    """A new agent, as a file's `about` describes it. The caller fills in its learned state."""
    written = None if stored is None else _array(stored, name)
    if written is None or written.dtype != np.uint8 or written.size > ABOUT_BYTES:
        _refuse(name, "does not say what it holds")
    try:
        about = json.loads(written.tobytes())
        if not isinstance(about, dict) or about.keys() != FIELDS or about["format"] != FORMAT:
            _refuse(name, f"is not of the format {FORMAT!r}")
        games, state = about["games"], about["stream"]
        if not all(type(number) is int and number >= 0 for number in (games, state)):
            _refuse(name, "has counts that are not whole numbers")
        board = as_rules(about["board"])
        agent = KINDS[about["kind"]](rules=board, seed=seed, **about["settings"])
        agent.games, agent.stream[0] = games, state
    except AgentError:
        raise
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        why = shortened(str(error))
        raise AgentError(f"{name} does not say which agent it holds: {why}") from error
    return agent


def _refuse(name: str, why: str) -> NoReturn:
    raise AgentError(f"{name} {DAMAGED}: it {why}")
