"""Charts of curves on logarithmic or linear axes. Points have marks, and curves have names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log10
from typing import NamedTuple

from cards import EDGE, INK, card, stroke, words

from noughts.core.svg import GRID_COLOUR

WIDTH, HEIGHT = 560, 380  # of the area between the axes
LEFT, NAMES, TOP, BOTTOM = EDGE + 70, 226, EDGE + 30, 60  # and around it
ROOM = 18  # between names
# The colours also differ in lightness, and each curve has its own kind of mark.
COLOURS = ("#1c6fd1", "#c2410c", "#0f766e", "#7e22ce", "#111827", "#4b5563", "#a16207", "#db2777")
MARKS = (
    "m-4-4h8v8h-8z",
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "m0-5l5 9h-10z",
    "m0-6l5 6l-5 6l-5-6z",
    "m0 5l5-9h-10z",
    "m-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
)
Point = tuple[float, float]


class Curve(NamedTuple):
    """The points of a curve, its name beside the last point, and whether the curve is dashed."""

    name: str
    points: Sequence[Point]
    dashed: bool = False


class Axis(NamedTuple):
    """An axis: its name, its range, the values that it marks, and whether it is logarithmic."""

    about: str
    low: float
    high: float
    marks: Sequence[tuple[float, str]]
    powers: bool = True

    def share(self, value: float) -> float:
        """The place of a value along the axis, from 0 to 1."""
        if self.powers:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def chart(about: str, x: Axis, y: Axis, curves: Sequence[Curve]) -> str:
    """A chart of curves."""

    def at(point: Point) -> Point:
        return LEFT + x.share(point[0]) * WIDTH, TOP + (1 - y.share(point[1])) * HEIGHT

    parts = [words(EDGE, TOP - 18, y.about, 13, anchor="start")]
    for value, text in y.marks:
        _, down = at((x.low, value))
        parts.append(stroke(f"M{LEFT} {down:.4g}h{WIDTH}", "#d9dde3", 1))
        parts.append(words(LEFT - 10, round(down + 4), text, 12, anchor="end"))
    for value, text in x.marks:
        across, _ = at((value, y.low))
        parts.append(stroke(f"M{across:.4g} {TOP + HEIGHT}v5", GRID_COLOUR, 1))
        parts.append(words(round(across), TOP + HEIGHT + 20, text, 12))
    parts.append(stroke(f"M{LEFT} {TOP + HEIGHT}h{WIDTH}", INK, 1))
    parts.append(words(LEFT + WIDTH / 2, TOP + HEIGHT + 42, x.about, 13))
    ends = [at(curve.points[-1]) for curve in curves]
    named = zip(curves, ends, apart([down for _, down in ends]), strict=True)
    for number, (curve, (across, _), beside) in enumerate(named):
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        places = [f"{a:.1f} {b:.1f}" for a, b in map(at, curve.points)]
        dashes = ' stroke-dasharray="6 4"' if curve.dashed else ""
        line = f'<path d="M{"L".join(places)}" fill="none" stroke="{colour}" stroke-width="2"'
        parts.append(f"{line}{dashes}/>")
        parts.append(f'<path d="{"".join(f"M{at}{mark}" for at in places)}" fill="{colour}"/>')
        aside = LEFT + WIDTH + 14 if across > LEFT + WIDTH - 1 else across + 12
        parts.append(words(round(aside), round(beside + 4), curve.name, 13, colour, "start"))
    return card(LEFT + WIDTH + NAMES, TOP + HEIGHT + BOTTOM, about, parts)


def apart(heights: Iterable[float]) -> list[float]:
    """The heights of names, moved down as far as necessary so that no two names overlap."""
    found: dict[int, float] = {}
    lowest = float("-inf")
    for number, height in sorted(enumerate(heights), key=lambda each: each[1]):
        lowest = found[number] = max(height, lowest + ROOM)
    return [found[number] for number in sorted(found)]


def power(exponent: int) -> str:
    """A power of ten as a label."""
    return f"{10**exponent:,}" if exponent < 7 else f"10^{exponent}"
