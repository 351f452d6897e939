"""Pairs of cells that stop all lines, found as a matching of cells with runs of lines.

A *run* is a set of lines that have at least two free cells in common, so that one pair of such
cells stops all of them:

    a b c d e f     with four in a row: the lines a-d, b-e and c-f are a run: all contain c and d

A pair consists of two of a run's common cells, and a cell serves only one run. So a pair for each
of several runs is a matching in which each run has two places. Augmenting paths (Kuhn, 1955) give
one more run a pair whenever each earlier run can still have a pair: if other runs own all common
cells of the new run, it takes a cell from one of them, which in turn takes another cell.
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import ONE, ZERO, Board, Memory, Word, Words
from noughts.solver.search.engine.lines import light, lowest, several
from noughts.solver.search.engine.pairing import cell_of, far, paired
from noughts.solver.search.engine.transposition_table import MOST_RUNS

COMMON, WEIGHT, FROM, GIVEN = 0, 1, 2, 3  # the fields of a run


def held_by_pairs(
    free: Word, row: Words, size: int, attacks: bool, memory: Memory, board: Board
) -> tuple[bool, Word, Word]:
    """The result of `paired` with backtracking or, where this narrowly fails, of `matched`."""
    held, cells, residue = paired(free, row, size, attacks, True, memory, board)
    if held or far(residue, board):
        return held, cells, residue
    held, cells, least = matched(free, row, size, attacks, memory, board)
    return held, cells, min(residue, least)


def matched(
    free: Word, row: Words, size: int, attacks: bool, memory: Memory, board: Board
) -> tuple[bool, Word, Word]:
    """The result of `paired`, with the pairs found as a matching.

    The heaviest run comes first. If a run gets no pair, its lines are left to the weights.
    """
    runs = memory.runs
    number = gather_runs(free, row, size, memory, board)
    owned, done, residue = ZERO, ZERO, ~ZERO
    for _ in range(number):
        run = heaviest(number, memory)
        runs[run, WEIGHT] = ZERO
        owned, has = given_a_pair(run, owned, memory)
        if not has:
            continue
        done |= ONE << u64(run)
        weight, cells = unmatched(free & ~owned, row, size, done, memory, board)
        residue = min(residue, weight)
        if light(weight, attacks, board):
            enter_pairs(owned, memory)
            return True, owned | cells, residue
    memory.pairs[0] = ZERO
    return False, ZERO, residue


def gather_runs(free: Word, row: Words, size: int, memory: Memory, board: Board) -> int:
    """Enter the runs of the lines, and return the number of runs, or 0 if there are too many."""
    runs, run_of = memory.runs, memory.run_of
    number = 0
    for i in range(size):
        cells = row[i] & free
        run = 0
        while run < number and not several(runs[run, COMMON] & cells):
            run += 1
        if run == number:
            if number == MOST_RUNS:
                return 0
            number += 1
            runs[run, COMMON], runs[run, WEIGHT] = cells, ZERO
        runs[run, COMMON] &= cells
        runs[run, WEIGHT] += ONE << (board.k - ones_in(cells))
        run_of[i] = u64(run)
    return number


def heaviest(number: int, memory: Memory) -> int:
    """The heaviest run."""
    best = 0
    for run in range(1, number):
        if memory.runs[run, WEIGHT] > memory.runs[best, WEIGHT]:
            best = run
    return best


def given_a_pair(run: int, owned: Word, memory: Memory) -> tuple[Word, bool]:
    """Try to give a run two cells. Return the owned cells, and whether the attempt succeeded.

    Each other run keeps two cells, but not always the same cells.
    """
    first = given_a_cell(run, owned, memory)
    if first == ZERO:
        return owned, False
    second = given_a_cell(run, owned | first, memory)
    if second == ZERO:
        return without(run, owned | first, memory), False
    return owned | first | second, True


def given_a_cell(run: int, owned: Word, memory: Memory) -> Word:
    """Give a run one more cell. Return the newly owned cell, or 0 if the attempt fails.

    The search for a cell is breadth-first: it goes from a run to the runs that own cells common to
    the lines of that run.
    """
    runs, owner, queue = memory.runs, memory.owner, memory.queue
    queue[0], reached, seen = u64(run), ONE << u64(run), ZERO
    head, tail = 0, 1
    while head < tail:
        at = int(queue[head])
        head += 1
        cells = runs[at, COMMON] & ~seen
        seen |= cells
        new = lowest(cells & ~owned)
        if new != ZERO:
            cell = new
            while at != run:
                owner[cell_of(cell)] = u64(at)
                cell, at = runs[at, GIVEN], int(runs[at, FROM])
            owner[cell_of(cell)] = u64(run)
            return new
        while cells != ZERO:
            cell = lowest(cells)
            cells ^= cell
            other = owner[cell_of(cell)]
            if reached >> other & ONE == ZERO:
                reached |= ONE << other
                runs[other, FROM], runs[other, GIVEN] = u64(at), cell
                queue[tail] = other
                tail += 1
    return ZERO


def without(run: int, owned: Word, memory: Memory) -> Word:
    """The owned cells that a given run does not own."""
    cells = memory.runs[run, COMMON] & owned
    while cells != ZERO:
        cell = lowest(cells)
        cells ^= cell
        if memory.owner[cell_of(cell)] == u64(run):
            owned ^= cell
    return owned


def unmatched(
    rest: Word, row: Words, size: int, done: Word, memory: Memory, board: Board
) -> tuple[Word, Word]:
    """The weight of the lines without a pair, and their cells; cells in pairs do not count."""
    weight, cells = ZERO, ZERO
    for i in range(size):
        if done >> memory.run_of[i] & ONE == ZERO:
            line = row[i] & rest
            weight += ONE << (board.k - ones_in(line))
            cells |= line
    return weight, cells


def enter_pairs(owned: Word, memory: Memory) -> None:
    """Write the pairs into `memory.pairs`, followed by a 0."""
    chosen, number = memory.pairs, 0
    while owned != ZERO:
        one = lowest(owned)
        run = memory.owner[cell_of(one)]
        other = owned ^ one
        while memory.owner[cell_of(lowest(other))] != run:
            other &= other - ONE
        chosen[number] = one | lowest(other)
        owned ^= chosen[number]
        number += 1
    chosen[number] = ZERO
