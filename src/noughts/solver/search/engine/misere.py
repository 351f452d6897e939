"""Misère: whoever finishes a line loses."""

from __future__ import annotations

from noughts.solver.search.engine.board import BOARD, Word, Words, completions, live
from noughts.solver.search.engine.depth_first import NODES, STOP, stopped
from noughts.solver.search.engine.lines import ONE, ZERO, count, gather, sort, weigh
from noughts.solver.search.engine.transpositions import (
    ATTACKS,
    DEFENDS,
    MISERE,
    SPARE,
    find,
    keep,
    least_image,
)

# The text from here on is compiled.


def suffers(
    attacker: Word,
    defender: Word,
    free: Word,
    spare: Word,
    attacks: bool,
    ply: int,
    rows: Words,
    orders: Words,
    weight: Words,
    table: Words,
    tally: Words,
) -> Word:
    """In misère, not 0 where the attacker can make the defender finish a line; 0 also at a stop.

    A cell in no line that either can still make serves only to pass the move on; `spare` says how
    many such cells there are besides those of `free`. Neither a pairing nor a zone holds here:
    whoever answers a move by another may be the one to suffer.
    """
    if stopped(tally, ply):
        return ZERO
    against = live(defender | free)
    if against == ZERO:
        return ZERO
    alive = live(attacker | free) | against
    attacker, defender = attacker & live(attacker | free), defender & against
    spare += count(free & (BOARD ^ alive))
    free &= alive
    mover = attacker if attacks else defender
    moves = free & (BOARD ^ completions(mover))
    if moves == ZERO and spare == ZERO:
        return free if not attacks else ZERO

    kind = spare << SPARE | MISERE | (ATTACKS if attacks else DEFENDS)
    _, a, d, f = least_image(attacker, defender, free)
    entry = find(a, d, f, kind, table)
    if entry != ZERO:
        return table[entry - ONE, 3]

    before = tally[NODES]
    row, order = rows[ply], orders[ply]
    weigh(free, row, gather(mover, free, row), weight)
    size = sort(moves, weight, order)
    if spare != ZERO:
        order[size] = ZERO
        size += 1
    won = not attacks
    for i in range(size):
        move = order[size - 1 - i]  # the lightest first, of which a spare cell is one
        further = suffers(
            attacker | (move if attacks else ZERO),
            defender | (ZERO if attacks else move),
            free ^ move,
            spare - (ONE if move == ZERO else ZERO),
            not attacks,
            ply + 1,
            rows,
            orders,
            weight,
            table,
            tally,
        )
        if attacks == (further != ZERO):
            won = attacks
            break
    if tally[NODES] >= tally[STOP]:
        return ZERO
    result = ONE if won else ZERO
    keep(a, d, f, kind, result, tally[NODES] - before, table)
    return result
