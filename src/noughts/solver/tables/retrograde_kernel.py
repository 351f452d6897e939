"""The loops of the strong solution, to be compiled; `retrograde` says what they do, and why.

Nothing here knows the rules: lines and symmetries come in tables over all sets of cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from noughts.solver.tables.table_file import NEVER

NO_LINE, ENDED, IMPOSSIBLE = 0, 1, 2


class SetFacts(NamedTuple):
    """Facts about every set of cells: arrays that its bitboard indexes, except `sources`.

    `endings` is NO_LINE, ENDED if a last stone can have made the lines, or IMPOSSIBLE; `least` is
    the least image, `number` its number in its layer, and `symmetry` the symmetry that takes the
    set there; `rank` is its rising number (`core.set_numbers`). `sources[symmetry, cell]` is
    the cell that is taken to `cell`.
    """

    endings: Any
    least: Any
    number: Any
    symmetry: Any
    rank: Any
    sources: Any


class Layer(NamedTuple):
    """What all sets of O of one size share.

    `even` and `odd` are X's stones by rank among the cells that O leaves, with X to move and with
    O. Of the sets with one stone more, `later` has the blocks that are needed: `later[where[n]]` is
    that of the set with the number n in its layer. Its first `even_later` scores are those with X
    to move. A game that ended with the last stone has the score `ended_even` with X to move, and
    `ended_odd` with O.
    """

    even: Any
    odd: Any
    later: Any
    where: Any
    even_later: int
    ended_even: int
    ended_odd: int


def solve_blocks(chosen: Any, layer: Layer, sets: SetFacts, scores: Any) -> None:
    """Fill `scores`, one block for each of the `chosen` sets of O."""
    cells = sets.sources.shape[1]
    place = np.zeros(cells, np.int64)  # the number of a cell among those that O leaves
    images = np.empty(cells, np.int64)
    width = (cells + 2) // 3
    moved = np.empty((3, 1 << width), np.int64)
    for i in range(len(chosen)):
        o = np.int64(chosen[i])
        free = 0
        for cell in range(cells):
            if not o >> cell & 1:
                place[cell] = free
                images[free] = 1 << cell
                free += 1
        even, odd = scores[i, : len(layer.even)], scores[i, len(layer.even) :]
        ending = sets.endings[o]
        if ending == NO_LINE:
            odd[:] = -NEVER if layer.even_later else 0  # 0 is the score of a full board
            move_o(o, place, layer, sets, width, moved, odd)
            map_bits(images, free, width, moved)
            for rank in range(len(odd)):
                ending = sets.endings[mapped(moved, width, layer.odd[rank])]
                if ending != NO_LINE:
                    odd[rank] = layer.ended_odd if ending == ENDED else NEVER
            even[:] = -NEVER if len(odd) else 0
            move_x(layer, sets.rank, odd, even)
        else:
            odd[:] = NEVER
            even[:] = layer.ended_even if ending == ENDED else NEVER
            map_bits(images, free, width, moved)
        for rank in range(len(even)):
            if sets.endings[mapped(moved, width, layer.even[rank])] != NO_LINE:
                even[rank] = NEVER


def move_o(
    o: Any, place: Any, layer: Layer, sets: SetFacts, width: int, moved: Any, odd: Any
) -> None:
    """Give each position with O to move its score, the best that a stone of O leads to."""
    cells = sets.sources.shape[1]
    images = np.empty(cells, np.int64)
    for cell in range(cells if layer.even_later else 0):
        if o >> cell & 1:
            continue
        # Back from the least image of O's stones: where each cell that they leave came from.
        after = o | 1 << cell
        sources = sets.sources[sets.symmetry[after]]
        free = 0
        for image in range(cells):
            if not sets.least[after] >> image & 1:
                images[free] = 1 << place[sources[image]]
                free += 1
        map_bits(images, free, width, moved)
        block = layer.later[layer.where[sets.number[after]]]
        for rank in range(layer.even_later):
            # In order of rank, the sets of fewer cells come first among those of more.
            before = sets.rank[mapped(moved, width, layer.odd[rank])]
            odd[before] = max(odd[before], -block[rank])


def move_x(layer: Layer, ranks: Any, odd: Any, even: Any) -> None:
    """Give each position with X to move its score, the best that a stone of X leads to."""
    for rank in range(len(odd)):
        stones = rest = np.int64(layer.odd[rank])
        while rest:
            stone = rest & -rest
            rest ^= stone
            before = ranks[stones ^ stone]
            even[before] = max(even[before], -odd[rank])


def map_bits(images: Any, count: int, width: int, moved: Any) -> None:
    """Fill three tables that move `count` bits, `width` bits each: bit i onto `images[i]`."""
    for part in range(3):
        moved[part, 0] = 0
        for i in range(min(width, count - part * width)):
            image = images[part * width + i]
            for value in range(1 << i):
                moved[part, value | 1 << i] = moved[part, value] | image


def mapped(moved: Any, width: int, mask: Any) -> Any:
    """A mask with its bits moved as `map_bits` set out."""
    low = (1 << width) - 1
    return moved[0, mask & low] | moved[1, mask >> width & low] | moved[2, mask >> 2 * width]
