"""Pictures of the matchbox machine of lesson 7: its beads, and its learning curve."""

from __future__ import annotations

from doctest import DocTestParser
from functools import cache
from typing import Any

from cards import DOCS, EDGE, SIDE, board, card, stroke, words
from sheets import COLOURS

from noughts.core.svg import CELL, GRID_COLOUR, O_COLOUR, X_COLOUR

GAMES = 1000  # the games from which the machine learns


def beads(left: float, top: float, counts: dict[int, int]) -> str:
    """An empty board with beads in some of its cells."""
    parts = [board(left, top, 0)]
    colours = [*COLOURS.values()]
    for cell, count in counts.items():
        for bead in range(count):
            x = left + cell % 3 * CELL + 8 + bead % 3 * 12
            y = top + cell // 3 * CELL + 8 + bead // 3 * 12
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{colours[cell]}"/>')
    return "".join(parts)


def matchboxes() -> str:
    """The first box before a game, and after each possible result of the game."""
    first = {0: 4, 1: 4, 4: 4}
    shown = [("before", 0), ("won", 3), ("drawn", 1), ("lost", -1)]
    parts = []
    for place, (name, more) in enumerate(shown):
        left = EDGE + place * (SIDE + 30)
        parts.append(beads(left, EDGE, {**first, 4: first[4] + more}))
        parts.append(words(left + SIDE / 2, EDGE + SIDE + 26, name, 15))
    return card(
        2 * EDGE + 4 * SIDE + 90,
        2 * EDGE + SIDE + 20,
        "The first box, and the same box after a game from the centre was won, drawn and lost",
        parts,
    )


def machine() -> dict[str, Any]:
    """The names that the lesson about the machine defines before it uses the library."""
    page = (DOCS / "learn/7-menace.md").read_text(encoding="utf-8")
    own, _, _ = page.partition("## In the library")
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples(own):
        if not example.want:
            exec(example.source, names)  # noqa: S102 - our own code, which the tests also run
    return names


@cache
def learning() -> str:
    """A chart of the exact scores of the lesson's machine against two opponents as it learns."""
    names = machine()
    names["random"].seed(1)
    curves: dict[str, list[float]] = {"mean": [], "min": []}
    for games in range(GAMES + 1):
        if games % 25 == 0:
            curves["mean"].append(names["worth"](names["mean"]))
            curves["min"].append(names["worth"](min))
        names["learn"](*names["play"]())
    left, width, middle, height = EDGE + 50, 480, EDGE + 110, 100
    parts = []
    for value in (1, 0, -1):
        at = middle - value * height
        parts.append(stroke(f"M{left} {at}h{width}", GRID_COLOUR, 1))
        parts.append(words(left - 12, at + 5, f"{value:+d}" if value else 0, 13, anchor="end"))
    for games in range(0, GAMES + 1, 200):
        below = left + games * width / GAMES
        parts.append(words(below, middle + height + 24, games, 13, GRID_COLOUR))
    said = {
        "mean": ("against a beginner", X_COLOUR),
        "min": ("against one who knows its beads", O_COLOUR),
    }
    for name, values in curves.items():
        about, colour = said[name]
        points = [
            f"{left + place * width / (len(values) - 1):.1f} {middle - value * height:.1f}"
            for place, value in enumerate(values)
        ]
        parts.append(stroke("M" + "L".join(points), colour, 2.5))
        parts.append(
            words(left + width + 10, middle - values[-1] * height + 5, about, 14, colour, "start")
        )
    parts.append(words(left + width + 30, middle + height + 24, "games", 13, GRID_COLOUR, "start"))
    return card(
        left + width + 300,
        middle + height + 24 + EDGE,
        "What the machine gets on average in 1000 games, as it learns against a beginner",
        parts,
    )
