"""Regenerates the puzzles that come with the library, from a seed; `make puzzles`.

Each run takes some minutes and gives the same lines. Added puzzles would change the puzzle of every
day, so users would see the change.
"""

from __future__ import annotations

import random
import sys

from noughts.puzzles.daily_collection import FILE, written
from noughts.puzzles.making import make
from noughts.system.files import replacing

SEED = 33
# The number of puzzles for each board. The first and the last boards have hardly any more puzzles.
COUNTS = {
    "3,3,3": 24,
    "3,3,3,misere": 60,
    "4,3,3": 60,
    "5,3,3": 85,
    "4,4,4": 60,
    "5,4,4": 85,
    "5,5,4": 85,
    "4,4,4,torus": 85,
    "3x3x3,3,misere": 85,
    "4,3,3,misere": 85,
    "4,4,3,misere": 85,
    "4,4,4,misere": 85,
    "5,5,4,misere": 85,
    "4,4,4,torus,misere": 85,
    "5,5,4,torus,misere": 85,
    "3,3,3,torus,misere": 11,
}


def puzzles_text() -> str:
    """The text of all puzzles, in the order of days."""
    found = []
    for board, count in COUNTS.items():
        print(f"{count} puzzles of {board}", file=sys.stderr)  # noqa: T201 - it takes minutes
        found += make(board, count, SEED)
    random.Random(SEED).shuffle(found)
    return written(found)


if __name__ == "__main__":
    text = puzzles_text()
    with replacing(FILE) as part:
        part.write_text(text, encoding="utf-8")
