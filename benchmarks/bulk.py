"""Positions in bulk: codecs, canonical forms and rules, beside C++, NumPy and a copy of the bytes.

Every column reads and writes the same arrays, on one core. C++ is the same expression or the same
table, compiled for this processor, and looks for codes that stand for nothing as the library does;
`C++ bare` does not look. NumPy runs the library's bit expressions as they are, unchecked; the copy
moves as many bytes as the row reads and writes.

    python benchmarks/bulk.py [POSITIONS]
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from bench import cpp, machine, median_times, table

from noughts import TICTACTOE, codecs
from noughts.arrays import Positions, canonical
from noughts.arrays.coding import api as coding
from noughts.arrays.coding.expressions import checked_sides
from noughts.arrays.coding.lookup import tables
from noughts.core import bits, play
from noughts.emit.c import C
from noughts.expressions.trace import Trace

COUNT = 10_000_000
REPEATS = 9
Work = Callable[[], Any]


class Row(NamedTuple):
    """The same job in several ways, and the bytes that an item of it reads and writes."""

    name: str
    ours: Work
    native: Work | None
    plain: Work | None
    size: int
    bare: Work | None = None


def random_boards(count: int) -> Positions:
    """Random games of 3x3, each stopped at a random ply."""
    chance = np.random.default_rng(1)
    kinds = np.arange(5478)
    return coding.decode(chance.choice(kinds, count), "ordinal")  # type: ignore[no-any-return]


def native_loop(
    trace: Trace, ins: tuple[Any, ...], outs: tuple[Any, ...], checks: bool = False
) -> Work | None:
    """The recorded expression as a C++ loop over these arrays; several results are the least of.

    With `checks`, the last result says what is wrong, and is joined over all items.
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
        cells = TICTACTOE.cells
        results = [f"least & {TICTACTOE.board}u", f"least >> {cells}u"]
    parts += [f"out{i}[i] = {result};" for i, result in enumerate(results)]
    return native("\n".join(parts), ins, outs)


def native(body: str, ins: tuple[Any, ...], outs: tuple[Any, ...]) -> Work | None:
    """A C++ loop whose `body` reads `in0[i]` and so on, and writes `out0[i]`."""
    arrays = [f"const uint{8 * a.itemsize}_t* __restrict in{i}" for i, a in enumerate(ins)]
    arrays += [f"uint{8 * a.itemsize}_t* __restrict out{i}" for i, a in enumerate(outs)]
    built = cpp(
        "#include <algorithm>\n#include <cstdint>\nuint64_t seen;\n"
        f'extern "C" void work(long n, {", ".join(arrays)}) {{\n'
        f"uint64_t joined = 0;\nfor (long i = 0; i < n; i++) {{\n{body}\n}}\nseen = joined;\n}}\n"
    )
    if built is None:
        return None
    work = ctypes.CDLL(str(built)).work
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*ins, *outs)]
    count = ctypes.c_long(len(outs[0]))
    return lambda: (ins, outs, work(count, *pointers))


def cell_rows(name: str, positions: Positions) -> list[Row]:
    """Encoding and decoding by a codec with addressable cells."""
    x, o = positions.x, positions.o
    codec: Any = codecs.codec(name)
    codes = coding.encode(positions, name)
    sides = (np.empty_like(x), np.empty_like(o))
    board = TICTACTOE.board
    encoded = Trace(codec.encode_bits, x=board, o=board)
    decoded = Trace(codec.decode_bits, code=(1 << codec.bits) - 1)
    checked = Trace(checked_sides(codec), code=(1 << 8 * codes.itemsize) - 1)
    wide = codes.astype(np.uint32)  # `base3` is made of `base4`, which needs the bits
    return [
        Row(
            f"encode {name}",
            lambda: coding.encode(positions, name, codes),
            native_loop(encoded, (x, o), (np.empty_like(wide),)),
            lambda: codec.encode_bits(x.astype(np.uint32), o.astype(np.uint32)),
            4 + codes.itemsize,
        ),
        Row(
            f"decode {name}",
            lambda: coding.decode(codes, name, out=sides),
            native_loop(checked, (codes,), sides, checks=True),
            lambda: codec.decode_bits(wide),
            4 + codes.itemsize,
            native_loop(decoded, (codes,), sides),
        ),
    ]


def numbered_rows(name: str, positions: Positions) -> list[Row]:
    """Encoding and decoding by a table."""
    x, o = positions.x, positions.o
    codes = coding.encode(positions, name)
    sides = (np.empty_like(x), np.empty_like(o))
    numbers, pairs = tables(codecs.codec(name))
    return [
        Row(
            f"encode {name}",
            lambda: coding.encode(positions, name, codes),
            native(
                "const auto code = in2[in0[i] | in1[i] << 9]; out0[i] = code;"
                "joined = std::max<uint64_t>(joined, code);",
                (x, o, numbers),
                (codes,),
            ),
            lambda: numbers[x | o.astype(np.uint32) << 9],
            6,
        ),
        Row(
            f"decode {name}",
            lambda: coding.decode(codes, name, out=sides),
            native(
                "const auto pair = in1[in0[i]]; out0[i] = pair & 511; out1[i] = pair >> 9;"
                "joined = std::max<uint64_t>(joined, pair);",
                (codes, pairs),
                sides,
            ),
            lambda: (pairs[codes] & 511, pairs[codes] >> 9),
            6,
        ),
    ]


def rule_rows(positions: Positions) -> list[Row]:
    """The canonical form, and what the rules say."""
    x, o = positions.x, positions.o
    board = TICTACTOE.board
    outs = (np.empty_like(x), np.empty_like(o))
    images = Trace(lambda x, o: canonical.images_of(x, o, TICTACTOE, 1), x=board, o=board)
    legal = Trace(lambda x, o: bits.legal_cells(x, o, TICTACTOE), x=board, o=board)
    winner = Trace(lambda x, o: play.result(x, o, TICTACTOE), x=board, o=board)
    return [
        Row(
            "canonical form",
            positions.canonical,
            native_loop(images, (x.astype(np.uint32), o.astype(np.uint32)), outs),
            lambda: np.minimum.reduce(
                canonical.images_of(x.astype(np.uint32), o.astype(np.uint32), TICTACTOE, 1)
            ),
            8,
        ),
        Row(
            "legal cells",
            positions.legal,
            native_loop(legal, (x, o), outs[:1]),
            lambda: bits.legal_cells(x, o, TICTACTOE),
            6,
        ),
        Row(
            "outcomes",
            positions.outcomes,
            native_loop(winner, (x, o), (np.empty(len(x), np.uint8),)),
            lambda: play.result(x, o, TICTACTOE),
            5,
        ),
    ]


def main(count: int) -> None:
    positions = random_boards(count)
    rows = [
        row for name in ("pair", "flags", "base4", "base3") for row in cell_rows(name, positions)
    ]
    for name in ("balanced", "ordinal", "canonical"):
        rows += numbered_rows(name, positions)
    rows += rule_rows(positions)
    printed: list[list[object]] = [
        ["million a second", "noughts", "C++", "NumPy", "copy", "C++ bare", "to C++", "to copy"]
    ]
    for row in rows:
        moved = np.ones(count * row.size // 2, np.uint8)
        into = np.zeros_like(moved)
        copy = partial(np.copyto, into, moved)
        works = (row.ours, row.native, row.plain, copy, row.bare)
        present = [work for work in works if work]
        seconds = dict(zip(present, median_times(present, REPEATS), strict=True))
        rates = [f"{count / seconds[work] / 1e6:,.0f}" if work else "" for work in works]
        ratios = [f"{seconds[work] / seconds[row.ours]:.2f}" if work else "" for work in works]
        printed.append([row.name, *rates, ratios[1], ratios[3]])
    print(machine())
    print(f"{count:,} positions of 3x3, one core, medians of {REPEATS}")
    table(printed)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
