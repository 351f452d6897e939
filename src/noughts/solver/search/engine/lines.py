"""Facts that follow from lines. `row` begins with `size` lines that a player can still make."""

from __future__ import annotations

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import ONE, TWO, ZERO, Board, Word, Words


def lowest(word: Word) -> Word:
    """The lowest set bit alone."""
    return word & (ZERO - word)


def several(word: Word) -> bool:
    """Whether more than one bit is set."""
    return bool(word & (word - ONE) != ZERO)


# A line lacks the cells on which a player has no stone. These loops have no branch, so that the
# compiler can vectorise them: a vector instruction handles several lines.


def completions(stones: Word, board: Board) -> Word:
    """The cells that complete a line, as from `bits.completions`, for stones without a line."""
    lines = board.lines
    found = ZERO
    for i in range(board.line_count):
        lacks = lines[i] & ~stones
        found |= lacks if lacks & (lacks - ONE) == ZERO else ZERO
    return found


def openings(stones: Word, free: Word, board: Board) -> Word:
    """The free cells of lines that lack one or two cells, all of them free; see `bits.openings`."""
    lines = board.lines
    found = ZERO
    for i in range(board.line_count):
        lacks = lines[i] & ~stones
        further = lacks & (lacks - ONE)
        found |= lacks if lacks & ~free | further & (further - ONE) == ZERO else ZERO
    return found


def live(cells: Word, board: Board) -> Word:
    """The cells of all lines within `cells`, which are a player's stones and the free cells."""
    lines = board.lines
    found = ZERO
    for i in range(board.line_count):
        found |= lines[i] if lines[i] & ~cells == ZERO else ZERO
    return found


def gather(stones: Word, free: Word, row: Words, board: Board) -> int:
    """Fill `row` with the lines that have only these stones and free cells; return their number."""
    lines = board.lines
    size = 0
    for i in range(board.line_count):
        line = lines[i]
        if line & ~(stones | free) == ZERO:
            row[size] = line
            size += 1
    return size


def unpaired(free: Word, row: Words, size: int) -> tuple[int, Word]:
    """Remove lines with two cells of their own; return how many are left, and the pairs' cells.

    A line's own cells are free, and are in no other line. Two of them are its pair: the defender
    answers one with the other. Once such lines are removed, the remaining lines may have further
    cells of their own.
    """
    pairs = ZERO
    while True:
        some, shared = ZERO, ZERO
        for i in range(size):
            shared |= some & row[i]
            some |= row[i]
        own = free & (some ^ shared)
        kept = 0
        for i in range(size):
            two = row[i] & own
            if several(two):
                pairs |= lowest(two) | lowest(two & (two - ONE))
            else:
                row[kept] = row[i]
                kept += 1
        if kept == size:
            return size, pairs
        size = kept


def outweighed(free: Word, row: Words, size: int, attacks: bool, board: Board) -> bool:
    """Whether the lines are too few and too long to be made (Erdős and Selfridge, 1973).

    A line with n free cells weighs 2**-n, and a finished line weighs 1. If the sum of the weights
    is below 1 when the defender is to move, he keeps it below 1 by always taking the cell whose
    lines weigh the most in total, so no line is finished. When the attacker is to move, the sum
    must be below 1/2, since one stone at most doubles it. The code counts weights in units of
    2**-k.
    """
    weight = ZERO
    for i in range(size):
        weight += ONE << (board.k - ones_in(row[i] & free))
    return light(weight, attacks, board)


def light(weight: Word, attacks: bool, board: Board) -> bool:
    """Whether lines of this total weight can be stopped as `outweighed` describes."""
    return bool(weight << (ONE if attacks else ZERO) < ONE << board.k)


def lacking(pair: Word, row: Words, size: int) -> int:
    """Keep the lines that do not contain the pair, in their order, and return their number."""
    kept = 0
    for i in range(size):
        if row[i] & pair != pair:
            row[kept] = row[i]
            kept += 1
    return kept


def shared_most(cells: Word, row: Words, size: int) -> Word:
    """The pair of cells with the best score: a line adds 8 if it has both, and -1 if it has one."""
    best, most = ZERO, -size
    while several(cells):
        one = lowest(cells)
        cells ^= one
        others = cells
        while others != ZERO:
            pair = one | lowest(others)
            others &= others - ONE
            shares = 0
            for i in range(size):
                common = row[i] & pair
                if common == pair:
                    shares += 8
                elif common != ZERO:
                    shares -= 1
            if best == ZERO or shares > most:
                best, most = pair, shares
    return best


def split(free: Word, row: Words, size: int, chosen: Words, board: Board) -> bool:
    """Whether disjoint pairs of free cells exist such that each line contains a pair.

    If such pairs exist, a player can avoid making any of these lines, even though he has to move.
    He also pairs up the other free cells, so that at most one cell is left over. If the opponent
    has just taken the first cell of a pair, the player takes the second. Otherwise he takes the
    left-over cell or, if there is none, the first cell of a pair, and leaves the second cell of
    this pair to the opponent. He begins another pair only after the opponent has taken that second
    cell, when every free cell is again in a pair of free cells. So he never has to take both cells
    of a pair.

    `shared_most` chooses each pair from the line with the fewest free cells outside the pairs.
    Backtracking, as in `paired`, would take more time than it saves. `row` is overwritten; `chosen`
    gets the pairs, followed by a 0.
    """
    number = 0
    chosen[0] = ZERO
    while size > 0:
        fewest, tight = board.k + ONE, ZERO
        for i in range(size):
            cells = row[i] & free
            many = ones_in(cells)
            if many < fewest:
                fewest, tight = many, cells
        if fewest < TWO:
            return False
        best = shared_most(tight, row, size)
        free ^= best
        chosen[number], chosen[number + 1] = best, ZERO
        number += 1
        size = lacking(best, row, size)
    return True


def dominated(free: Word, row: Words, size: int, shared: Words) -> tuple[Word, Word]:
    """The free cells that neither player needs to try, and a better cell for each of them.

    If every line through a cell x also contains the free cell y, then in the weak game y is at
    least as good as x. On y, a stone of the attacker advances all of his lines through x, and a
    stone of the defender blocks all of these lines. Among cells in the same lines, only the lowest
    is tried. `shared` is overwritten.
    """
    for i in range(len(shared)):
        shared[i] = free
    for i in range(size):
        line = row[i] & free
        cells = line
        while cells != ZERO:
            shared[ones_in(lowest(cells) - ONE)] &= line
            cells &= cells - ONE
    idle, better = ZERO, ZERO
    cells = free
    while cells != ZERO:
        cell = lowest(cells)
        cells ^= cell
        others = shared[ones_in(cell - ONE)] ^ cell
        while others != ZERO:
            other = lowest(others)
            others ^= other
            if shared[ones_in(other - ONE)] & cell == ZERO or other < cell:
                idle |= cell
                break
    cells = idle
    while cells != ZERO:
        cell = lowest(cells)
        cells ^= cell
        better |= lowest(shared[ones_in(cell - ONE)] & ~idle)
    return idle, better


def union(row: Words, size: int) -> Word:
    """The cells of all the lines."""
    cells = ZERO
    for i in range(size):
        cells |= row[i]
    return cells
