"""What the symmetries of a board do, and which image stands for a whole symmetry class."""

from __future__ import annotations

from functools import lru_cache
from typing import SupportsIndex

from noughts.core.bits import B
from noughts.core.geometry import Symmetry
from noughts.core.notation import checked_cell
from noughts.core.rules import Rules
from noughts.errors import RulesError

__all__ = ["Symmetry", "canonical", "images", "steps", "symmetries", "transform", "transform_cell"]


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """The symmetries of the board, the identity first: 8 for a square, 4 for an oblong.

    >>> len(symmetries(Rules(3, 3, 3))), len(symmetries(Rules(4, 3, 3)))
    (8, 4)
    """
    return rules.geometry.symmetries


def transform_cell(cell: SupportsIndex | str, symmetry: Symmetry, rules: Rules) -> int:
    """Where the symmetry takes a cell, given by its number or name.

    >>> transform_cell("a1", Symmetry.ROTATE_90, Rules(3, 3, 3))    # clockwise, to c1
    2

    Raises `CellError` if the board has no such cell.
    """
    return rules.geometry.image(checked_cell(cell, rules), symmetry)


@lru_cache(maxsize=512)
def _shifts(symmetry: Symmetry, rules: Rules, lanes: int) -> tuple[tuple[int, int], ...]:
    """`(mask, shift)`: cells that move by the same distance move together, onto `mask`."""
    if symmetry not in symmetries(rules):
        raise RulesError(
            f"a {rules.geometry} board has no {symmetry.name}; "
            f"its symmetries: {', '.join(s.name for s in symmetries(rules))}"
        )
    masks: dict[int, int] = {}
    for cell in range(rules.cells):
        image = rules.geometry.image(cell, symmetry)
        for lane in range(lanes):
            place = image + lane * rules.cells
            masks[image - cell] = masks.get(image - cell, 0) | 1 << place
    return tuple((mask, distance) for distance, mask in masks.items())


def transform(stones: B, symmetry: Symmetry, rules: Rules, lanes: int = 1) -> B:
    """The image of a bitboard; a bit expression, for any operand that `bits` takes.

    With 2 `lanes` it takes a `pair` code: two bitboards side by side, both moved at once.

    Raises `RulesError` for a transposing symmetry of a board that is not square.

    >>> format(transform(0b000_001_011, Symmetry.MIRROR, Rules(3, 3, 3)), "09b")
    '000100110'
    """
    image = stones & 0
    for mask, shift in _shifts(symmetry, rules, lanes):
        # Masked where the stones are lower: on the way up no bit leaves the board, and on the way
        # down no bit remains of those that a signed kind shifts in from above.
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


@lru_cache(maxsize=64)
def steps(rules: Rules) -> tuple[Symmetry, ...]:
    """A path through all images of a board: the symmetries that make each image from the last.

    Each step makes a new image; of the steps that do, it moves cells by the fewest distances.

    >>> print(*(step.name for step in steps(Rules(3, 3, 3))))
    MIRROR FLIP MIRROR TRANSPOSE MIRROR FLIP MIRROR
    """
    geometry, cells = rules.geometry, range(rules.cells)
    every = {s: tuple(geometry.image(cell, s) for cell in cells) for s in symmetries(rules)}
    cheapest_first = sorted(every, key=lambda s: len(_shifts(s, rules, 1)))
    here = tuple(cells)
    seen = {here}
    way: list[Symmetry] = []
    while True:
        moved = {step: tuple(every[step][cell] for cell in here) for step in cheapest_first}
        step = next((step for step, there in moved.items() if there not in seen), None)
        if step is None:  # on a single row a flip moves nothing
            return tuple(way)
        way.append(step)
        here = moved[step]
        seen.add(here)
