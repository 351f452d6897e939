"""Animated SVG documents: a game, whose stones appear move by move, or pictures in a loop."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.core.bits import apart, cells_of
from noughts.core.message_text import quoted
from noughts.core.rules import Rules
from noughts.core.svg import (
    Drawing,
    colours_for,
    frame,
    ground_lines,
    head,
    places_of_coordinates,
    stone,
    strokes,
    texts,
    tints,
)
from noughts.errors import PositionError

LONGEST_PAUSE = 60  # seconds between moves


def animated(
    moves: Sequence[int],
    x: int,
    o: int,
    rules: Rules,
    lines: int = 0,
    line: int = 0,
    *,
    seconds: float = 1,
    coordinates: bool = False,
    size: int | None = None,
    dark: bool | None = None,
) -> Drawing:
    """An SVG document that shows the moves one after the other, once, `seconds` apart.

    `x` and `o` are the bitboards after the last move, and `lines` and `line` mean the same as in
    `svg`. A viewer that cannot animate SVG shows the position after the last move.

    >>> animated([0, 4], 1, 16, Rules(3, 3, 3)).count("<set")
    4

    Raises what `svg` raises, and `PositionError` unless `seconds` is a number above 0 and at most
    60.
    """
    checked_pause(seconds)
    colours, played = colours_for(dark), sum(1 << cell for cell in moves)
    title, (x, o) = head(x, o, rules, coordinates, size, colours), apart(x, o, rules)
    parts = [
        title,
        _late(tints(lines, colours, rules), len(moves) * seconds),
        ground_lines(rules, colours),
    ]
    parts += [stone(cell, x, colours, rules) for cell in cells_of((x | o) & ~played)]
    for number, cell in enumerate(moves, 1):
        begin, colour = number * seconds, colours.x if x >> cell & 1 else colours.o
        parts.append(_late(stone(cell, x, colours, rules), begin))
        framed = frame(cell, colour, rules)
        parts.append(
            _late(framed, begin)
            if number == len(moves)
            else f'<g visibility="hidden">{framed}<set attributeName="visibility" to="visible" '
            f'begin="{begin:g}s" dur="{seconds:g}s"/></g>'
        )
    parts.append(_late(strokes(line, colours, rules), len(moves) * seconds))
    if coordinates:
        parts.append(texts(places_of_coordinates(rules), 12, colours.text))
    return Drawing("".join(parts) + "</svg>")


def in_turn(pictures: Sequence[str], seconds: float = 1) -> str:
    """An SVG document that shows several pictures in SVG, all of one size, in an endless loop.

    >>> from noughts.core.svg import svg
    >>> shown = in_turn([svg(0, 0, Rules(3, 3, 3)), svg(1, 0, Rules(3, 3, 3))], 0.5)
    >>> shown[:61], shown.count('dur="1s"')
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"', 2)

    Each picture is shown for `seconds` seconds; a viewer that cannot animate SVG shows the last
    one. Raises `PositionError` if there are no pictures, or if `seconds` is not a number above 0
    and at most 60.
    """
    checked_pause(seconds)
    if not pictures:
        raise PositionError("an animation needs a picture at least")
    opening = pictures[-1].partition(">")[0]
    times = ";".join(f"{number / len(pictures):.6g}" for number in range(len(pictures)))
    parts = [f"{opening.partition(' role=')[0]}>"]
    for number, picture in enumerate(pictures):
        seen = ["hidden"] * len(pictures)
        seen[number] = "visible"
        still = "visible" if number == len(pictures) - 1 else "hidden"
        parts.append(
            f'<g visibility="{still}">{picture}<animate attributeName="visibility" '
            f'calcMode="discrete" values="{";".join(seen)}" keyTimes="{times}" '
            f'dur="{len(pictures) * seconds:g}s" repeatCount="indefinite"/></g>'
        )
    return "".join(parts) + "</svg>"


def checked_pause(seconds: float) -> None:
    """Raise `PositionError` unless `seconds` is a valid pause between two pictures."""
    if type(seconds) not in (int, float) or not 0 < seconds <= LONGEST_PAUSE:
        raise PositionError(
            f"{quoted(seconds)} is not a time between moves; give seconds, above 0 and up to "
            f"{LONGEST_PAUSE}"
        )


def _late(drawn: str, seconds: float) -> str:
    """The drawing `drawn`, hidden for the first `seconds` seconds."""
    if not drawn:
        return ""
    hidden = f'<set attributeName="visibility" to="hidden" begin="0s" dur="{seconds:g}s"/>'
    return f"<g>{drawn}{hidden}</g>"
