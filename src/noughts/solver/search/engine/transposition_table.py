"""The transposition table of a search, the records of its threads, and the marks they set.

The transposition table has two entries at each place: the first is the entry that took the most
work, and the second is the newest of the others. All threads of a search write into one table
without a lock, so an entry can contain words of several writers. Each entry is therefore
self-verifying (Hyatt and Mann, *A lock-free transposition table implementation for parallel search
chess engines*, 2002): the words of its key are stored mixed with a `seal`, which depends on every
bit of the key, the zone and the last word. A thread that looks for a position computes the seal
from the key of the position and from the zone and last word that it reads, mixes the key with this
seal, and compares the result with the words that are stored. If one of the five words was written
for another position, or with another zone or last word, the words do not match.

- The table assumes that an aligned word of 64 bits is read and written whole, as on x86-64 and
  ARM64. The order in which words become visible does not matter.
- A reader accepts a mixture of two entries only if their seals are equal, or differ in exactly the
  bits in which their keys differ. A seal is a hash of 64 bits, so this happens in about one in
  2**64 mixtures, and only if the reader looks for the very position that the mixture then seems to
  describe. If only the zone comes from another entry, the seals certainly differ.

The marks show where the threads of a search are, so that each thread can search where no other
thread is. All threads search the same position, each with a record of its own, and share the table.
The table has `MARKS` more rows after its entries. A thread marks a position there while it is in
that position, and another thread checks for the mark before it enters the position. A mark may be
lost or may remain by mistake, since all threads write without a lock. Only the order of the work
depends on marks.

A depth-first search tries a move to a marked position after all other moves. It does not leave the
first move of a position to another thread, since most often only that move is needed. A search by
proof numbers counts a marked position as a quarter worse than it is. In such a search, when one
thread settles a position, the other threads that search below this position return.
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
MOST_RUNS = 8 * ZERO.itemsize  # in `matched`, a set of runs is a word
LINE_WORDS = (MOST_LINES + 63) // 64  # the words of a set of lines
MEMORY = structure(
    [
        ("tally", u64, 6),
        ("works", u64, PLIES),  # by ply, the nodes that the last position took
        ("path", u64, (PLIES, 4)),  # the keys of the positions on the path of `proves`
        ("weight", u64, SEARCH_CELLS),  # of moves; all 0 between two uses
        ("shared", u64, SEARCH_CELLS),  # for `dominated`
        ("pairs", u64, SEARCH_CELLS // 2 + 1),  # of `paired`
        ("steps", u64, (SEARCH_CELLS // 2 + 1, 3)),  # its levels, by the number of pairs
        ("through", u64, SEARCH_CELLS * LINE_WORDS),  # its sets of lines
        ("counts", u64, (SEARCH_CELLS // 2 + 1, (SEARCH_CELLS + 2) * LINE_WORDS)),
        ("runs", u64, (MOST_RUNS, 4)),
        ("run_of", u64, MOST_LINES),  # the run of each line in a row
        ("owner", u64, SEARCH_CELLS),  # the run that owns each cell
        ("queue", u64, MOST_RUNS),
        ("rows", u64, PLIES * MOST_LINES),  # a list of lines for each ply of the search
        ("orders", u64, (PLIES, SEARCH_CELLS + 1)),  # the moves of each ply, in order
        ("threats", u64, (FORCING, STEP)),  # the steps of `forcing`
        ("come_to", u64, (1 << COME_TO_BITS, COME_TO)),  # the positions that it has reached
        ("frames", u64, (PLIES, SEARCH_CELLS + 1, 4)),  # the numbers of moves in `proves`
    ]
)

# The places of a tally: the nodes so far, the nodes at which to stop, the greatest depth, the
# number of other threads, and `KEEPS`, `LEAVES` or `LEFT` (see below). The last place is `FORCED`.
NODES, STOP, DEPTH, OTHERS, ASKED = 0, 1, 2, 3, 4


def row_of(ply: int, memory: Memory, board: Board) -> Words:
    """The list of lines of a ply; the lists of all plies lie next to each other in memory."""
    size = board.line_count
    return memory.rows[ply * size : (ply + 1) * size]


def stopped(tally: Words, ply: int) -> bool:
    """Whether the limit of nodes has been met; if not, count one more node."""
    if tally[NODES] >= tally[STOP]:
        return True
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    return False


ENTRY_WORDS = 5  # attacker, defender, free, zone, and a word of kind and work
# The last rows of a table hold marks and not entries. Their number is far larger than the number of
# threads and plies. The docstring of the module explains their purpose.
MARKS = 1024

# The kinds of positions that the transposition table distinguishes: the game and the mover.
DEFENDS, ATTACKS = u64(1), u64(2)
WEAK, STRONG = u64(0), u64(4)
MISERE, SPARE = u64(8), u64(4)  # in misère, the kind contains the number of spare cells, from bit 4
NUMBERS = u64(16)  # of `proves`: both numbers in place of a zone
# The last word of an entry: the kind, whether it is won, the work, and bits of the mixed key. These
# bits exclude nearly all other positions before any other word is read.
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
    """The content of an entry: the zone or two numbers, and a word with kind, result and work."""

    zone: Word
    last: Word


def kind_of(node: Node) -> Word:
    """The kind of a position: its game (the weak game if `seen` is 0) and its mover."""
    return (STRONG if node.seen != ZERO else WEAK) | (ATTACKS if node.attacks else DEFENDS)


def least_image(node: Node, kind: Word, board: Board) -> tuple[int, Key]:
    """The symmetry that leads to the least image, and the key of that image.

    With more than `NEAR` cells taken, the symmetry is always the identity, 0, since few such
    positions are images of each other.
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
    """A word that depends on all bits of a key but the one that tells if the position is won."""
    # In a product, a bit affects only higher bits. So each product is folded before the next word
    # is added. Otherwise, positions that differ only in the last cells would share a place in every
    # table.
    mix = key.attacker * u64(0x9E3779B97F4A7C15)
    mix = (mix ^ mix >> u64(32) ^ key.free) * u64(0xC2B2AE3D27D4EB4F)
    mix = (mix ^ mix >> u64(29) ^ key.defender) * u64(0x165667B19E3779F9)
    mix = (mix ^ mix >> u64(32) ^ key.kind & KIND) * u64(0xD6E8FEB86659FD93)
    return mix ^ mix >> u64(32)


def place(mix: Word, table: Words) -> Word:
    """The index of the first of a position's two entries, from its mixed key."""
    return mix & (u64(len(table)) - u64(MARKS) - TWO)


def seal(mix: Word, zone: Word, last: Word) -> Word:
    """The word with which the words of a key are mixed, so that an entry is self-verifying."""
    return mix ^ zone * u64(0x94D049BB133111EB) ^ last * u64(0xFF51AFD7ED558CCD)


def find(key: Key, table: Words) -> Entry:
    """The entry of a position; if the position has no entry, the last word is 0.

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
    """The verdict in an entry, turned back from the image to the position itself."""
    return Verdict(entry.last & WON != ZERO, turned(entry.zone, board.inverses[image], board))


def keep_verdict(
    key: Key, verdict: Verdict, image: int, work: Word, table: Words, board: Board
) -> None:
    """Enter the verdict on the position whose image has this key."""
    won = Key(key.attacker, key.defender, key.free, key.kind | (WON if verdict.won else ZERO))
    keep(won, turned(verdict.zone, image, board), work, table)


def keep(key: Key, zone: Word, work: Word, table: Words) -> None:
    """Enter the result for a position into the table."""
    mix, work = mixed_key(key), min(work, MOST_WORK)
    last = mix & TAG | work << WORK | key.kind
    at, sealed = place(mix, table), seal(mix, zone, last)
    if (table[at, 4] & ~TAG) >> WORK > work:
        at += ONE
    table[at, 0], table[at, 1] = key.attacker ^ sealed, key.defender ^ sealed
    table[at, 2], table[at, 3], table[at, 4] = key.free ^ sealed, zone, last


SHARED = u64(64)  # from this many nodes on, it pays to check where the other threads are

# The request of the ply above, in a tally: search the position in any case, or leave it to another
# thread that is in it. `LEFT` is the reply that it was left to that thread.
KEEPS, LEAVES, LEFT = u64(0), u64(1), u64(2)


def slot(mix: Word, table: Words) -> Word:
    """The row for the mark of a position, from its mixed key."""
    # The place of the position's entry depends on the lowest bits, so other bits serve here.
    return u64(len(table)) - u64(MARKS) + (mix >> u64(48) & u64(MARKS - 1))


def come(mix: Word, table: Words) -> None:
    """Mark that this thread is in a position."""
    table[slot(mix, table), 0] = mix


def entered(key: Key, asked: Word, ply: int, memory: Memory, table: Words) -> Word:
    """Enter a position in a depth-first search. Return its mixed key, or 0 if it is not marked.

    If `asked` is `LEAVES` and another thread is in the position, do not enter it: set `ASKED` in
    the tally to `LEFT`, and return 0.
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
    """Remove the mark that this thread is in a position."""
    at = slot(mix, table)
    if table[at, 0] == mix:
        table[at, 0] = ZERO


def occupied(mix: Word, table: Words) -> bool:
    """Whether another thread seems to be in a position."""
    return bool(table[slot(mix, table), 0] == mix)
