"""The search itself: functions on words, which `caller` compiles for each board.

The mover is the player to move. `own` are the mover's stones, and `other` are the stones of the
other player. `threats` are the free cells on which the other player would complete a line, whether
or not a stone can fall there yet.
"""

from __future__ import annotations

from typing import Any

from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.set_bits import ones_in

Word = Any  # uint64
Words = Any  # an array of them
Memory = Any  # a record of `caller.MEMORY`

# The board, as `Columns` describes it.
BOARD: Any = GIVEN
BOTTOM: Any = GIVEN
SECONDS: Any = GIVEN
COLUMNS: Any = GIVEN
ORDER: Any = GIVEN  # the cells of each column, the middle one first
COLS: int = GIVEN
HEIGHT: int = GIVEN
line: Any = GIVEN
completing: Any = GIVEN

# All bits of a key, and half of their number.
KEYS: Any = GIVEN
HALF: Any = GIVEN

ZERO, ONE = u64(0), u64(1)

# The places of a tally, as in `search.engine.transposition_table`: the nodes so far, the nodes at
# which to stop, the greatest depth, and the number of other threads.
NODES, STOP, DEPTH, OTHERS = 0, 1, 2, 3

NO_BOUND = 64  # more than any score
FAR = 20  # with more free cells, the table and the marks are consulted before a move is searched

# The fields of an entry: both bounds, the work that it took, and the rest of the mixed key.
LOWER, UPPER, WORK, REST = u64(0), u64(7), u64(14), u64(19)
BOUND, LONGEST, SHIFTED = u64(127), u64(31), 64


def mirrored(key: Word) -> Word:
    """The key of the mirror image."""
    image = ZERO
    for col in range(COLS):
        image |= (key & COLUMNS[col]) >> u64(HEIGHT * col) << u64(HEIGHT * (COLS - 1 - col))
    return image


def key_of(own: Word, filled: Word) -> Word:
    """The key that a position shares with its mirror image."""
    key = own + filled
    return min(key, mirrored(key))


def mixed(key: Word) -> Word:
    """A key with its bits mixed; different keys stay different.

    Two kinds of steps alternate, and both are invertible: a multiplication by an odd factor, and an
    exclusive or of the lower half of the bits with the upper half.
    """
    key = key * u64(0x9E3779B97F4A7C15) & KEYS
    key ^= key >> HALF
    key = key * u64(0xBF58476D1CE4E5B9) & KEYS
    return key ^ key >> HALF


def place(mix: Word, table: Words) -> Word:
    """The place of two entries: the lowest bits of the mixed key. An entry holds the other bits.

    So an entry fits into one word, which threads read and write atomically, and the entry and its
    place together identify the key exactly.
    """
    return mix & (u64(len(table)) >> ONE) - ONE


def find(key: Word, table: Words) -> Word:
    """The entry of a position, or 0."""
    mix = mixed(key)
    at = place(mix, table)
    rest = mix // (u64(len(table)) >> ONE)
    for entry in (table[at << ONE], table[at << ONE | ONE]):
        if entry >> REST == rest and entry != ZERO:
            return entry
    return ZERO


def lower_of(entry: Word) -> int:
    """The lower bound of the score in an entry."""
    return int(entry >> LOWER & BOUND) - SHIFTED


def upper_of(entry: Word) -> int:
    """The upper bound of the score in an entry."""
    return int(entry >> UPPER & BOUND) - SHIFTED


def keep(key: Word, lower: int, upper: int, nodes: Word, table: Words) -> None:
    """Enter bounds, as the second entry if the first is for another key and took more work."""
    mix = mixed(key)
    at = place(mix, table) << ONE
    rest = mix // (u64(len(table)) >> ONE)
    work = ZERO
    while nodes > ONE and work < LONGEST:
        nodes >>= ONE
        work += ONE
    entry = table[at]
    if entry >> REST != rest and entry >> WORK & LONGEST > work:
        at += ONE
    bounds = u64(upper + SHIFTED) << UPPER | u64(lower + SHIFTED) << LOWER
    table[at] = rest << REST | work << WORK | bounds


def slot(key: Word, marks: Words) -> Word:
    """The index in `marks` at which a thread marks that it is searching a position."""
    return mixed(key) >> HALF & u64(len(marks)) - ONE


def held(own: Word, other: Word, threats: Word, filled: Word, free: int) -> int:
    """The mover's highest score against a player who only follows; `NO_BOUND` if not known.

    To follow is to answer each move in the same column. In a column with an even number of free
    cells, the mover then gets the first, third, ... of these cells. The other player gets the
    *seconds*, the cells whose rows have the parity of the top row (*claimeven*; V. Allis, A
    Knowledge-based Approach of Connect-Four, 1988).

        2 2 2 2      If the number of free cells is even, so is the number of columns with an odd
        1 1 1 1      number of free cells. If the mover takes the lowest free cell of such a column,
        2 2 M M      the other player takes the lowest free cell of another one (*baseinverse*).
        1 1 X O      So the mover may get the cells 1 and M, and none of the cells 2.

    The mover cannot win if its stones and all cells that it may get, taken together, contain no
    line. If, in addition, the other player is certain to get a line, the mover loses.

        . . .        If the number of free cells is odd, the other player needs a threat T in a
        T . .        column with an odd number of free cells. T must be an odd number of cells above
        1 2 2        the lowest of these cells. The other player follows in this column, and answers
        2 1 1        in all others as before. In the end the mover has to play just below T, and
        1 2 2        loses unless it has completed a line by then with the cells that it may get.
    """
    empty = BOARD ^ filled
    lowest = filled + BOTTOM & BOARD
    if free & 1 == 0:
        second = empty & SECONDS & ~lowest
        if line(own | empty ^ second) != ZERO:
            return NO_BOUND
        return -1 if line(other | second) != ZERO else 0
    threats &= ~(SECONDS | lowest)
    while threats != ZERO:
        threat = threats & ~threats + ONE
        threats ^= threat
        column = ZERO
        for each in COLUMNS:
            if threat & each != ZERO:
                column = each
        if lowest & column & SECONDS != ZERO:
            below = empty & column & threat - ONE
            others = (empty & ~SECONDS | lowest) & ~column
            if line(own | others | below & SECONDS) == ZERO:
                # At the latest, only the cells above the threat are free when it is carried out.
                above = int(ones_in(empty & column)) - int(ones_in(below)) - 1
                return -(above // 2) - 1
    return NO_BOUND


def reaches(
    own: Word,
    filled: Word,
    threats: Word,
    free: int,
    target: int,
    ply: int,
    memory: Memory,
    table: Words,
    marks: Words,
) -> int:
    """A bound on the score: a lower bound if it is at least `target`, otherwise an upper bound.

    The mover must not be able to complete a line at once. If the search is stopped, the result is
    meaningless.
    """
    tally = memory.tally
    if tally[NODES] >= tally[STOP]:
        return 0
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    moves = filled + BOTTOM & BOARD
    if moves & threats != ZERO:
        moves &= threats
        if moves & moves - ONE != ZERO:
            return -(free // 2)  # two threats at once
    moves &= ~(threats >> ONE)
    if moves == ZERO:
        return -(free // 2)
    if free <= 2:
        return 0
    lower, upper = -(free // 2) + 1, (free - 1) // 2  # nobody completes a line in two plies
    if lower >= target or upper < target:
        return lower if lower >= target else upper

    key = key_of(own, filled)
    entry = find(key, table)
    if entry != ZERO:
        lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
        if lower >= target or upper < target:
            return lower if lower >= target else upper

    before = tally[NODES]
    order, weights, made = memory.order[ply], memory.weights[ply], memory.threats[ply]
    best = -NO_BOUND
    other = filled ^ own
    size = 0
    for i in range(COLS):
        move = moves & ORDER[i]
        if move == ZERO:
            continue
        now = filled | move
        makes = completing(own | move) & (BOARD ^ now)
        known = -held(other, own | move, makes, now, free - 1)
        if known < target and free > FAR:
            entry = find(key_of(other, now), table)
            if entry != ZERO:
                known = max(known, -upper_of(entry))
                if -lower_of(entry) < target:
                    best = max(best, -lower_of(entry))
                    continue
        if known >= target:
            keep(key, known, upper, tally[NODES] - before, table)
            return known
        # The moves that make the most threats come first; among equals, the nearest to the middle.
        weight = ones_in(makes)
        at = size
        while at > 0 and weights[at - 1] < weight:
            weights[at], order[at], made[at] = weights[at - 1], order[at - 1], made[at - 1]
            at -= 1
        weights[at], order[at], made[at] = weight, move, makes
        size += 1

    shared = free > FAR and tally[OTHERS] != ZERO
    if shared:
        marks[slot(key, marks)] = key
    for late in range(2):  # first the moves on which no other thread works
        for i in range(size):
            move = order[i]
            now = filled | move
            if move == ZERO:
                continue
            if shared and late == 0 and i > 0:
                after = key_of(other, now)
                if marks[slot(after, marks)] == after:
                    continue
            order[i] = ZERO
            score = -reaches(
                other, now, made[i], free - 1, 1 - target, ply + 1, memory, table, marks
            )
            if tally[NODES] >= tally[STOP]:
                return 0
            best = max(best, score)
            if score >= target:
                break
        if best >= target:
            break
    if shared and marks[slot(key, marks)] == key:
        marks[slot(key, marks)] = ZERO
    if best >= target:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    keep(key, lower, upper, tally[NODES] - before, table)
    return best if best >= target else upper
