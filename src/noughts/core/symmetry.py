"""The symmetries of the board, and the one image that stands for a whole class.

A symmetry is three bits: mirror left and right, flip top and bottom, and, on a square, transpose
first. Those are all eight symmetries of the square and all four of an oblong.

         bits            the corner a goes to           bits            the corner a goes to
    0    ---             a . b     top left             4    T--        a . c     top left
    1    --M             b . a     top right            5    T-M        c . a     top right
    2    -F-             c . d     bottom left          6    TF-        b . d     bottom left
    3    -FM             d . c     bottom right         7    TFM        d . b     bottom right
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from noughts.core.bits import B
from noughts.core.rules import Rules
from noughts.errors import RulesError


class Symmetry(IntEnum):
    """A symmetry by its bits: 1 mirrors left and right, 2 flips top and bottom, 4 transposes first.

    >>> Symmetry.ROTATE_90.inverse
    <Symmetry.ROTATE_270: 6>
    """

    IDENTITY = 0
    MIRROR = 1
    FLIP = 2
    ROTATE_180 = 3
    TRANSPOSE = 4
    ROTATE_90 = 5
    ROTATE_270 = 6
    ANTITRANSPOSE = 7

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one: only the quarter turns are not their own."""
        quarter_turns = {Symmetry.ROTATE_90: Symmetry.ROTATE_270}
        quarter_turns |= {turn: back for back, turn in quarter_turns.items()}
        return quarter_turns.get(self, self)


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """The symmetries of the board: 8 of a square, 4 of an oblong.

    >>> len(symmetries(Rules(3, 3, 3))), len(symmetries(Rules(4, 3, 3)))
    (8, 4)
    """
    every = tuple(Symmetry)
    return every if rules.rows == rules.cols else every[:4]


def transform_cell(cell: int, symmetry: Symmetry, rules: Rules) -> int:
    """Where the symmetry takes a cell.

    >>> transform_cell(0, Symmetry.ROTATE_90, Rules(3, 3, 3))    # clockwise: top left, top right
    2
    """
    row, col = divmod(cell, rules.cols)
    if symmetry & Symmetry.TRANSPOSE:
        row, col = col, row
    if symmetry & Symmetry.FLIP:
        row = rules.rows - 1 - row
    if symmetry & Symmetry.MIRROR:
        col = rules.cols - 1 - col
    return row * rules.cols + col


@lru_cache(maxsize=512)
def _shifts(symmetry: Symmetry, rules: Rules, lanes: int) -> tuple[tuple[int, int], ...]:
    """`(mask, shift)`: the cells moved by the same distance move together, onto `mask`."""
    if symmetry not in symmetries(rules):
        raise RulesError(
            f"a {rules.rows}x{rules.cols} board has no {symmetry.name}; "
            f"its symmetries: {', '.join(s.name for s in symmetries(rules))}"
        )
    masks: dict[int, int] = {}
    for cell in range(rules.cells):
        image = transform_cell(cell, symmetry, rules)
        for lane in range(lanes):
            place = image + lane * rules.cells
            masks[image - cell] = masks.get(image - cell, 0) | 1 << place
    return tuple((mask, distance) for distance, mask in masks.items())


def transform(stones: B, symmetry: Symmetry, rules: Rules, lanes: int = 1) -> B:
    """A bitboard after the symmetry; a bit expression, for any operand that `bits` takes.

    With 2 `lanes`, a `pair` code: two bitboards side by side, both moved at once.

    Raises `RulesError` for a transposing symmetry of a board that is not square.

    >>> format(transform(0b000_001_011, Symmetry.MIRROR, Rules(3, 3, 3)), "09b")
    '000100110'
    """
    image = stones & 0
    for mask, shift in _shifts(symmetry, rules, lanes):
        # Masked where the stones are lower, so that no bit leaves the board on its way up, and
        # none stays of what a signed kind fills in from above on its way down.
        if shift >= 0:
            image = image | (stones & mask >> shift) << shift
        else:
            image = image | stones >> -shift & mask
    return image


def images(x: int, o: int, rules: Rules) -> list[tuple[int, int]]:
    """The images `(x, o)` of two bitboards under every symmetry, in the order of `symmetries`."""
    return [(transform(x, s, rules), transform(o, s, rules)) for s in symmetries(rules)]


def canonical(x: int, o: int, rules: Rules) -> tuple[int, int]:
    """The image with the least `x | o << cells`, which stands for the whole symmetry class.

    >>> canonical(0b100_000_000, 0b001_000_000, Rules(3, 3, 3))
    (4, 1)
    """
    return min(images(x, o, rules), key=lambda image: (image[1], image[0]))
