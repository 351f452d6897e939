"""Where the threads of a search are, so that each goes where no other is.

All threads search the same position, each with a record of its own, and share the table. After its
entries the table has `MARKS` more rows. A thread marks a position there as long as it is in it, and
another looks at the mark before it follows. A mark may be lost or stay by mistake, since all write
without a lock. Nothing rests on it but the order of the work.

Depth first, a move to a marked position is tried after all others; the first move of a position is
not left to another thread, since most often it is the only one that is needed. By proof numbers, a
marked position seems a quarter worse than it is. A thread that is below a position which another
has settled comes back.
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.solver.search.engine.board import ZERO, Word, Words
from noughts.solver.search.engine.memory import ASKED, OTHERS, Memory
from noughts.solver.search.engine.transpositions import MARKS, Key, mixed

SHARED = u64(64)  # nodes that make it worth to look where the other threads are

# In a tally, what the thread above asks for: that a position be left if another thread is in it.
KEEPS, LEAVES, LEFT = u64(0), u64(1), u64(2)


def slot(mix: Word, table: Words) -> Word:
    """The row of the mark of a position, by its mixed key."""
    # Other bits than those of its entry, which are the lowest.
    return u64(len(table)) - u64(MARKS) + (mix >> u64(48) & u64(MARKS - 1))


def come(mix: Word, table: Words) -> None:
    """Say that this thread is in a position."""
    table[slot(mix, table), 0] = mix


def entered(key: Key, asked: Word, ply: int, memory: Memory, table: Words) -> Word:
    """Come into a position, depth first: its mixed key, or 0 if it needs no mark or is left.

    It is left if the thread above asked for that and another thread is there; ASKED then says LEFT.
    """
    if memory.tally[OTHERS] == ZERO or memory.works[ply] < SHARED:
        return ZERO
    mix = mixed(key)
    if asked == LEAVES and occupied(mix, table):
        memory.tally[ASKED] = LEFT
        return ZERO
    come(mix, table)
    return mix


def go(mix: Word, table: Words) -> None:
    """Say that it no longer is."""
    at = slot(mix, table)
    if table[at, 0] == mix:
        table[at, 0] = ZERO


def occupied(mix: Word, table: Words) -> bool:
    """Whether another thread seems to be in a position."""
    return bool(table[slot(mix, table), 0] == mix)
