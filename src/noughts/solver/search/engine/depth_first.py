"""Depth first: reduce the position, try its threats, then try its moves in turn."""

from __future__ import annotations

from noughts.solver.search.engine.board import ZERO, Board, Word, Words, turned
from noughts.solver.search.engine.lines import gather, paired, sort, unpaired, weigh
from noughts.solver.search.engine.memory import NODES, STOP, Memory, row_of, stopped
from noughts.solver.search.engine.node import Node, after
from noughts.solver.search.engine.reduction import reduced, with_reply
from noughts.solver.search.engine.threats import forcing
from noughts.solver.search.engine.transpositions import (
    find,
    found_zone,
    keep,
    kind_of,
    least_image,
)


def wins(node: Node, ply: int, memory: Memory, table: Words, board: Board) -> Word:
    """The zone of the attacker's win; 0 if there is none, or at a stop."""
    tally, weight = memory.tally, memory.weight
    if stopped(tally, ply):
        return ZERO

    row, order = row_of(ply, memory, board), memory.orders[ply]
    over, zone, must, reply, node, size = reduced(node, row, board)
    if over:
        return zone

    image, key = least_image(node, kind_of(node), board)
    entry = find(key, table)
    if entry != ZERO:
        return with_reply(found_zone(entry, image, table, board), reply)

    before = tally[NODES]
    free, seen, attacks = node.free, node.seen, node.attacks
    zone = forcing(node, memory.threats, board)
    if zone == ZERO or not attacks:
        moves = free & zone if zone != ZERO else must if must != ZERO else free
        weigh(free, row, size, weight, board)
        if zone == ZERO and must == ZERO and paired(free, row, unpaired(free, row, size), board):
            moves = ZERO
        if seen != ZERO:
            weigh(free, row, gather(node.defender, free, row, board), weight, board)
        for i in range(sort(moves, weight, order)):
            move = order[i]
            if moves & move == ZERO:
                continue
            further = wins(after(node, move), ply + 1, memory, table, board)
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
    keep(key, turned(zone, image, board), tally[NODES] - before, table)
    return with_reply(zone, reply)
