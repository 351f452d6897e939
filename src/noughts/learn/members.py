"""The members of a zip that stores them as they are, as NumPy writes `.npz`.

    members         one after the other, each a head and what it holds
    directory       an entry for each: its name, its checksum, how large it is and where
    end             how many entries there are, and where they begin

Python's `zipfile` would make an object of each of a million entries before it says how many there
are, and some of its versions read members that overlap.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

from noughts.core.quoting import quoted

HEAD = struct.Struct("<4s22x2H")  # its mark; the lengths of the name and of what is added to it
ENTRY = struct.Struct("<4s6xH4xL4xL3H8xL")  # mark, packing, checksum, size; three lengths; place
END = struct.Struct("<4s6xH4xL2x")  # its mark, the number of entries and their place
MARKS = (b"PK\1\2", b"PK\3\4")  # of an entry and of a head


def members(content: bytes) -> dict[str, memoryview]:
    """What the members hold, by name: views of `content`, no byte of which is in two of them.

    Raises `ValueError` for anything else than such a zip.
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
