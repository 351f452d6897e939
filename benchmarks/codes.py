"""Positions in bulk: codes, canonical forms, rules and values, and the gain from recording.

Contenders read and write the same arrays, on one core. C++ is the same expression or the same
table, compiled for this processor. It checks for invalid codes as the library does; `C++ bare` does
not check. NumPy runs the library's bit expressions as they are, without checks. The copy moves as
many bytes as an item reads and writes.
"""

from __future__ import annotations

import ctypes
import os
import tempfile
import time
from functools import cache
from typing import Any
from unittest.mock import patch

import measure
import numba
import numpy as np
import numpy.typing as npt
from measure import Contest, Work, scaled

from noughts import TICTACTOE, Rules, codecs
from noughts.arrays import Positions, canonical
from noughts.arrays.coding import api as coding
from noughts.arrays.coding.expressions import checked_sides
from noughts.arrays.coding.lookup import tables
from noughts.core import bits, move_bits
from noughts.core.bits import line_starts
from noughts.emit.c import C
from noughts.emit.module import Function
from noughts.emit.python import Numba, lane_width
from noughts.expressions.trace import Trace
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import table
from noughts.solver.tables.table_file import path_of

COUNT = 10_000_000
ALONE = 10_000  # positions that are looked up one by one
LANES = 65_536
BOARD = TICTACTOE.board


@cache
def boards() -> Positions:
    """Positions from random games of 3x3, each stopped at a random ply."""
    kinds = np.random.default_rng(1).choice(np.arange(5478), scaled(COUNT))
    return coding.decode(kinds, "ordinal")  # type: ignore[no-any-return]


def bulk(what: str, name: str = "") -> Contest:
    """Encoding or decoding by a codec, or a computation on positions."""
    positions = boards()
    if not name:
        ways, size = worked_out(what, positions)
    else:
        has_cells = hasattr(codecs.codec(name), "encode_bits")
        ways, size = (by_expression if has_cells else by_table)(what, name, positions)
    source = np.ones(len(positions) * size // 2, np.uint8)
    target = np.zeros_like(source)
    works = {**ways, "copy": lambda: np.copyto(target, source)}
    return Contest({name: (len(positions), work) for name, work in works.items()})


def by_expression(way: str, name: str, positions: Positions) -> tuple[dict[str, Work | None], int]:
    """Contenders for a codec with addressable cells."""
    x, o = positions.x, positions.o
    codec: Any = codecs.codec(name)
    codes = coding.encode(positions, name)
    wide = codes.astype(np.uint32)  # `base3` is computed from `base4`, which needs the bits
    sides = np.empty_like(x), np.empty_like(o)
    size = 4 + codes.itemsize
    if way == "encode":
        trace = Trace(codec.encode_bits, x=BOARD, o=BOARD)
        return {
            "noughts": lambda: coding.encode(positions, name, codes),
            "C++": recorded(trace, (x, o), (np.empty_like(wide),)),
            "NumPy": lambda: codec.encode_bits(x.astype(np.uint32), o.astype(np.uint32)),
        }, size
    checked = Trace(checked_sides(codec), code=(1 << 8 * codes.itemsize) - 1)
    bare = Trace(codec.decode_bits, code=(1 << codec.bits) - 1)
    return {
        "noughts": lambda: coding.decode(codes, name, out=sides),
        "C++": recorded(checked, (codes,), sides, checks=True),
        "NumPy": lambda: codec.decode_bits(wide),
        "C++ bare": recorded(bare, (codes,), sides),
    }, size


def by_table(way: str, name: str, positions: Positions) -> tuple[dict[str, Work | None], int]:
    """Contenders for a codec that numbers positions."""
    x, o = positions.x, positions.o
    codes = coding.encode(positions, name)
    numbers, pairs = tables(codecs.codec(name))
    sides = np.empty_like(x), np.empty_like(o)
    if way == "encode":
        body = "const auto code = in2[in0[i] | in1[i] << 9]; out0[i] = code;"
        return {
            "noughts": lambda: coding.encode(positions, name, codes),
            "C++": native(body + join("code"), (x, o, numbers), (codes,)),
            "NumPy": lambda: numbers[x | o.astype(np.uint32) << 9],
        }, 6
    body = "const auto pair = in1[in0[i]]; out0[i] = pair & 511; out1[i] = pair >> 9;"
    return {
        "noughts": lambda: coding.decode(codes, name, out=sides),
        "C++": native(body + join("pair"), (codes, pairs), sides),
        "NumPy": lambda: (pairs[codes] & 511, pairs[codes] >> 9),
    }, 6


def join(name: str) -> str:
    """The C++ code that checks the codes of a table."""
    return f"joined = std::max<uint64_t>(joined, {name});"


def worked_out(what: str, positions: Positions) -> tuple[dict[str, Work | None], int]:
    """Contenders for the canonical form, and for functions of the rules."""
    x, o = positions.x, positions.o
    if what == "canonical form":
        wide = x.astype(np.uint32), o.astype(np.uint32)
        outs = np.empty_like(x), np.empty_like(o)

        def images(x: Any, o: Any) -> Any:
            return canonical.images_of(x, o, TICTACTOE, 1)

        return {
            "noughts": positions.canonical,
            "C++": recorded(Trace(images, x=BOARD, o=BOARD), wide, outs),
            "NumPy": lambda: np.minimum.reduce(images(*wide)),
        }, 8
    of: dict[str, tuple[Any, ...]] = {
        "legal cells": (positions.legal, bits.legal_cells, x.dtype, 6),
        "outcomes": (positions.outcomes, move_bits.result, np.uint8, 5),
    }
    method, rule, dtype, size = of[what]
    trace = Trace(lambda x, o: rule(x, o, TICTACTOE), x=BOARD, o=BOARD)
    return {
        "noughts": method,
        "C++": recorded(trace, (x, o), (np.empty(len(x), dtype),)),
        "NumPy": lambda: rule(x, o, TICTACTOE),
    }, size


def recorded(trace: Trace, ins: Any, outs: Any, checks: bool = False) -> Work | None:
    """The recorded expression as a C++ loop over these arrays, with the least of several results.

    With `checks`, the last result flags invalid items, and is combined over all items.
    """
    c = C()
    c.bits = 8 * max(array.itemsize for array in (*ins, *outs))
    named, results = c.body(trace)
    word = f"uint{c.bits}_t"
    parts = [f"const {word} {name} = in{i}[i];" for i, name in enumerate(trace.parameters)]
    parts += [f"const {word} {name} = {value};" for name, value in named]
    if checks:
        *results, wrong = results
        parts.append(f"joined |= {wrong};")
    if len(results) > len(outs):  # the images of a position
        parts += [f"{word} least = {results[0]};"]
        parts += [f"least = std::min<{word}>(least, {image});" for image in results[1:]]
        results = [f"least & {BOARD}u", f"least >> {TICTACTOE.cells}u"]
    parts += [f"out{i}[i] = {result};" for i, result in enumerate(results)]
    return native("\n".join(parts), ins, outs)


def native(body: str, ins: Any, outs: Any) -> Work | None:
    """A C++ loop whose `body` reads `in0[i]` and so on, and writes `out0[i]`."""
    arrays = [f"const uint{8 * a.itemsize}_t* __restrict in{i}" for i, a in enumerate(ins)]
    arrays += [f"uint{8 * a.itemsize}_t* __restrict out{i}" for i, a in enumerate(outs)]
    library = measure.cpp(
        "#include <algorithm>\n#include <cstdint>\nuint64_t seen;\n"
        f'extern "C" void work(long n, {", ".join(arrays)}) {{\n'
        f"uint64_t joined = 0;\nfor (long i = 0; i < n; i++) {{\n{body}\n}}\nseen = joined;\n}}\n"
    )
    if library is None:
        return None
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*ins, *outs)]
    count = ctypes.c_long(len(outs[0]))
    return lambda: (ins, outs, library.work(count, *pointers))


# Values of a board whose table is in a file.


def values() -> Contest:
    """Values of 4x4, beside random reads of the file's bytes, and a table in memory."""
    rules, count = Rules(4, 4, 4), scaled(COUNT)
    positions = random_boards(rules, count)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, NOUGHTS_CACHE=folder),
    ):
        write_table(rules, path_of(rules))
        solved = table(rules)  # kept from now on
        content = np.fromfile(path_of(rules), np.int8)
        positions[:1].values()  # compiles the loop, or reads it from the cache
        begin = time.perf_counter()
        positions.values()
    first = time.perf_counter() - begin
    places = np.random.default_rng(2).integers(0, len(content), count)
    alone = [*positions[:ALONE]]
    print(f"{count:,} positions of {rules}, one core; a file of {len(content):,} bytes, whose")
    print(f"blocks the first values() checked, in {first:.2f} s")
    return Contest({
        "values()": (count, positions.values),
        "remoteness()": (count, positions.remoteness),
        "best_moves()": (count, positions.best_moves),
        "bytes at random": (count, lambda: content[places]),
        "one by one": (len(alone), lambda: [solved.score(position) for position in alone]),
    })  # fmt: skip


def random_boards(rules: Rules, count: int) -> Positions:
    """Boards of random stones without a line, so that the stones may be played in any order."""
    chance = np.random.default_rng(1)
    kinds = scaled(1_000_000)  # far more than fit into a cache
    cells = chance.permuted(np.tile(np.arange(rules.cells), (kinds, 1)), axis=1)
    plies = chance.integers(0, rules.cells + 1, kinds)
    x, o = np.zeros((2, kinds), np.uint16)
    for ply in range(rules.cells):
        side: npt.NDArray[Any] = o if ply % 2 else x
        side |= (plies > ply) * (1 << cells[:, ply]).astype(np.uint16)
    chosen = chance.choice(
        np.flatnonzero((line_starts(x, rules) | line_starts(o, rules)) == 0), count
    )
    return Positions(x[chosen], o[chosen], rules)


# The gain from recording: the generated loop, compiled by Numba, beside the same function on NumPy.


def emitted(text: str) -> Contest:
    """Lines of boards whose arrays stay in the second-level cache."""
    rules = Rules.parse(text)
    trace = Trace(lambda stones: bits.line_starts(stones, rules), stones=rules.board)
    lane = f"uint{lane_width(trace)}"
    draw = np.random.default_rng(1)
    stones = draw.integers(0, rules.board, LANES, dtype=lane, endpoint=True)
    out = np.empty_like(stones)

    def plainly() -> Any:
        return bits.line_starts(stones, rules)

    scope: dict[str, Any] = {f"u{lane_width(trace)}": getattr(np, lane)}
    exec("\n".join(Numba().loop(Function("line_starts", "", trace))), scope)
    loop = numba.njit(scope["line_starts"])
    loop(stones, out)  # compiled here
    assert (out == plainly()).all()
    print(f"{text}: {lane}, {len(trace)} operations")
    return Contest({"NumPy": (LANES, plainly), "loop": (LANES, lambda: loop(stones, out))})
