"""Enumerates positions ply by ply, to count them in games where the order of the stones matters.

A ply is stored as its symmetry classes, in sorted arrays: O's stones and X's stones in one position
of each class, and the number of paths that lead to the class, in limbs of 32 bits. Moves are played
from only this position, and each move passes all paths of the class on to the class to which it
leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from noughts.core import bits, move_bits
from noughts.core.rules import O, Rules, X
from noughts.core.symmetry import symmetries, transform
from noughts.core.turns import mover
from noughts.errors import TooLargeError
from noughts.kernels.dtypes import Bools, Uint64s
from noughts.system.progress import Reporter, limited

WALKED_CELLS = 63  # the stones of each player are one word
LIMB = 32  # bits: a sum of up to 2**32 limbs fits a word
MOVE_BYTES = 150  # bytes of memory for each move to the next ply


class Ply(NamedTuple):
    """The n symmetry classes of a ply, as uint64 arrays `o` [n], `x` [n] and `paths` [limbs, n]."""

    o: Uint64s
    x: Uint64s
    paths: Uint64s

    def where(self, chosen: Bools) -> Ply:
        """The chosen classes."""
        return Ply(self.o[chosen], self.x[chosen], self.paths[:, chosen])

    def total(self) -> int:
        """The number of paths to all classes together."""
        return sum(int(limb.sum()) << LIMB * place for place, limb in enumerate(self.paths))


def walked(
    rules: Rules,
    progress: Reporter | None = None,
    allow: Callable[[int, int], object] | None = None,
) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the counts of each ply; `solver.counts` describes them and the arguments.

    >>> [positions for _, positions, *_ in walked(Rules.parse("3,3,3,gravity"))]
    [1, 3, 9, 24, 57, 108, 150, 176, 114, 52]
    """
    if rules.cells > WALKED_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; a count ply by ply is made for boards of up to "
            f"{WALKED_CELLS}"
        )
    report = limited(progress)
    here = Ply(np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.ones((1, 1), np.uint64))
    ply = 0
    while True:
        report(ply, rules.cells + 1)
        result: Uint64s = move_bits.result(here.x, here.o, rules)
        x_wins, o_wins, draws = (
            here.where(result == end).total() for end in (X, O, move_bits.DRAWN)
        )
        yield here.total(), _positions(here, rules), len(result), x_wins, o_wins, draws
        here = here.where(result == 0)
        if not len(here.x):
            break
        legal = bits.legal_cells(here.x, here.o, rules)
        if allow:
            moves = int(np.bitwise_count(legal).sum()) * rules.actions // rules.cells
            allow(ply + 1, moves * MOVE_BYTES)
        here = _merged([*_moves(here, legal, mover(ply, rules), rules)], rules)
        ply += 1
    report(1, 1)


def _moves(here: Ply, legal: Uint64s, player: int, rules: Rules) -> Iterator[Ply]:
    """For each move, the classes to which it leads, with the numbers of paths."""
    as_x = player == X or not rules.answers.owned
    hands = rules.actions // rules.cells
    for move in range(rules.actions):
        hand, cell = divmod(move, rules.cells)
        chosen = here.where((legal >> cell & 1).astype(np.bool_))
        planes = (chosen.x, chosen.o) if as_x else (chosen.o, chosen.x)
        stones = [np.full_like(chosen.x, 1 << cell if each == hand else 0) for each in range(hands)]
        planes = move_bits.placed(planes, tuple(stones), rules)
        x, o = planes if as_x else planes[::-1]
        least_o, least_x = o, x
        for by in symmetries(rules)[1:]:
            o_image, x_image = transform(o, by, rules), transform(x, by, rules)
            less = (o_image < least_o) | (o_image == least_o) & (x_image < least_x)
            least_o, least_x = np.where(less, (o_image, x_image), (least_o, least_x))
        yield Ply(least_o, least_x, chosen.paths)


def _merged(parts: list[Ply], rules: Rules) -> Ply:
    """Merge equal classes, and add up their numbers of paths."""
    o, x, paths = (np.concatenate(each, axis=-1) for each in zip(*parts, strict=True))
    one_word = 2 * rules.cells <= 64
    order = np.argsort(o << rules.cells | x) if one_word else np.lexsort((x, o))
    o, x = o[order], x[order]
    new = np.append(True, (o[1:] != o[:-1]) | (x[1:] != x[:-1]))
    sums = np.add.reduceat(paths[:, order], np.flatnonzero(new), axis=1)
    limbs, carry = [], np.zeros_like(sums[0])
    for limb in sums:
        total = limb + carry
        limbs.append(total & (1 << LIMB) - 1)
        carry = total >> LIMB
    if carry.any():
        limbs.append(carry)
    return Ply(o[new], x[new], np.array(limbs))


def _positions(here: Ply, rules: Rules) -> int:
    """The number of positions in all classes; classes of symmetric positions are smaller."""
    group = symmetries(rules)
    same = np.ones(len(here.x), np.int64)
    for by in group[1:]:
        same += (transform(here.o, by, rules) == here.o) & (transform(here.x, by, rules) == here.x)
    return int((len(group) // same).sum())
