"""`python -m noughts.codecs` prints how many bits a code of each codec takes, alone and packed."""

from __future__ import annotations

import sys
from math import log2

from noughts.codecs import CODECS
from noughts.codecs.packing import Digits, Packing

LENGTHS = (8, 32)  # bytes in a block: a machine word, and a length that comes close to the limit


def costs() -> str:
    """A Markdown table of bits per code, with a row for each codec.

    `limit` is log2(size), the fewest bits per code if all codes take equally much space. `bits` is
    the length of a code that stands alone or is packed bit by bit. Each further column gives the
    bits per code in the best block of at most the stated number of bytes.

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
