"""`python -m noughts.codecs` prints what every codec and packing costs, in bits per state."""

from __future__ import annotations

import sys
from math import log2

from noughts.codecs import CODECS
from noughts.codecs.packing import Digits, Packing

LENGTHS = (8, 32)  # bytes a block: a machine word, and what comes close to the limit


def costs() -> str:
    """A table in Markdown, with a row for each codec.

    `limit` is log2(size), the least that a code of fixed length can take. `bits` is for a code by
    itself or packed bit by bit. The other columns are for the best blocks of at most that many
    bytes.

    >>> print(next(line for line in costs().splitlines() if "canonical" in line))
    | `canonical` | 765 | 9.579 | 10 | 9.6 (5 in 6) | 9.6 (5 in 6) |
    """
    blocks = [f"blocks of up to {length} bytes" for length in LENGTHS]
    rows = [["codec", "size", "limit", "bits", *blocks]]
    rows.append(["---", *["---:"] * (len(rows[0]) - 1)])
    for name, codec in CODECS.items():
        best = [Packing.best(codec.size, length) for length in LENGTHS]
        sizes = [f"{codec.size}", f"{log2(codec.size):.3f}", f"{codec.bits}"]
        rows.append([f"`{name}`", *sizes, *map(_cost, best)])
    base3 = CODECS["base3"]
    cells = Digits(3, 9)
    packing = f"{float(cells.bits_each):.4g} ({cells.digits.items} cells a byte)"
    limit = f"{log2(base3.size):.3f}"
    rows.append(["`base3`, by cells", f"{base3.size}", limit, f"{base3.bits}", packing, packing])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def _cost(packing: Packing) -> str:
    return f"{float(packing.bits_each):.4g} ({packing.items} in {packing.length})"


if __name__ == "__main__":  # pragma: no cover - a process of its own
    sys.stdout.write(costs())
