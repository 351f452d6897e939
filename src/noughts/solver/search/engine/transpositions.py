"""The transposition table: two entries a place, one kept for its work, the other the newest.

All threads of a search write into one table without a lock, so an entry can hold words of several
writers. Each entry therefore checks itself (Hyatt and Mann, *A lock-free transposition table
implementation for parallel search chess engines*, 2002): the words of its key are kept mixed with a
`seal`, which depends on every bit of the key, the zone and the last word. A thread that looks for a
position mixes its key with the seal of the zone and the last word that it reads. If one of the five
words was written for another position, or with another zone or last word, they do not agree.

- What is assumed of memory: an aligned word of 64 bits is read and written whole, as x86-64 and
  ARM64 do. In which order words become visible does not matter.
- What it would take to believe a mixture: the seals of two entries of one place must differ by just
  the stones by which their keys differ, or be equal. A seal is a hash of 64 bits, so that happens
  in one of some 2**64 mixtures, and only if the position that is looked for belongs to it. If only
  the zone is that of another entry, the seals differ for certain.
"""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.kernels.words import ones_in
from noughts.solver.search.engine.board import ONE, TWO, ZERO, Board, Word, Words, turned
from noughts.solver.search.engine.node import Node, Verdict

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


def mixed(key: Key) -> Word:
    """A word that depends on every bit of a key, and not on whether the position is won."""
    # The kind has a factor of its own: added to the free cells it would cancel out a move.
    mix = key.attacker * u64(0x9E3779B97F4A7C15) ^ key.free * u64(0xC2B2AE3D27D4EB4F)
    mix ^= key.defender * u64(0x165667B19E3779F9) ^ (key.kind & KIND) * u64(0xD6E8FEB86659FD93)
    mix ^= mix >> u64(29)
    mix *= u64(0xBF58476D1CE4E5B9)
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
    mix = mixed(key)
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
    mix, work = mixed(key), min(work, MOST_WORK)
    last = mix & TAG | work << WORK | key.kind
    at, sealed = place(mix, table), seal(mix, zone, last)
    if (table[at, 4] & ~TAG) >> WORK > work:
        at += ONE
    table[at, 0], table[at, 1] = key.attacker ^ sealed, key.defender ^ sealed
    table[at, 2], table[at, 3], table[at, 4] = key.free ^ sealed, zone, last
