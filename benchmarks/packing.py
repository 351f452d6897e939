"""Packing in bulk and the store: `python benchmarks/packing.py` prints million codes a second.

Peers: plain NumPy; C++ by the block, with the same constants, which looks at every code or block
before it writes, as ours does, and the same without these checks; and a copy that reads and writes
as many bytes in all as the packing does.
Then the store in a file, beside what it is made of: packing, checksums and the bare file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt
from bench import machine, median_time, median_times, table
from packing_cpp import compiled

from noughts import store
from noughts.arrays.packing import code_dtype, pack, unpack
from noughts.codecs import CODECS
from noughts.codecs.packing import Packing

BLOCK = 1 << 18  # codes that stay in the cache
MANY = 100_000_000
CHOSEN = 1_000_000  # at random

PACKINGS = {
    "canonical, 5 in 6 bytes": Packing.best(765),
    "canonical, 10 bits": Packing.plain(10),
    "ordinal, 5 in 8 bytes": Packing.best(5478),
    "base3, 15 bits": Packing.plain(15),
    "base4, 18 bits": Packing.plain(18),
    "ternary cells, 5 a byte": Packing.best(3),
}

PEERS = ("ours", "C++", "unchecked", "NumPy", "copy")
COMPARED = ("C++", "unchecked", "copy")
STORED = ("canonical", "ordinal", "base4")

Codes = npt.NDArray[Any]


def pack_plainly(codes: Codes, packing: Packing) -> Codes:
    """By NumPy alone, for blocks of up to 8 bytes."""
    places = np.array([packing.size**item for item in range(packing.items)], np.uint64)
    numbers = codes.reshape(-1, packing.items).astype(np.uint64) @ places
    return numbers.view(np.uint8).reshape(-1, 8)[:, : packing.length].ravel()


def unpack_plainly(packed: Codes, packing: Packing) -> Codes:
    """By NumPy alone, for blocks of up to 8 bytes."""
    wide = np.zeros((len(packed) // packing.length, 8), np.uint8)
    wide[:, : packing.length] = packed.reshape(-1, packing.length)
    codes = np.empty((len(wide), packing.items), code_dtype(packing))
    numbers = wide.view(np.uint64).ravel()
    for item in range(packing.items):
        numbers, codes[:, item] = np.divmod(numbers, np.uint64(packing.size))
    return codes.ravel()


def packing_rows(name: str, packing: Packing, count: int) -> list[list[object]]:
    """Pack and unpack about so many codes."""
    blocks = count // (64 * packing.items) * 64  # whole groups
    count = blocks * packing.items
    codes = some_codes(packing.size, count)
    packed, back = pack(codes, packing), np.empty_like(codes)
    touched = (codes.nbytes + packed.nbytes) // 2
    source, target = np.ones(touched, np.uint8), np.zeros(touched, np.uint8)
    library, plainly = compiled(packing), packing.length <= 8

    def in_cpp(way: str, given: Codes, filled: Codes) -> dict[str, Callable[[], object]]:
        if library is None:
            return {}
        checked, bare = getattr(library, f"{way}_checked"), getattr(library, way)
        places = (given.ctypes.data, filled.ctypes.data, blocks)
        return {"C++": lambda: checked(*places), "unchecked": lambda: bare(*places)}

    ways: dict[str, dict[str, Callable[[], object]]] = {
        "pack": {"ours": lambda: pack(codes, packing, packed), **in_cpp("pack", codes, packed)},
        "unpack": {
            "ours": lambda: unpack(packed, packing, 0, count, back),
            **in_cpp("unpack", packed, back),
        },
    }
    if plainly:
        ways["pack"]["NumPy"] = lambda: pack_plainly(codes, packing)
        ways["unpack"]["NumPy"] = lambda: unpack_plainly(packed, packing)
    rows: list[list[object]] = []
    for way, works in ways.items():
        works["copy"] = lambda: np.copyto(target, source)
        rates = dict(zip(works, in_turns([*works.values()], count), strict=True))
        shares = [rates["ours"] / rates[peer] if peer in rates else "" for peer in COMPARED]
        rows.append([f"{way} {name}", count, *(rates.get(peer, "") for peer in PEERS), *shares])
    assert np.array_equal(unpack(packed, packing, 0, count), codes)
    assert np.array_equal(back, codes)
    return rows


def in_turns(works: list[Callable[[], object]], count: int) -> list[float]:
    """Million codes a second of each, where a call does so many."""
    turns = max(1, (1 << 24) // count)  # so that what is timed is long enough for the clock

    def repeated(work: Callable[[], object]) -> Callable[[], object]:
        return lambda: [work() for _ in range(turns)]

    return [count * turns / taken / 1e6 for taken in median_times([*map(repeated, works)], 11)]


def store_rows(name: str, many: int, folder: Path) -> tuple[list[object], list[object]]:
    """Writing and reading a file, each beside its parts."""
    codes = some_codes(CODECS[name].size, many)
    path, bare = folder / name, folder / "bare"

    def write() -> None:
        path.unlink(missing_ok=True)
        with store.create(path, name) as writer:
            writer.write_codes(codes)

    def timed(work: Callable[[], object], count: int = many) -> float:
        return count / median_time(work, 3) / 1e6

    def together(*rates: float) -> float:
        return 1 / sum(1 / rate for rate in rates)

    written = timed(write)
    reader = store.read(path)
    packing = reader.packing
    packed = pack(codes, packing)
    parts = [
        packed[at : at + reader.header.stride] for at in range(0, len(packed), reader.header.stride)
    ]
    back = np.empty_like(codes)
    items = np.random.default_rng(2).integers(0, many, CHOSEN)

    def copied() -> None:
        with path.open("rb", buffering=0) as file:
            for start in range(0, reader.size, reader.header.stride):
                os.pread(file.fileno(), reader.header.stride, start)

    def bare_file() -> None:
        with bare.open("wb", buffering=0) as file:
            for part in parts:
                file.write(part.data)
            os.fsync(file.fileno())

    packing_rate = timed(lambda: pack(codes, packing, packed))
    unpacking = timed(lambda: unpack(packed, packing, 0, many, back))
    checksums = timed(lambda: [crc32(part.data) for part in parts])
    file_rate = timed(bare_file)
    copying = timed(copied)
    first, again = timed(lambda: store.read(path)[:]), timed(lambda: reader[:])
    chosen = timed(lambda: reader[items], CHOSEN)
    return (
        [name, written, packing_rate, checksums, file_rate,
         together(packing_rate, checksums, file_rate)],
        [name, first, unpacking, checksums, copying,
         together(unpacking, checksums, copying), again, chosen],
    )  # fmt: skip


def some_codes(size: int, count: int) -> Codes:
    """Codes at random, of the narrowest dtype."""
    dtype = code_dtype(Packing.plain((size - 1).bit_length()))
    return np.random.default_rng(1).integers(0, size, count, dtype=dtype)


def first_result(cache: str) -> float:
    """How long a process takes to the bytes of its first code."""
    program = (
        "from noughts.arrays.packing import pack; from noughts.codecs.packing import Packing; "
        "pack([1], Packing.best(765))"
    )
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "NOUGHTS_CACHE": cache}, check=True
    )
    return time.perf_counter() - begin


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--codes", type=int, default=MANY, help="how many, beyond the cache")
    many = arguments.parse_args().codes
    print(machine(), end="\n\n")
    rows = [
        row
        for name, packing in PACKINGS.items()
        for count in (BLOCK, many)
        for row in packing_rows(name, packing, count)
    ]
    heads = ["million codes a second", "codes", *PEERS, *(f"of {peer}" for peer in COMPARED)]
    table([heads, *rows])
    with tempfile.TemporaryDirectory() as folder:
        pairs = [store_rows(name, many, Path(folder)) for name in STORED]
        written, read = zip(*pairs, strict=True)
        heads = ["store, written", "in all", "packing", "checksums", "file", "the three"]
        print()
        table([heads, *written])
        heads = [
            *("store, read", "in all", "unpacking", "checksums", "copy", "the three"),
            *("again", "at random"),
        ]
        print()
        table([heads, *read])
        print()
        rows = [["seconds to the first packed code"]]
        rows += [[when, f"{first_result(folder):.2f}"] for when in ("ever", "in a later process")]
        table(rows)


if __name__ == "__main__":
    main()
