"""Worksheets for a class, in A4: bits, lines, operators, a tree, and the boxes of MENACE."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial

from boards_and_bits import cell_gap, in_cells
from cards import INK, PAPER, SIDE, Tiny, board, card, words
from trees import blank_tree

from noughts.codecs import CODECS
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, X
from noughts.core.svg import GRID_COLOUR, O_COLOUR, X_COLOUR
from noughts.core.symmetry import symmetries, transform, transform_cell

WIDTH, HEIGHT = 794, 1123  # A4 in units of 1/96 inch
MARGIN = 40
# A colour for the beads of each cell, by the name that the sheet prints.
COLOURS = {
    "red": "#dc2626",
    "orange": "#ea580c",
    "yellow": "#eab308",
    "green": "#16a34a",
    "blue": "#2563eb",
    "purple": "#9333ea",
    "pink": "#ec4899",
    "brown": "#854d0e",
    "grey": "#6b7280",
}
TASKS = [
    (0b000_010_111, 0b001_010_001),
    (0b100_010_001, 0b001_010_100),
    (0b111_000_111, 0b101_101_101),
]
TINY = Tiny(22, 6)
IN_A_ROW, ROWS = 8, 10
BOXES_ON_A_PAGE = IN_A_ROW * ROWS


def bits() -> str:
    """Strips to cut out, each with a board and the nine bits of its number."""
    parts = [
        _head("A board is a number", "Put stones on the board, and write its bits: 1 is a stone.")
    ]
    for strip in range(6):
        top = 120 + strip * 165
        parts += [board(MARGIN, top, 0), in_cells(MARGIN, top, range(9))]
        parts.append(_blank_bits(MARGIN + SIDE + 40, top + 40))
        below = top + 118
        parts.append(
            words(MARGIN + SIDE + 40, below, "Add what the set bits are worth:", 13, anchor="start")
        )
        parts.append(words(WIDTH - MARGIN, below, "= ________", 16, anchor="end"))
    return card(
        WIDTH, HEIGHT, "Strips to cut: a board, and nine boxes for the bits of its number", parts
    )


def lines() -> str:
    """The eight lines, with room for the mask of each."""
    parts = [_head("The eight lines", "Write the mask of each line, as nine bits and as a number.")]
    for place, line in enumerate(TICTACTOE.lines):
        row, column = divmod(place, 2)
        left, top = MARGIN + column * 360, 120 + row * 240
        parts += [board(left, top, 0, 0, line), in_cells(left, top, range(9))]
        parts.append(
            words(left + SIDE + 20, top + 50, "__ __ __  __ __ __  __ __ __", 11, anchor="start")
        )
        parts.append(words(left + SIDE + 20, top + 95, "= ________", 16, anchor="start"))
    return card(WIDTH, HEIGHT, "The eight lines, with room for the mask of each", parts)


def signs() -> str:
    """And, or and exclusive or: a table for one bit, and boards to fill in."""
    parts = [
        _head("Two boards at once", "The tables say what happens in one place. Fill in the boards.")
    ]
    made = {"a &amp; b": int.__and__, "a | b": int.__or__, "a ^ b": int.__xor__}
    for column, (name, sign) in enumerate(made.items()):
        left = MARGIN + 60 + column * 240
        for row, texts in enumerate(
            [("a", "b", name), *((a, b, sign(a, b)) for a in (0, 1) for b in (0, 1))]
        ):
            for place, text in enumerate(texts):
                parts.append(
                    words(
                        left + place * 50,
                        140 + row * 28,
                        text,
                        16,
                        GRID_COLOUR if place < 2 else INK,
                    )
                )
    for row, (a, b) in enumerate(TASKS):
        top = 330 + row * 255
        for place, (name, stones) in enumerate([("a", a), ("b", b), *((name, 0) for name in made)]):
            left = MARGIN + place * (SIDE + 28)
            parts += [words(left + SIDE / 2, top, name), board(left, top + 14, stones)]
            number = stones if place < 2 else "______"
            parts.append(words(left + SIDE / 2, top + SIDE + 42, f"= {number}", 14))
    return card(
        WIDTH, HEIGHT, "Truth tables of and, or and exclusive or, and boards to fill in", parts
    )


def tree() -> str:
    """A tree of all positions that can follow a board, with room for the value of each."""
    asked = (
        "Write +1 below a board that X wins, -1 if O wins it, 0 for a draw. Begin at the bottom."
    )
    parts = [_head("Who wins?", asked), f'<g transform="translate(20 130)">{blank_tree()}</g>']
    return card(WIDTH, HEIGHT, "A tree of boards, with room for the value of each for X", parts)


@cache
def boxes() -> list[tuple[Position, dict[int, int]]]:
    """The boxes of MENACE from the first move on: the board of each box, and its beads by cell."""
    codec = CODECS["canonical"]
    every = [codec.decode(code) for code in range(codec.size)]
    chosen = [each for each in every if each.turn == X and each.ply < 8 and each.outcome is None]
    chosen.sort(key=lambda position: position.ply)
    return [(each, dict.fromkeys(_different(each), 4 - each.ply // 2)) for each in chosen]


def _different(position: Position) -> list[int]:
    """The lowest cell of each set of free cells that are equivalent by symmetry."""
    same = [
        each
        for each in symmetries(TICTACTOE)
        if all(transform(stones, each, TICTACTOE) == stones for stones in (position.x, position.o))
    ]
    free = position.legal_moves
    return sorted({min(transform_cell(cell, each, TICTACTOE) for each in same) for cell in free})


def matchboxes(page: int) -> str:
    """A page of boxes, each with its number, its board, and the beads to put in."""
    start = page * BOXES_ON_A_PAGE
    shown = boxes()[start : start + BOXES_ON_A_PAGE]
    last = start + len(shown)
    parts = [
        _head(
            f"MENACE: boxes {start + 1} to {last} of {len(boxes())}",
            "A dot says how many beads of its colour the box begins with. X moves.",
        )
    ]
    for place, (name, colour) in enumerate(COLOURS.items()):
        at = MARGIN + 8 + place * 81
        parts.append(f'<circle cx="{at}" cy="99" r="7" fill="{colour}"/>')
        parts.append(
            words(at + 11, 103, f"{chr(97 + place % 3)}{1 + place // 3} {name}", 10, anchor="start")
        )
    pieces: defaultdict[str, str] = defaultdict(str)
    for place, (position, beads) in enumerate(shown):
        row, column = divmod(place, IN_A_ROW)
        left, top = MARGIN + 6 + column * 91, 130 + row * 98
        pieces["grid"] += TINY.grid(left, top)
        pieces["X"] += TINY.crosses(position.x, left, top)
        pieces["O"] += TINY.rings(position.o, left, top)
        parts.append(words(left + 33, top + 80, start + place + 1, 10, GRID_COLOUR))
        for cell, count in beads.items():
            ((x, y),) = TINY.centres(1 << cell, left, top)
            colour = [*COLOURS.values()][cell]
            parts.append(f'<circle cx="{x}" cy="{y}" r="8" fill="{colour}"/>')
            parts.append(words(x, y + 4, count, 11, PAPER))
    looks = {"grid": (GRID_COLOUR, 1), "X": (X_COLOUR, 2.5), "O": (O_COLOUR, 2.5)}
    for name, (colour, width) in looks.items():
        parts.append(
            f'<path d="{pieces[name]}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )
    return card(WIDTH, HEIGHT, f"Boxes {start + 1} to {last} of MENACE, each with its beads", parts)


def _head(title: str, asked: str) -> str:
    return words(MARGIN, 56, title, 26, anchor="start") + words(
        MARGIN, 80, asked, 13, anchor="start"
    )


def _blank_bits(left: float, top: float) -> str:
    """Nine boxes for bits, with the cells above and the place values below."""
    parts = []
    for place, cell in enumerate(reversed(range(TICTACTOE.cells))):
        at = left + place * 58 + cell_gap(TICTACTOE.cells, cell)
        parts.append(
            f'<rect x="{at:g}" y="{top}" width="50" height="34" '
            f'fill="{PAPER}" stroke="{GRID_COLOUR}"/>'
        )
        parts.append(words(at + 25, top - 8, cell, 12, GRID_COLOUR))
        parts.append(words(at + 25, top + 52, 1 << cell, 12, GRID_COLOUR))
    return "".join(parts)


PAGES = -(-304 // BOXES_ON_A_PAGE)
SHEETS: dict[str, Callable[[], str]] = {
    "sheet-bits": bits,
    "sheet-lines": lines,
    "sheet-signs": signs,
    "sheet-tree": tree,
    **{f"sheet-menace-{page + 1}": partial(matchboxes, page) for page in range(PAGES)},
}
