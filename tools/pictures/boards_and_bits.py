"""Pictures of boards beside their bits: bits, lines, and the number of bits that a board needs."""

from __future__ import annotations

from collections.abc import Iterable

from cards import EDGE, INK, NODE, PAPER, SIDE, SMALL, board, card, words

from noughts.core import symmetry
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.core.svg import CELL, GRID_COLOUR, X_COLOUR


def place_values() -> str:
    """The digits of a binary number, with their place values."""
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
    """The results of and, or and exclusive or on two boards."""
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
    """A row that two shifts find."""
    stones = 0b110_010_111
    return _shifts(stones, "The only cell with a stone that two others follow is cell 0")


def wrapped() -> str:
    """Three stones across the edge of the board, which the shifts wrongly find as a row."""
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


def how_few() -> str:
    """Bars for the number of bits that each representation needs."""
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
    """The bits of a number in boxes, with the cells above them; the highest cell is on the left."""
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
    """The horizontal shift of a bit, which leaves a gap between the rows of a board."""
    return (cells - 1 - cell) // 3 * 8 if cells == TICTACTOE.cells else 0
