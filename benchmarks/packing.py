"""Packing in bulk, and the store.

The peers of packing are plain NumPy; C++ block by block with the same constants, which checks every
code or block before it writes, as ours does; the same C++ without these checks; and a copy that
reads and writes as many bytes in all as the packing does. The store in a file is compared with its
parts: packing, checksums and plain file access.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any
from zlib import crc32

import measure
import numpy as np
import numpy.typing as npt
from measure import Contest, Work, scaled

from noughts import store
from noughts.arrays.packing import code_dtype, pack, unpack
from noughts.codecs import CODECS
from noughts.codecs.packing import Packing

MANY = 30_000_000
CHOSEN = 1_000_000  # codes that are read at random

Codes = npt.NDArray[Any]


def packing(way: str, size: int, items: int, count: int) -> Contest:
    """Pack or unpack `count` codes of `size` different numbers, in whole groups of blocks."""
    bits = (size - 1).bit_length()
    given = Packing.plain(bits) if size == 1 << bits else Packing.best(size)
    assert given.items == items
    blocks = max(64, scaled(count) // (64 * items) * 64)
    count = blocks * items
    codes = some_codes(size, count)
    packed, back = pack(codes, given), np.empty_like(codes)
    touched = (codes.nbytes + packed.nbytes) // 2
    source, target = np.ones(touched, np.uint8), np.zeros(touched, np.uint8)
    library = compiled(given)
    works: dict[str, Work] = {"copy": lambda: np.copyto(target, source)}
    if way == "pack":
        works["ours"] = lambda: pack(codes, given, packed)
        works["NumPy"] = lambda: pack_plainly(codes, given)
    else:
        works["ours"] = lambda: unpack(packed, given, 0, count, back)
        works["NumPy"] = lambda: unpack_plainly(packed, given)
    if given.length > 8:
        del works["NumPy"]
    if library is not None:
        taken, filled = (codes, packed) if way == "pack" else (packed, back)
        places = taken.ctypes.data, filled.ctypes.data, blocks
        checked, bare = getattr(library, f"{way}_checked"), getattr(library, way)
        works |= {"C++": lambda: checked(*places), "unchecked": lambda: bare(*places)}
    for work in works.values():
        work()
        assert np.array_equal(unpack(packed, given, 0, count), codes)
        assert way == "pack" or np.array_equal(back, codes) or work is works["copy"]
    turns = max(1, (1 << 24) // count) if not measure.short else 1  # long enough for the clock

    def repeated(work: Work) -> Work:
        return lambda: [work() for _ in range(turns)]

    return Contest({name: (count * turns, repeated(work)) for name, work in works.items()})


def some_codes(size: int, count: int) -> Codes:
    """Random codes, in the narrowest dtype."""
    dtype = code_dtype(Packing.plain((size - 1).bit_length()))
    return np.random.default_rng(1).integers(0, size, count, dtype=dtype)


def pack_plainly(codes: Codes, given: Packing) -> Codes:
    """Pack with NumPy alone, for blocks of up to 8 bytes."""
    places = np.array([given.size**item for item in range(given.items)], np.uint64)
    numbers = codes.reshape(-1, given.items).astype(np.uint64) @ places
    return numbers.view(np.uint8).reshape(-1, 8)[:, : given.length].ravel()


def unpack_plainly(packed: Codes, given: Packing) -> Codes:
    """Unpack with NumPy alone, for blocks of up to 8 bytes."""
    wide = np.zeros((len(packed) // given.length, 8), np.uint8)
    wide[:, : given.length] = packed.reshape(-1, given.length)
    codes = np.empty((len(wide), given.items), code_dtype(given))
    numbers = wide.view(np.uint64).ravel()
    for item in range(given.items):
        numbers, codes[:, item] = np.divmod(numbers, np.uint64(given.size))
    return codes.ravel()


def compiled(given: Packing) -> Any:
    """`pack(codes, bytes, blocks)`, `unpack(bytes, codes, blocks)`, and both checked; or None."""
    bits = (given.size - 1).bit_length()
    shared = gcd(bits, 64)
    library = measure.peer(
        "PACKING", CODE=f"{code_dtype(given)}_t", ITEMS=given.items, LENGTH=given.length,
        SIZE=f"{given.size}ull", BITS=bits if given.size == 1 << bits else 0,
        GROUP=64 // shared, WORDS=bits // shared, MOST=f"{given.size**given.items - 1}ull",
    )  # fmt: skip
    if library is not None:
        import ctypes

        for name in ("pack", "unpack", "pack_checked", "unpack_checked"):
            getattr(library, name).argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    return library


# The store.


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    """The folder for the files of the store."""
    return tempfile.TemporaryDirectory(prefix="noughts-bench-")


def write(path: Path, codes: Codes) -> None:
    """Write a file with the name of its codec."""
    path.unlink(missing_ok=True)
    with store.create(path, path.name) as writer:
        writer.write_codes(codes)


def stored(name: str) -> tuple[Path, Codes]:
    """A store of random codes, written anew."""
    path, codes = Path(folder().name) / name, some_codes(CODECS[name].size, scaled(MANY))
    write(path, codes)
    return path, codes


def parts_of(path: Path, codes: Codes) -> tuple[Codes, list[Codes]]:
    """The packed codes as a whole, and split into the blocks of the file."""
    reader = store.read(path)
    packed, stride = pack(codes, reader.packing), reader.header.stride
    return packed, [packed[at : at + stride] for at in range(0, len(packed), stride)]


def written(name: str) -> Contest:
    """Writing a file, beside the parts of this work."""
    path, codes = stored(name)
    given, (packed, parts) = store.read(path).packing, parts_of(path, codes)

    def bare_file() -> None:
        with path.with_suffix(".bare").open("wb", buffering=0) as file:
            for part in parts:
                file.write(part.data)
            os.fsync(file.fileno())

    works: dict[str, Work] = {
        "in all": lambda: write(path, codes),
        "packing": lambda: pack(codes, given, packed),
        "checksums": lambda: [crc32(part.data) for part in parts],
        "file": bare_file,
    }
    return Contest({name: (len(codes), work) for name, work in works.items()})


def read(name: str) -> Contest:
    """Reading a file for the first time and again, the parts of this work, and random codes."""
    path, codes = stored(name)
    reader, (packed, parts) = store.read(path), parts_of(path, codes)
    many, back = len(codes), np.empty_like(codes)
    items = np.random.default_rng(2).integers(0, many, scaled(CHOSEN))
    return Contest({
        "in all": (many, lambda: store.read(path)[:]),
        "unpacking": (many, lambda: unpack(packed, reader.packing, 0, many, back)),
        "checksums": (many, lambda: [crc32(part.data) for part in parts]),
        "again": (many, lambda: reader[:]),
        "at random": (len(items), lambda: reader[items]),
    })  # fmt: skip
