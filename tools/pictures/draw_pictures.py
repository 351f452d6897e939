"""Draws the pictures of the lessons and pages, as SVG files beside them: `make pictures`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # needed if a test runs this file

from batch_sizes import stepping
from board_values import known_values
from boards_and_bits import (
    board_and_bits,
    eight_images,
    eight_lines,
    how_few,
    on_their_side,
    operations,
    place_values,
    shifted,
    wrapped,
)
from cards import DOCS
from classes import classes
from cluster_plan import cluster_bytes, cluster_hours
from growth import growth
from matchboxes import learning, matchboxes
from relatives import family
from sheets import SHEETS
from trees import cut, pairs, tree, whole_map
from word_fields import word_fields

LESSON_PICTURES: dict[str, Callable[[], str]] = {
    "place-values": place_values,
    "board-and-bits": board_and_bits,
    "operations": operations,
    "eight-lines": eight_lines,
    "shifted": shifted,
    "wrapped": wrapped,
    "tree": tree,
    "cut": cut,
    "map": whole_map,
    "on-their-side": on_their_side,
    "matchboxes": matchboxes,
    "learning": learning,
    "pairs": pairs,
    "how-few": how_few,
    "eight-images": eight_images,
}

PAGE_PICTURES = {
    "values": known_values,
    "classes": classes,
    "cluster-hours": cluster_hours,
    "cluster-bytes": cluster_bytes,
    "growth": growth,
    "stepping": stepping,
    "word": word_fields,
    "family": family,
    **SHEETS,
}
# The function that draws each file.
PICTURES = {DOCS / f"learn/pictures/{name}.svg": drawn for name, drawn in LESSON_PICTURES.items()}
PICTURES |= {DOCS / f"pictures/{name}.svg": drawn for name, drawn in PAGE_PICTURES.items()}


def main() -> None:
    """Write every picture, or only the named pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [path.stem for path in PICTURES]
    parser.add_argument("pictures", nargs="*", metavar="PICTURE", help=f"of {', '.join(names)}")
    named = parser.parse_args().pictures
    if unknown := [name for name in named if name not in names]:
        parser.error(f"no picture is called {', '.join(unknown)}; there are {', '.join(names)}")
    for path, drawn in PICTURES.items():
        if not named or path.stem in named:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drawn(), encoding="utf-8")


if __name__ == "__main__":
    main()
