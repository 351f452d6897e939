"""The values of the boards in the list of values, as grids."""

from __future__ import annotations

from cards import EDGE, INK, PAPER, card, words

from noughts.core.svg import GRID_COLOUR, O_COLOUR, X_COLOUR
from noughts.solver.known.value_list import LONGEST, SHORTEST, BoardValue
from noughts.solver.known.value_list import values as list_of_values

MARKS = {1: "W", 0: "D", -1: "L", None: "?"}
FILLS = {1: X_COLOUR, 0: "#d9dde3", -1: O_COLOUR, None: PAPER}
WRITTEN = {1: PAPER, 0: INK, -1: PAPER, None: INK}
BOX = 20  # the side of a board's square
MOST = 8  # the most rows and columns of a board in the picture


def known_values() -> str:
    """The value of every board of up to 8x8: a grid for each k, with normal play above misère."""
    small = (each for each in list_of_values() if each.sides[0] <= MOST)
    known = {each.rules: each for each in small if each.rules.has("any_order")}
    side, gap = MOST * BOX, 34
    left, top = EDGE + 84, EDGE + 46
    parts = []
    for number, k in enumerate(range(SHORTEST, LONGEST + 1)):
        at = left + number * (side + gap)
        parts.append(words(at + side / 2, EDGE + 8, f"{k} in a row", 15))
        for below, misere in enumerate((False, True)):
            shown = {
                (row, col): each
                for rules, each in known.items()
                if (rules.k, rules.misere) == (k, misere)
                for row, col in {each.sides, each.sides[::-1]}
            }
            parts.append(_grid_of_values(at, top + below * (side + gap), shown))
    for below, name in enumerate(("normal", "misère")):
        parts.append(words(EDGE, top + below * (side + gap) + side / 2, name, 14, anchor="start"))
    bottom = top + 2 * (side + gap) + 10
    said = {1: "the first player wins", 0: "a draw", -1: "the second player wins", None: "open"}
    for number, (value, about) in enumerate(said.items()):
        at = left + number * 270
        parts.append(_box(at, bottom - 15, FILLS[value]))
        parts.append(words(at + BOX / 2, bottom, MARKS[value], 13, WRITTEN[value]))
        parts.append(words(at + BOX + 8, bottom, about, 14, anchor="start"))
    return card(
        left + 6 * (side + gap) - gap + EDGE,
        bottom + EDGE,
        "What the boards of up to 8x8 are worth with 3 to 8 in a row, in normal and in misère play",
        parts,
    )


def _grid_of_values(left: float, top: float, shown: dict[tuple[int, int], BoardValue]) -> str:
    """A grid of boards by rows and columns, with the sizes along two sides."""
    parts = []
    for size in range(1, MOST + 1):
        middle = size * BOX - BOX / 2
        parts.append(words(left + middle, top - 6, size, 11, GRID_COLOUR))
        parts.append(words(left - 10, top + middle + 4, size, 11, GRID_COLOUR))
    for value, fill in FILLS.items():
        places = [place for place, each in sorted(shown.items()) if each.value == value]
        if not places:
            continue
        corners = [(left + (col - 1) * BOX, top + (row - 1) * BOX) for row, col in places]
        path = "".join(f"M{x:g} {y:g}h{BOX - 2}v{BOX - 2}h{2 - BOX}z" for x, y in corners)
        parts.append(f'<path d="{path}" fill="{fill}" stroke="{GRID_COLOUR}" stroke-width="0.5"/>')
        xs = " ".join(f"{x + BOX / 2 - 1:g}" for x, _ in corners)
        ys = " ".join(f"{y + BOX / 2 + 3:g}" for _, y in corners)
        parts.append(
            f'<text x="{xs}" y="{ys}" font-family="ui-monospace, monospace" font-size="11" '
            f'text-anchor="middle" fill="{WRITTEN[value]}">{MARKS[value] * len(places)}</text>'
        )
    return "".join(parts)


def _box(left: float, top: float, fill: str) -> str:
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{BOX}" height="{BOX}" fill="{fill}" '
        f'stroke="{GRID_COLOUR}" stroke-width="0.5"/>'
    )
