"""Misère: the player who finishes a line loses."""

from __future__ import annotations

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import (
    ONE,
    ZERO,
    Board,
    Memory,
    Node,
    Verdict,
    Word,
    Words,
    after,
)
from noughts.solver.search.engine.lines import completions, gather, live, split
from noughts.solver.search.engine.move_order import sort, weigh
from noughts.solver.search.engine.transposition_table import (
    ASKED,
    ATTACKS,
    DEFENDS,
    KEEPS,
    LEAVES,
    LEFT,
    MISERE,
    NODES,
    SPARE,
    STOP,
    entered,
    find,
    found,
    go,
    keep_verdict,
    least_image,
    row_of,
    stopped,
)


def suffers(
    node: Node, spare: Word, ply: int, memory: Memory, table: Words, board: Board
) -> Verdict:
    """In misère, whether the attacker can make the defender finish a line; False after a stop.

    If neither player can still make a line through a cell, the cell serves only to pass the turn.
    `spare` counts such cells, which are removed from `node.free`. Zones are not valid in misère: a
    move outside a zone can change the result, since it passes the turn. Pairs are valid: see
    `split`.
    """
    tally = memory.tally
    if stopped(tally, ply):
        return Verdict(False, ZERO)
    asked = tally[ASKED]
    tally[ASKED] = KEEPS
    attacker, defender, free, seen, attacks = node
    against = live(defender | free, board)
    if against == ZERO:
        return Verdict(False, ZERO)
    own = live(attacker | free, board)
    spare += ones_in(free & ~(own | against))
    node = Node(attacker & own, defender & against, free & (own | against), seen, attacks)
    free = node.free
    mover = node.attacker if attacks else node.defender
    moves = free & ~completions(mover, board)
    if moves == ZERO and spare == ZERO:
        return Verdict(not attacks, ZERO)

    kind = spare << SPARE | MISERE | (ATTACKS if attacks else DEFENDS)
    _, key = least_image(node, kind, board)
    entry = find(key, table)
    if entry.last != ZERO:
        return found(entry, 0, board)

    mix = entered(key, asked, ply, memory, table)
    if tally[ASKED] == LEFT:
        return Verdict(False, ZERO)
    before = tally[NODES]
    row, order, weight = row_of(ply, memory, board), memory.orders[ply], memory.weight
    if split(free, row, gather(node.defender, free, row, board), memory.pairs, board):
        return Verdict(False, ZERO)
    weigh(free, row, gather(mover, free, row, board), weight, board)
    size = sort(moves, weight, order)
    if spare != ZERO:
        order[size] = ZERO
        size += 1
    won = not attacks
    least, ask = 0, KEEPS
    while least < size:
        left = size
        for i in range(size - 1, least - 1, -1):
            move = order[i]  # the lightest first; a spare cell is among these
            fewer = spare - (ONE if move == ZERO else ZERO)
            tally[ASKED] = ask
            further = suffers(after(node, move), fewer, ply + 1, memory, table, board)
            if tally[ASKED] == LEFT:
                tally[ASKED] = KEEPS
                left -= 1
                order[left] = move
                continue
            if attacks == further.won:
                won, left = attacks, size
                break
            ask = LEAVES
        least, ask = left, KEEPS
    if mix != ZERO:
        go(mix, table)
    if tally[NODES] >= tally[STOP]:
        return Verdict(False, ZERO)
    memory.works[ply] = tally[NODES] - before
    verdict = Verdict(won, ZERO)
    keep_verdict(key, verdict, 0, tally[NODES] - before, table, board)
    return verdict
