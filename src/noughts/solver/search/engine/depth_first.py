"""Depth-first search: reduce the position, try its threats, then try its moves in turn."""

from __future__ import annotations

from noughts.solver.search.engine.board import ZERO, Board, Memory, Node, Verdict, Words, after
from noughts.solver.search.engine.lines import dominated, gather, unpaired
from noughts.solver.search.engine.move_order import sort, weigh
from noughts.solver.search.engine.pairing import paired
from noughts.solver.search.engine.reduction import countered, forcing, reduced, unreduced
from noughts.solver.search.engine.transposition_table import (
    ASKED,
    KEEPS,
    LEAVES,
    LEFT,
    NODES,
    STOP,
    entered,
    find,
    found,
    go,
    keep_verdict,
    kind_of,
    least_image,
    row_of,
    stopped,
)


def wins(node: Node, ply: int, memory: Memory, table: Words, board: Board) -> Verdict:
    """Whether the attacker wins. If the search is stopped, the result is False with a zone of 0."""
    tally, weight = memory.tally, memory.weight
    if stopped(tally, ply):
        return Verdict(False, ZERO)

    asked = tally[ASKED]
    tally[ASKED] = KEEPS
    row, order = row_of(ply, memory, board), memory.orders[ply]
    over, verdict, must, reply, pairs, node, size = reduced(node, row, board)
    if over:
        return verdict

    image, key = least_image(node, kind_of(node), board)
    entry = find(key, table)
    if entry.last != ZERO:
        return unreduced(found(entry, image, board), reply, pairs)

    mix = entered(key, asked, ply, memory, table)
    if tally[ASKED] == LEFT:
        return Verdict(False, ZERO)
    before = tally[NODES]
    free, seen, attacks = node.free, node.seen, node.attacks
    zone = forcing(node, memory, board)
    won = zone != ZERO
    against = ZERO if won and attacks else countered(node, must, memory, board)
    if against != ZERO and not attacks:
        won, zone = False, board.cells
    elif not won or not attacks:
        moves = free & zone if won else must if must != ZERO else free
        weigh(free, row, size, weight, board)
        better = ZERO
        if seen == ZERO:
            idle, better = dominated(free, row, size, memory.shared)
            moves &= ~idle
        if against != ZERO:
            moves, zone = moves & against, board.cells
        if not won and must == ZERO:
            size, own = unpaired(free, row, size)
            # Without backtracking, which takes more time here than it saves.
            refuted, cells, _ = paired(free, row, size, attacks, False, memory, board)
            if refuted:
                moves, zone = ZERO, own | cells
        if seen != ZERO:
            weigh(free, row, gather(node.defender, free, row, board), weight, board)
        if must != ZERO:
            zone = board.cells
        won = not attacks and moves != ZERO
        size = sort(moves, weight, order)
        ask = KEEPS
        while size > 0:
            left = 0
            for i in range(size):
                move = order[i]
                if moves & move == ZERO:
                    continue
                tally[ASKED] = ask
                further = wins(after(node, move), ply + 1, memory, table, board)
                if tally[ASKED] == LEFT:
                    tally[ASKED] = KEEPS
                    order[left] = move
                    left += 1
                    continue
                if further.won == attacks:
                    won, zone = attacks, further.zone | move | (seen if attacks else ZERO)
                    left = 0
                    break
                # The same answer refutes all other moves outside this zone.
                moves &= further.zone
                zone |= further.zone | move
                ask = LEAVES
            size, ask = left, KEEPS
        if won != attacks:
            zone |= better
    if mix != ZERO:
        go(mix, table)
    if tally[NODES] >= tally[STOP]:
        return Verdict(False, ZERO)
    memory.works[ply] = tally[NODES] - before
    verdict = Verdict(won, zone)
    keep_verdict(key, verdict, image, tally[NODES] - before, table, board)
    return unreduced(verdict, reply, pairs)
