"""A chart of the speed of steps by the number of games in a batch.

`make bench ARGS=curve` prints the figures. The chart shows the table in docs/performance.md.
"""

from __future__ import annotations

import re

from cards import DOCS
from charts import Axis, Curve, chart, power

SHOWN = {
    "copy": "a copy of the same bytes",
    "C++": "C++",
    "step_unchecked": "noughts, unchecked",
    "step": "noughts",
    "NumPy": "NumPy",
    "pgx": "pgx",
    "OpenSpiel": "OpenSpiel",
    "PettingZoo": "PettingZoo",
}
HEAD = re.compile(r"^games at a time +(.+)\n((?:\S.+\n)+)", re.MULTILINE)


def stepping() -> str:
    """Millions of moves per second against the size of the batch."""
    page = (DOCS / "performance.md").read_text(encoding="utf-8")
    found = HEAD.search(page)
    assert found, "the table by the number of games"
    sizes = [_number(size) for size in found[1].split()]
    rows = (row.split() for row in found[2].splitlines())
    speeds = {name: cells for name, *cells in rows}
    points = {
        name: [
            (n, _number(each)) for n, each in zip(sizes, speeds[name], strict=True) if each != "-"
        ]
        for name in SHOWN
    }
    return chart(
        "Million moves a second by the number of games stepped at a time: noughts and C++ stay "
        "near a copy of the same bytes; NumPy and pgx are far below",
        Axis("games stepped at a time", 1, max(sizes), [(n, f"{n:,.0f}") for n in sizes]),
        Axis("million moves a second", 0.001, 10_000, [(10**n, _label(n)) for n in range(-3, 5)]),
        [Curve(said, points[name], dashed=name == "copy") for name, said in SHOWN.items()],
    )


def _label(exponent: int) -> str:
    return power(exponent) if exponent >= 0 else f"{10**exponent:g}"


def _number(text: str) -> float:
    return float(text.replace(",", ""))
