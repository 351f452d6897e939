"""By proof numbers: positions that seem the least work to prove or to disprove come first."""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.kernels.words import ones_in
from noughts.solver.search.engine.board import (
    ONE,
    TWO,
    ZERO,
    Board,
    Node,
    Verdict,
    Word,
    Words,
    after,
)
from noughts.solver.search.engine.lines import dominated, gather, paired, sort, unpaired, weigh
from noughts.solver.search.engine.memory import (
    DEPTH,
    NODES,
    NUMBERS,
    OTHERS,
    STOP,
    WORK,
    Key,
    Memory,
    come,
    find,
    found,
    go,
    keep,
    keep_verdict,
    kind_of,
    least_image,
    mixed_key,
    occupied,
    row_of,
)
from noughts.solver.search.engine.reduction import forcing, reduced, unreduced
from noughts.solver.search.limits import SEARCH_CELLS

PROOF, DISPROOF, ZONE, MIX = 0, 1, 2, 3  # the places of a move in a frame
OWN = SEARCH_CELLS  # the place in a frame of the position itself
# The disproof number that a residue of 1 gives. In the strong game threats disprove as well.
WEAK_RESIDUE, STRONG_RESIDUE = u64(80), u64(24)
NUMBER_BITS, ENDLESS = u64(32), u64(0xFFFFFFFF)  # a proof number takes half a word


def numbers(
    node: Node, row: Words, memory: Memory, table: Words, board: Board
) -> tuple[Word, Word, Word, Word]:
    """The proof and the disproof number of a position, the zone of what is settled, its mixed key.

    The numbers are (0, ENDLESS) for a win and (ENDLESS, 0) if there is none. Otherwise they are
    guessed: the proof number from the number of the defender's moves, and a third of the moves in
    the zone of threats, since the remaining threats refute most of those; the disproof number, at
    the attacker's move, from the weight that pairs do not take away.
    """
    over, verdict, must, reply, pairs, node, size = reduced(node, row, board)
    proof, disproof, mix = ONE, ONE, ZERO
    if not over:
        free, attacks = node.free, node.attacks
        image, key = least_image(node, kind_of(node), board)
        unsettled = numbered(key)
        mix = mixed_key(key)
        entry, guess = find(key, table), find(unsettled, table)
        if entry.last != ZERO:
            over, verdict = True, found(entry, image, board)
        elif guess.last != ZERO:
            proof, disproof = guess.zone >> NUMBER_BITS, guess.zone & ENDLESS
        else:
            zone, residue = forcing(node, memory.threats, board), ZERO
            if zone != ZERO or must != ZERO:
                over = attacks and zone != ZERO
            else:
                size, own = unpaired(free, row, size)
                over, cells, residue = paired(free, row, size, attacks, memory.pairs, board)
                cells |= own
            if over:
                verdict = Verdict(zone != ZERO, zone if zone != ZERO else cells)
                keep_verdict(key, verdict, image, ONE, table, board)
            else:
                if not attacks:
                    proof = (
                        max(ONE, ones_in(free & zone) // u64(3)) if zone != ZERO else ones_in(free)
                    )
                elif must == ZERO:
                    scale = WEAK_RESIDUE if node.seen == ZERO else STRONG_RESIDUE
                    disproof = max(ONE, residue * scale >> board.k)
                keep(unsettled, proof << NUMBER_BITS | disproof, ONE, table)
        if over:
            verdict = unreduced(verdict, reply, pairs)
    if over:
        proof, disproof = (ZERO, ENDLESS) if verdict.won else (ENDLESS, ZERO)
    return proof, disproof, verdict.zone, mix


def numbered(key: Key) -> Key:
    """The key of a position's two numbers, if its zone is not known."""
    return Key(key.attacker, key.defender, key.free, key.kind | NUMBERS)


def company(frame: Words, order: Words, size: int, table: Words) -> Word:
    """The moves to positions in which another thread seems to be."""
    there = ZERO
    for i in range(size):
        if frame[i, PROOF] != ZERO and frame[i, DISPROOF] != ZERO:
            there |= order[i] if occupied(frame[i, MIX], table) else ZERO
    return there


def settled_above(ply: int, path: Words, table: Words) -> bool:
    """Whether another thread has settled a position on the way to this ply."""
    for above in range(ply):
        at = path[above]
        if find(Key(at[0], at[1], at[2], at[3]), table).last != ZERO:
            return True
    return False


def proves(node: Node, ply: int, memory: Memory, table: Words, board: Board) -> Verdict:
    """The result of `wins`, by proof numbers: positions that seem the least work come first.

    A win needs one move of the attacker's and an answer to all of the defender's. So the proof
    number is the least among the attacker's moves, and grows with the number of the defender's;
    for the disproof number it is the other way round. What grows is not a sum, which would count a
    position as often as moves lead to it, but the greatest number plus one for each other move
    (Ueda, Hashimoto, Hashimoto and Iida, 2008). A branch is followed until its number exceeds that
    of the next best by a quarter (Pawlewicz and Lew, 2007).

    A frame, `memory.frames[ply]`, holds the proof number, disproof number and zone of each move.
    Its entry `OWN` first holds the numbers at which to turn back, except at ply 0, and at the end
    the numbers found.
    """
    tally, weight = memory.tally, memory.weight
    row, order, frame = row_of(ply, memory, board), memory.orders[ply], memory.frames[ply]
    own = frame[OWN]
    most_proof, most_disproof = ENDLESS, ENDLESS
    if ply > 0:
        most_proof, most_disproof = own[PROOF], own[DISPROOF]
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    before = tally[NODES]
    over, verdict, must, reply, pairs, node, size = reduced(node, row, board)
    if over:
        return verdict

    image, key = least_image(node, kind_of(node), board)
    others, path = tally[OTHERS] != ZERO, memory.path[ply]
    path[0], path[1], path[2], path[3] = key.attacker, key.defender, key.free, key.kind
    free, seen, attacks = node.free, node.seen, node.attacks
    needed = ZERO if attacks else forcing(node, memory.threats, board)
    moves = free & needed if needed != ZERO else must if must != ZERO else free
    better = ZERO
    if must != ZERO:
        needed = board.cells
    elif seen == ZERO:
        idle, better = dominated(free, row, size, memory.shared)
        moves &= ~idle
    weigh(free, row, size, weight, board)
    if seen != ZERO:
        weigh(free, row, gather(node.defender, free, row, board), weight, board)
    size = sort(moves, weight, order)
    for i in range(size):
        if tally[NODES] >= tally[STOP]:
            return Verdict(False, ZERO)
        tally[NODES] += ONE
        frame[i, PROOF], frame[i, DISPROOF], frame[i, ZONE], frame[i, MIX] = numbers(
            after(node, order[i]), row_of(ply + 1, memory, board), memory, table, board
        )

    # The attacker chooses the least proof number, the defender the least disproof number: `least`
    # is of that kind, and `most` of the other.
    this, other = (PROOF, DISPROOF) if attacks else (DISPROOF, PROOF)
    turn_this, turn_other = most_proof, most_disproof
    if not attacks:
        turn_this, turn_other = most_disproof, most_proof
    there = ZERO
    while True:
        if others:
            entry = find(key, table)
            if entry.last != ZERO:
                verdict = found(entry, image, board)
                own[PROOF], own[DISPROOF] = ENDLESS, ZERO
                if verdict.won:
                    own[PROOF], own[DISPROOF] = ZERO, ENDLESS
                return unreduced(verdict, reply, pairs)
            was, there = there, company(frame, order, size, table)
            for i in range(size):
                if was & ~there & order[i] != ZERO:
                    frame[i, PROOF], frame[i, DISPROOF], frame[i, ZONE], frame[i, MIX] = numbers(
                        after(node, order[i]), row_of(ply + 1, memory, board), memory, table, board
                    )
        avoided = there
        zone, asked = needed, moves
        for i in range(size):
            if frame[i, other] == ZERO:
                asked &= frame[i, ZONE]
                zone |= frame[i, ZONE] | order[i]
        while True:
            best, least, first, second, most, open_moves = 0, ENDLESS, ENDLESS, ENDLESS, ZERO, ZERO
            for i in range(size):
                if frame[i, other] == ZERO or asked & order[i] == ZERO:
                    continue  # no use to the player to move
                number = frame[i, this]
                least = min(least, number)
                if number != ZERO and avoided & order[i] != ZERO:
                    number = min(number + (number >> TWO) + ONE, ENDLESS - ONE)
                if number < first:
                    best, first, second = i, number, first
                else:
                    second = min(second, number)
                most = max(most, frame[i, other])
                open_moves += ONE
            if avoided == ZERO or frame[best, this] < turn_this or least >= turn_this:
                break
            avoided = ZERO
        if open_moves == ZERO:
            least, most = ENDLESS, ZERO
        elif least == ZERO:
            most = ENDLESS
        else:
            most = min(most + open_moves - ONE, ENDLESS - ONE)
        own[this], own[other] = least, most
        if least == ZERO:
            zone = frame[best, ZONE] | order[best] | (seen if attacks else ZERO)
        if least == ZERO or most == ZERO or least >= turn_this or most >= turn_other:
            break
        if others and settled_above(ply, memory.path, table):
            break
        below = memory.frames[ply + 1, OWN]
        below[this] = min(turn_this, second + (second >> TWO) + ONE)
        below[other] = min(turn_other - most + frame[best, other], ENDLESS)
        further = after(node, order[best])
        if others:
            come(frame[best, MIX], table)
        frame[best, ZONE] = proves(further, ply + 1, memory, table, board).zone
        if others:
            go(frame[best, MIX], table)
        if tally[NODES] >= tally[STOP]:
            return Verdict(False, ZERO)
        frame[best, PROOF], frame[best, DISPROOF] = below[PROOF], below[DISPROOF]

    work = tally[NODES] - before
    if most == ZERO:
        zone |= better
    if least != ZERO and most != ZERO:
        if others:  # they must not find older numbers first, which took more work
            work = max(work, find(numbered(key), table).last >> WORK)
        keep(numbered(key), own[PROOF] << NUMBER_BITS | own[DISPROOF], work, table)
        return Verdict(False, ZERO)
    verdict = Verdict((least == ZERO) == attacks, zone)
    keep_verdict(key, verdict, image, work, table, board)
    return unreduced(verdict, reply, pairs)
