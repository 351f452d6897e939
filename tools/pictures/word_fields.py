"""A picture of the 32 bits of a word, divided into fields."""

from __future__ import annotations

from cards import EDGE, SIDE, board, card, words

from noughts.codecs import CODECS
from noughts.codecs.word import Word
from noughts.core.svg import GRID_COLOUR

WORD = 1074922005  # the finished game of the page about representations
BIT = 24  # the width of a bit
GAP, WIDE = 7, 20  # the space between cells, and between other fields, whose names are longer
TINTS = ("#dbe9fb", "#fbe3d6")  # the alternating colours of the fields
MEANINGS = (
    ("result", "00 in progress, 01 X won, 10 O won, 11 tie"),
    ("error", "1 if the last number was refused"),
    ("input", "the last number typed, less 1"),
    ("turn", "1 if X moves next, 0 if O does"),
    ("cell", "00 empty, 01 X, 10 O"),
)


def word_fields() -> str:
    """A game as one number of 32 bits: its fields, and the board that they contain."""
    parts: list[str] = []
    at, top = EDGE, EDGE + 34
    for number, field in enumerate(CODECS["word"].layout):
        name = field.name if field.cell is None else f"cell {field.cell}"
        middle = at + field.width * BIT / 2
        parts.append(words(middle, EDGE, name, 13))
        for place in reversed(range(field.low, field.low + field.width)):
            parts.append(
                f'<rect x="{at}" y="{top}" width="{BIT}" height="32" fill="{TINTS[number % 2]}" '
                f'stroke="{GRID_COLOUR}"/>'
            )
            parts.append(words(at + BIT / 2, top + 22, WORD >> place & 1, 16))
            parts.append(words(at + BIT / 2, top - 8, place, 10, GRID_COLOUR))
            at += BIT
        at += WIDE if field.cell is None else GAP
    position = Word(WORD).position
    _, line, _ = position.outcome or (None, 0, 0)
    below = top + 32 + EDGE
    parts.append(board(EDGE, below, position.x, position.o, line))
    left = EDGE + SIDE + 30
    parts.append(words(left, below + 14, WORD, 14, anchor="start"))
    for row, (name, meaning) in enumerate(MEANINGS, 1):
        for at_x, text in ((left, name), (left + 70, meaning)):
            parts.append(words(at_x, below + 14 + row * 21, text, 14, anchor="start"))
    return card(
        at - GAP + EDGE,
        below + SIDE + EDGE,
        f"The 32 bits of {WORD}: result, error, input, turn, and two bits for each cell",
        parts,
    )
