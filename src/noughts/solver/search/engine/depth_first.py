"""Depth first: the position is reduced, its threats are looked at, and then its moves in turn.

A *tally* counts nodes, says at how many to stop, and tells the greatest depth.
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.solver.search.engine.board import (
    INVERSES,
    Word,
    Words,
    completions,
    live,
    openings,
    turned,
)
from noughts.solver.search.engine.lines import (
    ONE,
    ZERO,
    gather,
    lowest,
    outweighed,
    paired,
    several,
    sort,
    union,
    unpaired,
    weigh,
)
from noughts.solver.search.engine.transpositions import find, keep, kind_of, least_image

# The text from here on is compiled.

NODES, STOP, DEPTH = 0, 1, 2  # the places of a tally
FORCING = 6  # how many threats in a row are looked at


def forcing(attacker: Word, defender: Word, free: Word, seen: Word, depth: int) -> Word:
    """The zone of a win by threats alone, the attacker to move; 0 where none is found.

    He is not to have a line to finish at once, nor has he one after an answer to a single threat.
    `seen` is the board in the strong game, and in the weak one, where the defender threatens
    nothing, 0. A stone of his outside the zone would not bring him closer than two cells to a
    line while the threats last, so that he never gains a move by it.
    """
    if depth == 0:
        return ZERO
    zone = openings(defender, free & seen)
    moves = openings(attacker, free)
    must = completions(defender) & free & seen
    if must != ZERO:
        moves &= ZERO if several(must) else must
    while moves != ZERO:
        move = lowest(moves)
        moves ^= move
        after, rest = attacker | move, free ^ move
        threats = completions(after) & rest  # at least the cell that the opening leaves free
        if several(threats):
            return zone | move | threats
        further = forcing(after, defender | threats, rest ^ threats, seen, depth - 1)
        if further != ZERO:
            return zone | move | threats | further
    return ZERO


def reduced(
    attacker: Word, defender: Word, free: Word, seen: Word, attacks: bool, row: Words
) -> tuple[bool, Word, Word, Word, Word, Word, Word, Word, bool, int]:
    """`(over, zone, must, reply, attacker, defender, free, seen, attacks, size)` of a position.

    Where lines end it, or weights, it is over, and `zone` tells of a win. Else the only answer to a
    single threat is given, the `reply`; cells of no line are dropped, and the defender's lines
    where he has none left; `must` is where the attacker has to stop a line, and `row` holds `size`
    lines of his.
    """
    threats = completions(attacker) & free
    must = completions(defender) & free & seen
    over, zone, reply, size = False, ZERO, ZERO, 0
    if not attacks:
        if must != ZERO:
            over = True
        elif several(threats):
            over, zone = True, threats | seen
        elif threats != ZERO:  # one threat has one answer
            attacks, reply = True, threats
            defender |= reply & seen
            free ^= reply
            threats = completions(attacker) & free
            must = completions(defender) & free & seen
    if attacks and not over:
        if threats != ZERO:
            over, zone = True, reply | lowest(threats) | openings(defender, free & seen)
        elif several(must):
            over = True
    if not over:
        against = live(defender | free) & seen
        if against == ZERO:
            seen, defender = ZERO, ZERO
        size = gather(attacker, free, row)
        if seen == ZERO:
            size = unpaired(free, row, size)
        over = outweighed(free, row, size, attacks)
        alive = union(row, size)
        attacker, defender, free = attacker & alive, defender & against, free & (alive | against)
    return over, zone, must, reply, attacker, defender, free, seen, attacks, size


def with_reply(zone: Word, reply: Word) -> Word:
    """The zone of a win once the answer that was forced first is of it; 0 stays 0."""
    return zone | reply if zone != ZERO else ZERO


def stopped(tally: Words, ply: int) -> bool:
    """Whether the limit has been met; if not, one node more is counted."""
    if tally[NODES] >= tally[STOP]:
        return True
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    return False


def wins(
    attacker: Word,
    defender: Word,
    free: Word,
    seen: Word,
    attacks: bool,
    ply: int,
    rows: Words,
    orders: Words,
    weight: Words,
    table: Words,
    tally: Words,
) -> Word:
    """The zone of the attacker's win; 0 where there is none, or at a stop.

    `seen` is as `forcing` has it, and `attacks` says whether the attacker moves. In the weak game
    the defender's stones are not told from cells that are in no line left: `defender` is 0.
    """
    if stopped(tally, ply):
        return ZERO

    row, order = rows[ply], orders[ply]
    over, zone, must, reply, attacker, defender, free, seen, attacks, size = reduced(
        attacker, defender, free, seen, attacks, row
    )
    if over:
        return zone

    kind = kind_of(seen, attacks)
    image, a, d, f = least_image(attacker, defender, free)
    entry = find(a, d, f, kind, table)
    if entry != ZERO:
        zone = turned(table[entry - ONE, 3], int(INVERSES[image]))
        return with_reply(zone, reply)

    before = tally[NODES]
    zone = forcing(attacker, defender, free, seen, FORCING)
    if zone == ZERO or not attacks:
        moves = free & zone if zone != ZERO else must if must != ZERO else free
        weigh(free, row, size, weight)
        if zone == ZERO and must == ZERO and paired(free, row, unpaired(free, row, size)):
            moves = ZERO
        if seen != ZERO:
            weigh(free, row, gather(defender, free, row), weight)
        for i in range(sort(moves, weight, order)):
            move = order[i]
            if moves & move == ZERO:
                continue
            own = move if attacks else ZERO
            further = wins(
                attacker | own,
                defender | ((move ^ own) & seen),
                free ^ move,
                seen,
                not attacks,
                ply + 1,
                rows,
                orders,
                weight,
                table,
                tally,
            )
            if attacks and further != ZERO:
                zone = further | move | seen
                break
            if not attacks:
                if further == ZERO:
                    zone = ZERO
                    break
                moves &= further
                zone |= further | move
    if tally[NODES] >= tally[STOP]:
        return ZERO
    keep(a, d, f, kind, turned(zone, image), tally[NODES] - before, table)
    return with_reply(zone, reply)
