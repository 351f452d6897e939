"""The order of moves: the cells with the heaviest lines come first.

The fewer cells a line lacks, the heavier it is.
"""

from __future__ import annotations

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import ONE, TWO, ZERO, Board, Word, Words
from noughts.solver.search.engine.lines import lowest


def weigh(free: Word, row: Words, size: int, weight: Words, board: Board) -> None:
    """Add the weight of each line to its free cells."""
    for i in range(size):
        cells = row[i] & free
        worth = ONE << TWO * (board.k - ones_in(cells))
        while cells != ZERO:
            weight[ones_in(lowest(cells) - ONE)] += worth
            cells &= cells - ONE


def sort(moves: Word, weight: Words, order: Words) -> int:
    """Fill `order` with the cells of `moves`, the heaviest first, and reset all weights to 0."""
    size = 0
    while moves != ZERO:
        move = lowest(moves)
        moves ^= move
        own = weight[ones_in(move - ONE)]
        at = size
        while at > 0 and weight[ones_in(order[at - 1] - ONE)] < own:
            order[at] = order[at - 1]
            at -= 1
        order[at] = move
        size += 1
    for i in range(len(weight)):
        weight[i] = ZERO
    return size
