"""Pairs of cells that stop all lines, found with backtracking.

A set of lines is a bitmask with a bit for each line of `row`. So a few operations on words show
which lines a pair does not stop. The sets are:

    through[cell]           the lines through a free cell
    counts[level][n]        after `level` pairs, the lines without a pair that lack n cells
    counts[level][k + 1]    all lines without a pair

A pair removes the lines through both of its cells, and one cell from each line through only one of
these cells.
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import ONE, TWO, ZERO, Board, Memory, Word, Words
from noughts.solver.search.engine.lines import light, lowest, several

TRIES, MORE = 20, 200  # the most pairs that are chosen; `MORE` if the least weight is below 1
REST, TIGHT, RANK = 0, 1, 2  # of a level: the unpaired free cells, the cells to pair, the last rank


def paired(
    free: Word, row: Words, size: int, attacks: bool, back: bool, memory: Memory, board: Board
) -> tuple[bool, Word, Word]:
    """Whether weights and pairs of free cells stop all lines; the cells used, and the residue.

    The defender answers one cell of a pair with the other, so he blocks every line that contains a
    pair (Hales and Jewett, 1963). In the other lines, only the cells outside the pairs count. If
    these lines are too light to be made, as in `outweighed`, he stops them: when he has no pair to
    complete, he takes the cell whose lines weigh the most. The residue is the least weight that the
    lines without a pair have during the search for pairs, in units of 2**-k.

    The line with the fewest cells left takes its best pair: as in `shared_most`, a line with both
    cells adds 8 to a pair's score, and a line with one subtracts 1. If a line has fewer than two
    cells left and `back` is true, the search backtracks: it replaces the last pair with the next
    best pair. As other pairs rarely help where much weight is left, it does not backtrack if the
    residue at the first such line is `far` above 1, and it makes fewer tries unless the residue
    falls below 1. `memory.pairs` gets the pairs, followed by a 0.
    """
    steps, chosen = memory.steps, memory.pairs
    fill(free, row, size, memory, board)
    weight, fewest, line = looked_at(0, size, memory, board)
    steps[0, REST] = free
    residue, level, tries = weight, 0, 0
    while not light(weight, attacks, board):
        if fewest < TWO:  # a line has no pair: a dead end
            if tries == level and (not back or far(residue, board)):
                break
            level -= 1
        elif tries == MORE or (tries >= TRIES and residue >= ONE << board.k):
            break
        else:
            tries += 1
            steps[level, TIGHT], steps[level, RANK] = row[line] & steps[level, REST], ~ZERO
        pair = ZERO
        while pair == ZERO and level >= 0:
            pair = next_pair(level, size, memory, board)
            level += 1 if pair != ZERO else -1
        if pair == ZERO:
            break
        chosen[level - 1], steps[level, REST] = pair, steps[level - 1, REST] ^ pair
        take(level, pair, size, memory, board)
        weight, fewest, line = looked_at(level, size, memory, board)
        residue = min(residue, weight)
    if not light(weight, attacks, board):
        chosen[0] = ZERO
        return False, ZERO, residue
    chosen[level] = ZERO
    cells, rest = free ^ steps[level, REST], steps[level, REST]
    for i in range(size):
        if memory.counts[level, at(i, board) + int(board.k) + 1] & bit(i) != ZERO:
            cells |= row[i] & rest
    return True, cells, residue


def far(residue: Word, board: Board) -> bool:
    """Whether a residue is at least 3/2, so that other pairs rarely stop all lines."""
    return bool(residue << ONE >= u64(3) << board.k)


def bit(i: int) -> Word:
    """The bit of a line in its word."""
    return ONE << u64(i & 63)


def at(i: int, board: Board) -> int:
    """The index at which the counts for a line's word begin."""
    return (i >> 6) * (int(board.k) + 2)


def cell_of(bit: Word) -> int:
    """The cell that a bit stands for."""
    return int(ones_in(bit - ONE))


def fill(free: Word, row: Words, size: int, memory: Memory, board: Board) -> None:
    """Enter the lines into `memory.through`, and into the counts of level 0."""
    through, counts, all_of = memory.through, memory.counts, int(board.k) + 1
    words = (size + 63) >> 6
    for i in range(64 * words):
        through[i] = ZERO
    for i in range(words * (all_of + 1)):
        counts[0, i] = ZERO
    for i in range(size):
        cells = row[i] & free
        own, w, begin = bit(i), i >> 6, at(i, board)
        counts[0, begin + int(ones_in(cells))] |= own
        counts[0, begin + all_of] |= own
        while cells != ZERO:
            through[cell_of(lowest(cells)) + 64 * w] |= own
            cells &= cells - ONE


def take(level: int, pair: Word, size: int, memory: Memory, board: Board) -> None:
    """Compute the counts of a level from a new pair and the counts of the level before."""
    through, counts, k = memory.through, memory.counts, int(board.k)
    first = cell_of(lowest(pair))
    second = cell_of(pair & (pair - ONE))
    for w in range((size + 63) >> 6):
        a, b, begin = through[first + 64 * w], through[second + 64 * w], w * (k + 2)
        one, kept = a ^ b, ~(a | b)
        before, after = counts[level - 1], counts[level]
        for n in range(begin, begin + k):
            after[n] = before[n] & kept | before[n + 1] & one
        after[begin + k] = before[begin + k] & kept
        after[begin + k + 1] = before[begin + k + 1] & ~(a & b)


def looked_at(level: int, size: int, memory: Memory, board: Board) -> tuple[Word, Word, int]:
    """The weight of a level's lines, the fewest cells that any of them lacks, and such a line."""
    counts, k = memory.counts[level], int(board.k)
    weight, fewest, line = ZERO, k + 1, 0
    for w in range((size + 63) >> 6):
        for n in range(k, -1, -1):
            lines = counts[w * (k + 2) + n]
            weight += ones_in(lines) << u64(k - n)
            if lines != ZERO and (w == 0 or n < fewest):
                fewest, line = n, 64 * w + cell_of(lowest(lines))
    return weight, u64(fewest), line


def next_pair(level: int, size: int, memory: Memory, board: Board) -> Word:
    """The best pair of a level that ranks below the last chosen pair; 0 if no pair is left."""
    through, counts, step = memory.through, memory.counts[level], memory.steps[level]
    best, found, number, across = ZERO, ZERO, u64(4095), int(board.k) + 2
    cells = step[TIGHT]
    while several(cells):
        one = lowest(cells)
        cells ^= one
        others = cells
        while others != ZERO:
            other = lowest(others)
            others ^= other
            rank = u64(2 * size)
            for w in range((size + 63) >> 6):
                alive = counts[w * across + across - 1]
                a = through[cell_of(one) + 64 * w] & alive
                b = through[cell_of(other) + 64 * w] & alive
                rank += u64(10) * ones_in(a & b) - ones_in(a) - ones_in(b)
            rank = rank << u64(12) | number
            number -= ONE
            if best < rank < step[RANK]:
                best, found = rank, one | other
    step[RANK] = best
    return found
