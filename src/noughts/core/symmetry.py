"""Applies the symmetries of a board, and finds the image that represents a symmetry class."""

from __future__ import annotations

from functools import lru_cache
from typing import SupportsIndex

from noughts.core.bits import B, moved
from noughts.core.cell_names import checked_cell
from noughts.core.directions import Moves
from noughts.core.geometry import AnySymmetry, Symmetry
from noughts.core.message_text import listed, quoted
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import RulesError

__all__ = ["Symmetry", "canonical", "images", "steps", "symmetries", "transform", "transform_cell"]


def symmetries(rules: Rules | str = TICTACTOE) -> tuple[AnySymmetry, ...]:
    """The symmetries of a game, beginning with the identity: 8 on a square, 4 on an oblong.

    A cube has 48 or more (see `Box.symmetries`). A torus has the symmetries of the flat board, each
    combined with every shift. Gravity may leave fewer. `rules` may be given as text. Raises
    `RulesError` for invalid text.

    >>> len(symmetries(Rules(3, 3, 3))), len(symmetries(Rules(4, 3, 3)))
    (8, 4)
    >>> len(symmetries("3x3x3,3")), len(symmetries("3,3,3,torus"))
    (48, 72)
    """
    if hasattr(rules, "images"):
        raise RulesError(f"{quoted(rules)} is not a board; position.images() has its images")
    return as_rules(rules).symmetries


def transform_cell(cell: SupportsIndex | str, symmetry: AnySymmetry, rules: Rules) -> int:
    """The image of a cell, given by its number or name, under a symmetry.

    >>> transform_cell("a1", Symmetry.ROTATE_90, Rules(3, 3, 3))    # clockwise, to c1
    2

    Raises `CellError` if the board has no such cell.
    """
    return rules.geometry.image(checked_cell(cell, rules), symmetry)


@lru_cache(maxsize=512)
def moves(symmetry: AnySymmetry, rules: Rules, lanes: int = 1) -> Moves:
    """A symmetry as pairs (mask, distance): each mask has the images of cells moved by that much.

    >>> moves(Symmetry.FLIP, Rules(2, 2, 2))    # the lower row up, the upper one down
    ((12, 2), (3, -2))
    """
    if symmetry not in symmetries(rules):
        raise RulesError(
            f"a {rules.geometry} board has no {getattr(symmetry, 'name', quoted(symmetry))}; "
            f"its symmetries: {listed(s.name for s in symmetries(rules))}"
        )
    masks: dict[int, int] = {}
    for cell in range(rules.cells):
        image = rules.geometry.image(cell, symmetry)
        for lane in range(lanes):
            place = image + lane * rules.cells
            masks[image - cell] = masks.get(image - cell, 0) | 1 << place
    return tuple((mask, distance) for distance, mask in masks.items())


def transform(stones: B, symmetry: AnySymmetry, rules: Rules, lanes: int = 1) -> B:
    """The image of a bitboard under a symmetry: a bit expression for any operand of `bits`.

    With `lanes=2`, `stones` is a code of the codec `pair`: two bitboards side by side, which the
    symmetry moves together.

    Raises `RulesError` for a symmetry that the board does not have, such as a transposition of an
    oblong.

    >>> format(transform(0b000_001_011, Symmetry.MIRROR, Rules(3, 3, 3)), "09b")
    '000100110'
    """
    return moved(stones, moves(symmetry, rules, lanes))


def images(x: int, o: int, rules: Rules) -> list[tuple[int, int]]:
    """The images `(x, o)` of two bitboards under every symmetry, in the order of `symmetries`."""
    return [(transform(x, s, rules), transform(o, s, rules)) for s in symmetries(rules)]


def canonical(x: int, o: int, rules: Rules) -> tuple[int, int]:
    """The image that represents the symmetry class: the one with the least `x | o << cells`.

    >>> canonical(0b100_000_000, 0b001_000_000, Rules(3, 3, 3))
    (4, 1)
    """
    return min(images(x, o, rules), key=lambda image: (image[1], image[0]))


@lru_cache(maxsize=64)
def steps(rules: Rules) -> tuple[AnySymmetry, ...]:
    """A path through all images of a board, as steps: symmetries that map each image to the next.

    Each step is, of all symmetries that give a new image, the one that moves cells by the fewest
    different distances.

    >>> print(*(step.name for step in steps(Rules(3, 3, 3))))
    MIRROR FLIP MIRROR TRANSPOSE MIRROR FLIP MIRROR
    """
    geometry, cells = rules.geometry, range(rules.cells)
    every = {s: tuple(geometry.image(cell, s) for cell in cells) for s in symmetries(rules)}
    cheapest_first = sorted(every, key=lambda s: len(moves(s, rules, 1)))
    here = tuple(cells)
    seen = {here}
    way: list[AnySymmetry] = []
    while True:
        onward = ((step, tuple(every[step][cell] for cell in here)) for step in cheapest_first)
        step, there = next((move for move in onward if move[1] not in seen), (None, here))
        if step is None:  # on a single row a flip moves nothing
            return tuple(way)
        way.append(step)
        here = there
        seen.add(here)


def cycles(symmetry: AnySymmetry, rules: Rules) -> list[int]:
    """The cycles in which a symmetry permutes the cells, each cycle as a bitboard.

    >>> from noughts import TICTACTOE
    >>> [f"{cycle:09b}" for cycle in cycles(Symmetry.MIRROR, TICTACTOE)][:2]
    ['000000101', '000000010']
    """
    found = []
    seen = 0
    for cell in range(rules.cells):
        cycle = 0
        while not seen >> cell & 1:
            cycle |= 1 << cell
            seen |= 1 << cell
            cell = rules.geometry.image(cell, symmetry)
        if cycle:
            found.append(cycle)
    return found
