"""Draws the pictures of the lessons, as SVG beside them; `make pictures`.

Each is a white card, so that it can be read on dark pages too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from noughts.core import symmetry
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.core.svg import CELL, GRID_COLOUR, LINE_COLOUR, O_COLOUR, X_COLOUR, svg

FOLDER = Path(__file__).parents[1] / "docs/learn/pictures"
INK, PAPER = "#1f2430", "#ffffff"
SIDE = 3 * CELL  # of a board
EDGE = 20  # around a picture


def card(width: int, height: int, about: str, parts: Iterable[str]) -> str:
    """A picture of a size; `about` says in words what it shows."""
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
    """A board with its upper left corner at a place."""
    drawn = svg(x, o, TICTACTOE, tinted)
    return f'<g transform="translate({left:g} {top:g}) scale({size:g})">{drawn}</g>'


def words(
    x: float, y: float, text: object, size: int = 16, colour: str = INK, anchor: str = "middle"
) -> str:
    """Text around a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="ui-monospace, monospace" font-size="{size}" '
        f'text-anchor="{anchor}" fill="{colour}">{text}</text>'
    )


def in_cells(left: float, top: float, texts: Iterable[object], colour: str = GRID_COLOUR) -> str:
    """A text in every cell of a board."""
    return "".join(
        words(
            left + cell % 3 * CELL + CELL / 2,
            top + cell // 3 * CELL + CELL / 2 + 6,
            text,
            15,
            colour,
        )
        for cell, text in enumerate(texts)
    )


def row_of_bits(left: float, top: float, stones: int, cells: int = 9) -> str:
    """The bits of a number in boxes, with the cells above them: the highest is on the left."""
    parts = []
    for place, cell in enumerate(reversed(range(cells))):
        at = left + place * 34 + cell_gap(cells, cell)
        is_set = stones >> cell & 1
        fill = "#dbe9fb" if is_set else PAPER
        parts.append(
            f'<rect x="{at}" y="{top}" width="34" height="34" '
            f'fill="{fill}" stroke="{GRID_COLOUR}"/>'
        )
        parts.append(words(at + 17, top + 23, is_set, 17, X_COLOUR if is_set else GRID_COLOUR))
        parts.append(words(at + 17, top - 8, cell, 12, GRID_COLOUR))
    return "".join(parts)


def cell_gap(cells: int, cell: int) -> int:
    """A little room between the rows of a board."""
    return (cells - 1 - cell) // 3 * 8 if cells == TICTACTOE.cells else 0


def place_values() -> str:
    """The digits of a binary number and what they are worth."""
    number = 0b10110
    parts = [row_of_bits(EDGE + 70, 60, number, 5)]
    for place, bit in enumerate(reversed(range(5))):
        at = EDGE + 70 + place * 34 + cell_gap(5, bit) + 17
        is_set = number >> bit & 1
        parts.append(words(at, 118, 1 << bit, 14, X_COLOUR if is_set else GRID_COLOUR))
    parts.append(words(EDGE, 56, "place", 12, GRID_COLOUR, "start"))
    parts.append(words(EDGE, 83, "digit", 12, GRID_COLOUR, "start"))
    parts.append(words(EDGE, 118, "worth", 12, GRID_COLOUR, "start"))
    parts.append(words(EDGE, 156, "16 + 4 + 2 = 22", 16, INK, "start"))
    return card(300, 176, "10110 in binary: 16 + 4 + 2 = 22", parts)


def board_and_bits() -> str:
    """A board beside the bits of its number."""
    stones = 0b100_010_001
    parts = [
        board(EDGE, EDGE, 0),
        in_cells(EDGE, EDGE, range(9)),
        board(EDGE + SIDE + 30, EDGE, stones),
        row_of_bits(EDGE + 2 * SIDE + 70, 60, stones),
        words(EDGE + 2 * SIDE + 70, 124, "256 + 16 + 1 = 273", 16, INK, "start"),
    ]
    return card(680, SIDE + 2 * EDGE, "Stones on the cells 0, 4 and 8 are the number 273", parts)


def operations() -> str:
    """What and, or and exclusive or make of two boards."""
    a, b = 0b000_010_111, 0b001_010_001
    shown = [("a", a), ("b", b), ("a &amp; b", a & b), ("a | b", a | b), ("a ^ b", a ^ b)]
    parts = []
    for place, (name, stones) in enumerate(shown):
        left = EDGE + place * (SIDE + 24)
        parts += [board(left, EDGE + 14, stones), words(left + SIDE / 2, EDGE, name)]
        parts.append(words(left + SIDE / 2, EDGE + SIDE + 36, f"{stones:09b}", 14, GRID_COLOUR))
    return card(
        EDGE * 2 + 5 * SIDE + 96,
        SIDE + 84,
        "Two boards, and what a &amp; b, a | b and a ^ b have",
        parts,
    )


def eight_lines() -> str:
    """The masks of all lines."""
    parts = []
    for place, line in enumerate(TICTACTOE.lines):
        left, top = EDGE + place % 4 * (SIDE + 24), EDGE + place // 4 * (SIDE + 60)
        parts += [board(left, top, 0, 0, line), in_cells(left, top, range(9))]
        parts.append(words(left + SIDE / 2, top + SIDE + 22, f"{line:09b} = {line}", 13))
    return card(
        EDGE * 2 + 4 * SIDE + 72, 2 * SIDE + 120, "The eight lines and their numbers", parts
    )


def shifted() -> str:
    """A row found by two shifts."""
    stones = 0b110_010_111
    return _shifts(stones, "The only cell with a stone that two others follow is cell 0")


def wrapped() -> str:
    """Three stones over the edge, which the shifts take for a row."""
    return _shifts(0b000_011_100, "Stones on 2, 3 and 4 pass the test, though they are not a row")


def _shifts(stones: int, about: str) -> str:
    all_three = stones & stones >> 1 & stones >> 2
    steps = [
        ("stones", stones),
        ("stones &gt;&gt; 1", stones >> 1),
        ("stones &gt;&gt; 2", stones >> 2),
        ("all three", all_three),
    ]
    parts = []
    for place, (name, seen) in enumerate(steps):
        left = EDGE + place * (SIDE + 40)
        parts += [board(left, EDGE + 14, seen, 0, all_three), words(left + SIDE / 2, EDGE, name)]
        parts.append(words(left + SIDE / 2, EDGE + SIDE + 36, f"{seen:09b}", 14, GRID_COLOUR))
        if place:
            sign = "=" if seen is all_three else "&amp;"
            parts.append(words(left - 20, EDGE + 14 + SIDE / 2, sign, 20, GRID_COLOUR))
    return card(EDGE * 2 + 4 * SIDE + 120, SIDE + 84, about, parts)


ROOT = Position.parse("XOX/OOX/...")
SMALL = 0.6
NODE = SIDE * SMALL


def tree() -> str:
    """A tree of positions with the value of each for X."""
    rows: list[str] = []
    left: float = EDGE + 190  # of what says who moves
    deepest = max(9 - ROOT.ply + 1, 1)

    def draw(position: Position, depth: int) -> float:
        """Draw a position and all that follows; the middle of it comes back."""
        nonlocal left
        top = EDGE + 26 + depth * (NODE + 62)
        below = [draw(position.play(cell), depth + 1) for cell in position.moves()]
        if below:
            middle = (below[0] + below[-1]) / 2
        else:
            middle = left + NODE / 2
            left += NODE + 26
        for at in below:
            rows.insert(0, _branch(middle, top + NODE + 22, at, top + NODE + 58))
        _, line, _ = position.outcome or (None, 0, 0)
        rows.append(board(middle - NODE / 2, top, position.x, position.o, line, SMALL))
        worth = position.value if position.turn == ROOT.turn else -position.value
        colour = {1: LINE_COLOUR, 0: INK, -1: O_COLOUR}[worth]
        rows.append(words(middle, top + NODE + 17, f"{worth:+d}" if worth else "0", 16, colour))
        return middle

    draw(ROOT, 0)
    height = EDGE + deepest * (NODE + 62)
    for depth in range(deepest):
        who = "X moves: the largest" if depth % 2 == 0 else "O moves: the smallest"
        if depth < deepest - 1:
            rows.append(words(EDGE, EDGE + 14 + depth * (NODE + 62), who, 12, GRID_COLOUR, "start"))
    return card(
        round(left),
        round(height),
        f"All that can follow {ROOT}, with the value of each for X",
        rows,
    )


def _branch(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{GRID_COLOUR}" stroke-width="1.5"/>'


def how_few() -> str:
    """Bars for the bits that each way of counting needs."""
    counts = [
        ("two numbers of 9 bits", 2**18),
        ("9 digits in base 3", 3**9),
        ("what play can reach", 5478),
        ("up to symmetry", 765),
    ]
    parts = []
    for row, (name, count) in enumerate(counts):
        bits, top = (count - 1).bit_length(), EDGE + row * 42
        parts.append(words(EDGE, top + 20, name, 14, INK, "start"))
        parts += [
            f'<rect x="{EDGE + 200 + bit * 20}" y="{top}" width="17" height="28" rx="3" '
            f'fill="{X_COLOUR}" fill-opacity="0.75"/>'
            for bit in range(bits)
        ]
        said = f"{bits} bits: {count:,}"
        parts.append(words(EDGE + 210 + bits * 20, top + 20, said, 14, INK, "start"))
    return card(760, 4 * 42 + 2 * EDGE - 14, "Bits that a board needs: 18, 15, 13 and 10", parts)


def eight_images() -> str:
    """A position and its images."""
    position = Position.parse("XO./.X./...")
    parts = []
    images = symmetry.images(position.x, position.o, TICTACTOE)
    least = min(x | o << 9 for x, o in images)
    for place, (x, o) in enumerate(images):
        left, top = EDGE + place % 4 * (SIDE + 24), EDGE + place // 4 * (SIDE + 60)
        number = x | o << 9
        parts.append(board(left, top, x, o, TICTACTOE.board if number == least else 0))
        parts.append(words(left + SIDE / 2, top + SIDE + 22, number, 14))
    return card(
        EDGE * 2 + 4 * SIDE + 72,
        2 * SIDE + 120,
        "Eight positions that are one, up to symmetry",
        parts,
    )


PICTURES: dict[str, Callable[[], str]] = {
    "place-values": place_values,
    "board-and-bits": board_and_bits,
    "operations": operations,
    "eight-lines": eight_lines,
    "shifted": shifted,
    "wrapped": wrapped,
    "tree": tree,
    "how-few": how_few,
    "eight-images": eight_images,
}


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(drawn(), encoding="utf-8")


if __name__ == "__main__":
    main()
