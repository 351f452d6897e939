"""Plays random games to test what answers and boards from outside the library claim.

An answer or a board claims laws and symmetries. For the library's own answers and boards, these
claims are proved. A claim from outside may be false, and would then lead to wrong numbers without
an error. So if games can refute such a claim, the library tests it in some random games before it
relies on it. These games avoid lines, since a line would end them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from noughts.core import bits
from noughts.core.answers import Law

Rules = Any  # its module imports this one

PLAYED: tuple[Law, ...] = ("any_order", "full")  # the laws that games can refute
GAMES = 20
PLIES = 100  # of a game, which are enough to find holes and edges
IMAGES = 8  # positions whose images are compared


def refuted(rules: Rules) -> frozenset[Law]:
    """The laws in `PLAYED` that a random game has refuted.

    >>> from noughts import Rules
    >>> sorted(refuted(Rules.parse("3,3,3,gravity")))
    ['any_order']
    """
    broken = set[Law]()
    for planes, cells in _games(rules):
        free = bits.free_cells(*planes, rules)
        if cells != free:
            broken.add("any_order")
        if free and not cells:
            broken.add("full")
    return frozenset(broken)


def held(symmetries: Iterable[Any], rules: Rules) -> Iterator[Any]:
    """The symmetries that map lines to lines and, in random games, playable cells to playable ones.

    >>> from noughts import Rules, Symmetry
    >>> [each.name for each in held(Symmetry, Rules.parse("3,4,3,gravity"))]
    ['IDENTITY', 'MIRROR']
    """
    lines = {
        (frozenset(bits.cells_of(line)), frozenset(bits.cells_of(ends)))
        for line, ends in zip(rules.lines, rules.too_long, strict=True)
    }
    where = rules.answers.where
    for symmetry in symmetries:
        image = [rules.geometry.image(cell, symmetry) for cell in range(rules.cells)]

        def moved(stones: int, image: list[int] = image) -> int:
            return sum(1 << image[cell] for cell in bits.cells_of(stones))

        on_lines = all(
            (frozenset(map(image.__getitem__, line)), frozenset(map(image.__getitem__, ends)))
            in lines
            for line, ends in lines
        )
        if on_lines and all(
            where.cells((moved(planes[0]), moved(planes[1])), rules) == moved(cells)
            for planes, cells in islice(_games(rules), IMAGES)
        ):
            yield symmetry


def _games(rules: Rules) -> Iterator[tuple[tuple[int, int], int]]:
    """The positions of some random games, as two planes, each with its playable cells."""
    drawn, marks, turns = random.Random(1), rules.answers.marks, rules.answers.turns
    for _ in range(GAMES):
        planes = [0, 0]
        for ply in range(PLIES):
            cells: int = rules.answers.where.cells((planes[0], planes[1]), rules)
            yield (planes[0], planes[1]), cells
            mover = turns.second(ply, rules.cells)
            hand = mover if marks.owned else drawn.choice(marks.hands)
            quiet = cells & ~bits.completions(planes[hand], rules)
            if not quiet:
                break
            start = drawn.randrange(rules.cells)
            some = quiet >> start << start or quiet
            planes[hand] |= some & -some
