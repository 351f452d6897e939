"""Misère: the player who finishes a line loses."""

from __future__ import annotations

from noughts.solver.search.engine.board import ONE, ZERO, Board, Word, Words
from noughts.solver.search.engine.lines import completions, count, gather, live, sort, weigh
from noughts.solver.search.engine.memory import NODES, STOP, Memory, row_of, stopped
from noughts.solver.search.engine.node import Node, after
from noughts.solver.search.engine.transpositions import (
    ATTACKS,
    DEFENDS,
    MISERE,
    SPARE,
    find,
    keep,
    least_image,
)


def suffers(node: Node, spare: Word, ply: int, memory: Memory, table: Words, board: Board) -> Word:
    """In misère, not 0 if the attacker can make the defender finish a line; 0 also at a stop.

    A cell in no line that either player can still make serves only to pass the move on; `spare`
    counts such cells besides the free ones. Neither pairings nor zones work here: a player who
    answers one move with another may be the one who suffers.
    """
    tally = memory.tally
    if stopped(tally, ply):
        return ZERO
    attacker, defender, free, seen, attacks = node
    against = live(defender | free, board)
    if against == ZERO:
        return ZERO
    own = live(attacker | free, board)
    spare += count(free & ~(own | against))
    node = Node(attacker & own, defender & against, free & (own | against), seen, attacks)
    free = node.free
    mover = node.attacker if attacks else node.defender
    moves = free & ~completions(mover, board)
    if moves == ZERO and spare == ZERO:
        return free if not attacks else ZERO

    kind = spare << SPARE | MISERE | (ATTACKS if attacks else DEFENDS)
    _, key = least_image(node, kind, board)
    entry = find(key, table)
    if entry != ZERO:
        return table[entry - ONE, 3]

    before = tally[NODES]
    row, order, weight = row_of(ply, memory, board), memory.orders[ply], memory.weight
    weigh(free, row, gather(mover, free, row, board), weight, board)
    size = sort(moves, weight, order)
    if spare != ZERO:
        order[size] = ZERO
        size += 1
    won = not attacks
    for i in range(size):
        move = order[size - 1 - i]  # the lightest first; a spare cell is among these
        left = spare - (ONE if move == ZERO else ZERO)
        further = suffers(after(node, move), left, ply + 1, memory, table, board)
        if attacks == (further != ZERO):
            won = attacks
            break
    if tally[NODES] >= tally[STOP]:
        return ZERO
    result = ONE if won else ZERO
    keep(key, result, tally[NODES] - before, table)
    return result
