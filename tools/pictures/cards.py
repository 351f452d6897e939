"""The parts of all pictures. Each is drawn on a white card, so that dark pages can show it too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from noughts.core.bits import cells_of
from noughts.core.rules import TICTACTOE
from noughts.core.svg import CELL, svg

DOCS = Path(__file__).parents[2] / "docs"
INK, PAPER = "#1f2430", "#ffffff"
SIDE = 3 * CELL  # the side of a board
EDGE = 20  # the margin around a picture
SMALL = 0.6  # the scale of a small board
NODE = SIDE * SMALL


def card(width: int, height: int, about: str, parts: Iterable[str]) -> str:
    """A picture of a given size; `about` describes in words what it shows."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{about}</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def board(left: float, top: float, x: int, o: int = 0, tinted: int = 0, size: float = 1) -> str:
    """A board whose upper left corner is at `left` and `top`."""
    drawn = svg(x, o, TICTACTOE, tinted)
    return f'<g transform="translate({left:g} {top:g}) scale({size:g})">{drawn}</g>'


class Tiny(NamedTuple):
    """Parts of SVG paths for many boards: one path draws all parts that look alike.

    `cell` is the side of a cell, and `arm` is half the width of a stone.
    """

    cell: int
    arm: int

    def grid(self, left: int, top: int) -> str:
        side = 3 * self.cell
        down = f"v{side}m{self.cell} 0v-{side}"
        across = f"h{side}m0 {self.cell}h-{side}"
        return f"M{left + self.cell} {top}{down}M{left} {top + self.cell}{across}"

    def crosses(self, stones: int, left: int, top: int) -> str:
        arm = self.arm
        return "".join(
            f"M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0-{2 * arm}l-{2 * arm} {2 * arm}"
            for x, y in self.centres(stones, left, top)
        )

    def rings(self, stones: int, left: int, top: int) -> str:
        arm = self.arm
        return "".join(
            f"M{x - arm} {y}a{arm} {arm} 0 1 0 {2 * arm} 0a{arm} {arm} 0 1 0-{2 * arm} 0"
            for x, y in self.centres(stones, left, top)
        )

    def centres(self, stones: int, left: int, top: int) -> Iterator[tuple[int, int]]:
        """The centre of each cell that has a stone."""
        for cell in cells_of(stones):
            row, column = divmod(cell, 3)
            half = self.cell // 2
            yield left + column * self.cell + half, top + row * self.cell + half


def words(
    x: float, y: float, text: object, size: int = 16, colour: str = INK, anchor: str = "middle"
) -> str:
    """Text at `left` and `top`."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="ui-monospace, monospace" font-size="{size}" '
        f'text-anchor="{anchor}" fill="{colour}">{text}</text>'
    )


def stroke(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
