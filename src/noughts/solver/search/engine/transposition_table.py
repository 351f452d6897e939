"""The transposition table of a search, the record of its plies, and the marks of threads.

The transposition table has two entries for each place: one entry is kept because it took more work,
and the other is the newest. All threads of a search write into one table without a lock, so an
entry can hold words of several writers. Each entry therefore checks itself (Hyatt and Mann, *A
lock-free transposition table implementation for parallel search chess engines*, 2002): the words of
its key are kept mixed with a `seal`, which depends on every bit of the key, the zone and the last
word. A thread that looks for a position mixes its key with the seal of the zone and the last word
that it reads. If one of the five words was written for another position, or with another zone or
last word, the words do not agree.

- The table assumes that an aligned word of 64 bits is read and written whole, as on x86-64 and
  ARM64. The order in which words become visible does not matter.
- A reader accepts a mixture only if the seals of two entries of one place are equal, or differ by
  exactly the stones by which the keys differ. A seal is a hash of 64 bits, so this happens in one
  of some 2**64 mixtures, and only if the reader looks for the position that belongs to it. If only
  the zone is another entry's, the seals certainly differ.

The marks say where the threads of a search are, so that each thread goes where no other thread is.
All threads search the same position, each with a record of its own, and share the table. After its
entries the table has `MARKS` more rows. A thread marks a position there while it is in that
position, and another thread looks at the mark before it follows. A mark may be lost, or stay by
mistake, since all threads write without a lock. Only the order of the work depends on marks.

A depth-first search tries a move to a marked position after all other moves. It does not leave the
first move of a position to another thread, since most often only that move is needed. To a search
by proof numbers, a marked position seems a quarter worse than it is. When one thread settles a
position, the threads below that position come back.
"""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine.board import (
    MOST_LINES,
    ONE,
    TWO,
    ZERO,
    Board,
    Memory,
    Node,
    Verdict,
    Word,
    Words,
    structure,
    turned,
)
from noughts.solver.search.engine.reduction import COME_TO, COME_TO_BITS, FORCING, STEP
from noughts.solver.search.limits import SEARCH_CELLS

PLIES = SEARCH_CELLS + 2
MOST_RUNS = 8 * ZERO.itemsize  # of `matched`: a bit of a word each
LINE_WORDS = (MOST_LINES + 63) // 64  # of a set of lines
MEMORY = structure(
    [
        ("tally", u64, 6),
        ("works", u64, PLIES),  # the nodes that a position of each ply took last
        ("path", u64, (PLIES, 4)),  # the keys of the positions of `proves`
        ("weight", u64, SEARCH_CELLS),  # of moves, always 0 between two uses
        ("shared", u64, SEARCH_CELLS),  # for `dominated`
        ("pairs", u64, SEARCH_CELLS // 2 + 1),  # of `paired`
        ("steps", u64, (SEARCH_CELLS // 2 + 1, 3)),  # its levels, after so many pairs
        ("through", u64, SEARCH_CELLS * LINE_WORDS),  # its sets of lines
        ("counts", u64, (SEARCH_CELLS // 2 + 1, (SEARCH_CELLS + 2) * LINE_WORDS)),
        ("runs", u64, (MOST_RUNS, 4)),
        ("run_of", u64, MOST_LINES),  # of each line in a row
        ("owner", u64, SEARCH_CELLS),  # the run that has a cell
        ("queue", u64, MOST_RUNS),
        ("rows", u64, PLIES * MOST_LINES),  # a list of lines for each ply of the search
        ("orders", u64, (PLIES, SEARCH_CELLS + 1)),  # its moves
        ("threats", u64, (FORCING, STEP)),  # the steps of `forcing`
        ("come_to", u64, (1 << COME_TO_BITS, COME_TO)),  # its positions
        ("frames", u64, (PLIES, SEARCH_CELLS + 1, 4)),  # the numbers of moves in `proves`
    ]
)

# In a tally: nodes so far, when to stop, the greatest depth, the number of other threads, and what
# `company` says is asked of a position. The last place is `FORCED`.
NODES, STOP, DEPTH, OTHERS, ASKED = 0, 1, 2, 3, 4


def row_of(ply: int, memory: Memory, board: Board) -> Words:
    """Where a ply has its list of lines; the lists of a board lie close together."""
    size = board.line_count
    return memory.rows[ply * size : (ply + 1) * size]


def stopped(tally: Words, ply: int) -> bool:
    """Whether the limit has been met; if not, count one more node."""
    if tally[NODES] >= tally[STOP]:
        return True
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    return False


ENTRY_WORDS = 5  # attacker, defender, free, zone, and a word of kind and work
# The last rows of a table hold marks, and no entries: far more than there are threads and plies.
# `company` says what they are for.
MARKS = 1024

# The kinds of a position, as the transposition table tells them apart: the game and the mover.
DEFENDS, ATTACKS = u64(1), u64(2)
WEAK, STRONG = u64(0), u64(4)
MISERE, SPARE = u64(8), u64(4)  # in misère, the kind has the number of spare cells, from bit 4
NUMBERS = u64(16)  # of `proves`: both numbers in the word where a zone would stand
# An entry's last word: the kind; whether it is won; the work; and bits of the mixed key, by which
# nearly all other positions are told apart before any other word is read.
KIND, WON, WORK, TAG = u64(0x7FF), u64(0x800), u64(12), u64(0xFFFF << 48)
MOST_WORK = u64(2**36 - 1)
NEAR = u64(8)  # with up to this many cells taken, the images of a position share an entry


class Key(NamedTuple):
    """The key of an entry: a position and its kind."""

    attacker: Word
    defender: Word
    free: Word
    kind: Word


class Entry(NamedTuple):
    """What an entry says of its position: the zone, or two numbers, and a word of kind and work."""

    zone: Word
    last: Word


def kind_of(node: Node) -> Word:
    """The kind of a position: its game, which is the weak one if `seen` is 0, and its mover."""
    return (STRONG if node.seen != ZERO else WEAK) | (ATTACKS if node.attacks else DEFENDS)


def least_image(node: Node, kind: Word, board: Board) -> tuple[int, Key]:
    """The symmetry that leads to the least image, and the key of that image.

    Far from the empty board it is the identity, 0: with many cells taken, few positions are images
    of each other.
    """
    best, a, d, f = 0, node.attacker, node.defender, node.free
    if ones_in(board.cells ^ node.free) <= NEAR:
        for image in range(1, board.symmetries):
            other_f = turned(node.free, image, board)
            if other_f <= f:
                other_a = turned(node.attacker, image, board)
                other_d = turned(node.defender, image, board)
                if other_f < f or other_a < a or (other_a == a and other_d < d):
                    best, a, d, f = image, other_a, other_d, other_f
    return best, Key(a, d, f, kind)


def mixed_key(key: Key) -> Word:
    """A word that depends on every bit of a key, and not on whether the position is won."""
    # A product carries a cell to higher bits alone, so each is folded before the next word: without
    # this, positions that differ in the last cells alone would share a place in every table.
    mix = key.attacker * u64(0x9E3779B97F4A7C15)
    mix = (mix ^ mix >> u64(32) ^ key.free) * u64(0xC2B2AE3D27D4EB4F)
    mix = (mix ^ mix >> u64(29) ^ key.defender) * u64(0x165667B19E3779F9)
    mix = (mix ^ mix >> u64(32) ^ key.kind & KIND) * u64(0xD6E8FEB86659FD93)
    return mix ^ mix >> u64(32)


def place(mix: Word, table: Words) -> Word:
    """Where the two entries of a position are, by its mixed key."""
    return mix & (u64(len(table)) - u64(MARKS) - TWO)


def seal(mix: Word, zone: Word, last: Word) -> Word:
    """What the words of a key are mixed with, so that an entry checks itself."""
    return mix ^ zone * u64(0x94D049BB133111EB) ^ last * u64(0xFF51AFD7ED558CCD)


def find(key: Key, table: Words) -> Entry:
    """The entry of a position; its last word is 0 if there is none.

    Each word is read once, since another thread may change it at any time.
    """
    mix = mixed_key(key)
    at, sought = place(mix, table), mix & TAG | key.kind
    for entry in (at, at + ONE):
        last = table[entry, 4]
        if last & (TAG | KIND) == sought:
            zone = table[entry, 3]
            sealed = seal(mix, zone, last)
            if (
                table[entry, 0] ^ sealed == key.attacker
                and table[entry, 1] ^ sealed == key.defender
                and table[entry, 2] ^ sealed == key.free
            ):
                return Entry(zone, last & ~TAG)
    return Entry(ZERO, ZERO)


def found(entry: Entry, image: int, board: Board) -> Verdict:
    """The verdict that an entry holds, turned back to the position whose image stands there."""
    return Verdict(entry.last & WON != ZERO, turned(entry.zone, board.inverses[image], board))


def keep_verdict(
    key: Key, verdict: Verdict, image: int, work: Word, table: Words, board: Board
) -> None:
    """Enter the verdict on the position whose image has this key."""
    won = Key(key.attacker, key.defender, key.free, key.kind | (WON if verdict.won else ZERO))
    keep(won, turned(verdict.zone, image, board), work, table)


def keep(key: Key, zone: Word, work: Word, table: Words) -> None:
    """Enter what was found about a position."""
    mix, work = mixed_key(key), min(work, MOST_WORK)
    last = mix & TAG | work << WORK | key.kind
    at, sealed = place(mix, table), seal(mix, zone, last)
    if (table[at, 4] & ~TAG) >> WORK > work:
        at += ONE
    table[at, 0], table[at, 1] = key.attacker ^ sealed, key.defender ^ sealed
    table[at, 2], table[at, 3], table[at, 4] = key.free ^ sealed, zone, last


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
    """Enter a position, depth first: its mixed key, or 0 if it needs no mark or is left.

    It is left if the ply above asked for that and another thread is there; ASKED is LEFT then.
    """
    if memory.tally[OTHERS] == ZERO or memory.works[ply] < SHARED:
        return ZERO
    mix = mixed_key(key)
    if asked == LEAVES and occupied(mix, table):
        memory.tally[ASKED] = LEFT
        return ZERO
    come(mix, table)
    return mix


def go(mix: Word, table: Words) -> None:
    """Say that this thread is no longer in the position."""
    at = slot(mix, table)
    if table[at, 0] == mix:
        table[at, 0] = ZERO


def occupied(mix: Word, table: Words) -> bool:
    """Whether another thread seems to be in a position."""
    return bool(table[slot(mix, table), 0] == mix)
