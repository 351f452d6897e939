"""Draws the pictures of the lessons, as SVG beside them; `make pictures`.

Each is a white card, so that it can be read on dark pages too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from doctest import DocTestParser
from functools import cache
from pathlib import Path
from typing import Any

from noughts.core import symmetry
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, X
from noughts.core.svg import CELL, GRID_COLOUR, LINE_COLOUR, O_COLOUR, X_COLOUR, svg
from noughts.players import Player, strategy_map

FOLDER = Path(__file__).parents[1] / "docs/learn/pictures"
FOUR = Rules(4, 4, 4)
# X's first move, O's answer, and pairs of cells of which O can take one each.
PAIRINGS = (
    (0, 5, [(1, 2), (4, 8), (6, 10), (9, 11), (3, 12), (7, 15), (13, 14)]),
    (5, 10, [(1, 9), (4, 7), (0, 2), (8, 12), (3, 6), (11, 15), (13, 14)]),
)
BEADS = {0: "#b45309", 1: "#0f766e", 4: "#7e22ce"}  # of the corner, the edge and the centre
GAMES = 1000  # in which the machine learns
INK, PAPER = "#1f2430", "#ffffff"
SIDE = 3 * CELL  # of a board
EDGE = 20  # around a picture
SMALL = 0.6  # how large a small board is drawn
NODE = SIDE * SMALL


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


def on_their_side() -> str:
    """Three boards as rows of bits, whose columns are slices."""
    games = [0b000_000_111, 0b100_010_001, 0b000_011_100]
    left, step = round(EDGE + NODE + 120), NODE + 24
    bottom = EDGE + 10 + len(games) * step
    parts = []
    for game, stones in enumerate(games):
        top = bottom - (game + 1) * step  # game 0 is the last digit of a slice
        middle = top + NODE / 2
        parts.append(words(EDGE, middle + 6, f"game {game}", 14, GRID_COLOUR, "start"))
        parts.append(board(EDGE + 70, top, stones, size=SMALL))
        parts.append(row_of_bits(left, round(middle) - 17, stones))
    parts.append(words(EDGE, bottom + 24, "slices", 14, GRID_COLOUR, "start"))
    for place, cell in enumerate(reversed(range(TICTACTOE.cells))):
        at = left + place * 34 + cell_gap(TICTACTOE.cells, cell) + 17
        digits = "".join(str(stones >> cell & 1) for stones in reversed(games))
        parts.append(words(at, bottom + 24, digits, 15))
    return card(
        left + 9 * 34 + 16 + EDGE,
        round(bottom) + 24 + EDGE,
        "The bits of three boards, one below the other: each column is the slice of a cell",
        parts,
    )


def beads(left: float, top: float, counts: dict[int, int]) -> str:
    """An empty board with beads in some of its cells."""
    parts = [board(left, top, 0)]
    for cell, count in counts.items():
        for bead in range(count):
            x = left + cell % 3 * CELL + 8 + bead % 3 * 12
            y = top + cell // 3 * CELL + 8 + bead // 3 * 12
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{BEADS[cell]}"/>')
    return "".join(parts)


def matchboxes() -> str:
    """The first box before a game, and after each way in which it may have ended."""
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
    """The names that the lesson about the machine defines, before it comes to the library."""
    page = (FOLDER.parent / "7-menace.md").read_text(encoding="utf-8")
    own, _, _ = page.partition("## In the library")
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples(own):
        if not example.want:
            exec(example.source, names)  # noqa: S102 - ours, and the tests run it too
    return names


@cache
def learning() -> str:
    """What the machine of the lesson gets as it learns, exactly, against two opponents."""
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
        parts.append(_path(f"M{left} {at}h{width}", GRID_COLOUR, 1))
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
        parts.append(_path("M" + "L".join(points), colour, 2.5))
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


def _path(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def pairs() -> str:
    """Two first moves on 4x4, with an answer and pairs that hold all lines."""
    parts = []
    side = FOUR.cols * CELL
    for place, (x, o, held) in enumerate(PAIRINGS):
        left = EDGE + place * (side + 50)
        drawn = svg(1 << x, 1 << o, FOUR)
        parts.append(f'<g transform="translate({left} {EDGE})">{drawn}</g>')
        for letter, pair in zip("ABCDEFG", held, strict=True):
            for cell in pair:
                across, down = cell % FOUR.cols * CELL, cell // FOUR.cols * CELL
                at = left + across + CELL / 2, EDGE + down + CELL / 2 + 6
                parts.append(words(*at, letter, 18, LINE_COLOUR))
    return card(
        2 * EDGE + 2 * side + 50,
        2 * EDGE + side,
        "X in a corner or in the middle, an answer of O, and seven pairs of cells",
        parts,
    )


ROOT = Position.parse("XOX/OOX/...")


def tree() -> str:
    """A tree of positions with the value of each for X."""
    return _tree(
        f"All that can follow {ROOT}, with the value of each for X",
        ("X moves: the largest", "O moves: the smallest"),
        {1: "+1", 0: "0", -1: "-1"},
    )


def cut() -> str:
    """The same tree, of which little is looked at if the question is whether X can win."""
    return _tree(
        f"Whether X can win from {ROOT}: one yes is enough, so two of three branches are not seen",
        ("X moves: one yes", "O moves: all yes"),
        {1: "yes", 0: "no", -1: "no"},
        seen=ROOT.best_moves(),
    )


def _tree(
    about: str, who: tuple[str, str], said: dict[int, str], seen: Iterable[int] = range(9)
) -> str:
    """All that can follow a position, pale below the first moves that are not looked at."""
    rows: list[str] = []
    left: float = EDGE + 190  # of what says who moves
    deepest = max(9 - ROOT.ply + 1, 1)

    def draw(position: Position, depth: int) -> float:
        """Draw a position and all that follows; the middle of it comes back."""
        nonlocal left
        top = EDGE + 26 + depth * (NODE + 62)
        below = []
        for cell in position.moves():
            start = len(rows)
            below.append(draw(position.play(cell), depth + 1))
            if position is ROOT and cell not in seen:
                rows[start:] = ['<g opacity="0.2">', *rows[start:], "</g>"]
        if below:
            middle = (below[0] + below[-1]) / 2
        else:
            middle = left + NODE / 2
            left += NODE + 26
        rows.extend(_branch(middle, top + NODE + 22, at, top + NODE + 58) for at in below)
        _, line, _ = position.outcome or (None, 0, 0)
        rows.append(board(middle - NODE / 2, top, position.x, position.o, line, SMALL))
        worth = position.value if position.turn == ROOT.turn else -position.value
        colour = {1: LINE_COLOUR, 0: INK, -1: O_COLOUR}[worth]
        rows.append(words(middle, top + NODE + 17, said[worth], 16, colour))
        return middle

    draw(ROOT, 0)
    height = EDGE + deepest * (NODE + 62)
    for depth in range(deepest - 1):
        at = EDGE + 14 + depth * (NODE + 62)
        rows.append(words(EDGE, at, who[depth % 2], 12, GRID_COLOUR, "start"))
    return card(round(left), round(height), about, rows)


def _branch(x1: float, y1: float, x2: float, y2: float) -> str:
    return _path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", GRID_COLOUR, 1.5)


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


def whole_map() -> str:
    """Every answer of the perfect player, as X."""
    return strategy_map(Player.parse("perfect"), TICTACTOE, [X])


PICTURES: dict[str, Callable[[], str]] = {
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


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(drawn(), encoding="utf-8")


if __name__ == "__main__":
    main()
