"""The number of positions after each move, on boards from 3x3 to 5x5.

`counts.jsonl` has the output of this command, a line for each board. A test counts the smaller
boards again:

    for board in 3,3,3 4,3,3 4,4,4 5,4,4 5,5,4; do noughts count $board --json; done
"""

from __future__ import annotations

import json
from pathlib import Path

from charts import Axis, Curve, chart, power

COUNTS = Path(__file__).with_name("counts.jsonl")


def growth() -> str:
    """A chart of the positions that play can reach, by ply; for 3x3 also up to symmetry."""
    counts = [json.loads(line) for line in COUNTS.read_text(encoding="utf-8").splitlines()]
    curves = [Curve(_name(each), _points(each, "positions")) for each in reversed(counts)]
    curves.append(Curve("3x3, classes", _points(counts[0], "classes"), dashed=True))
    plies = [(ply, str(ply)) for ply in range(0, 26, 5)]
    return chart(
        "How many positions play can reach after each move, on boards from 3x3 to 5x5",
        Axis("moves made", 0, 25, plies, powers=False),
        Axis("positions", 1, 1e11, [(10**n, power(n)) for n in range(0, 12, 2)]),
        curves,
    )


def _name(count: dict[str, str]) -> str:
    rows, cols, k = count["board"].split(",")
    return f"{rows}x{cols}, {k} in a row"


def _points(count: dict[str, list[dict[str, int]]], what: str) -> list[tuple[float, float]]:
    return [(each["ply"], each[what]) for each in count["plies"]]
