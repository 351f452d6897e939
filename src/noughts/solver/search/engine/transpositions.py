"""The transposition table: two entries to a place, one kept for its work, the other the newest."""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.solver.search.engine.board import BOARD, IMAGES, Word, Words, turned
from noughts.solver.search.engine.lines import ONE, TWO, ZERO, count

# The text from here on is compiled.

# The kinds of a position, as the transposition table tells them apart: the game, and who moves.
DEFENDS, ATTACKS = u64(1), u64(2)
WEAK, STRONG = u64(0), u64(4)
MISERE, SPARE = u64(8), u64(4)  # in misère, the number of spare cells is of the kind, from bit 4
NUMBERS = u64(16)  # of `proves`, where a zone stands elsewhere: both numbers in a word
KIND, WORK = u64(0x7FF), u64(11)  # an entry's last word: the kind, and the work from bit 11
NEAR = u64(8)  # up to so many cells taken, images of a position are one


def kind_of(seen: Word, attacks: bool) -> Word:
    """The kind of a position by its game, the weak one where `seen` is 0, and its mover."""
    return (STRONG if seen != ZERO else WEAK) | (ATTACKS if attacks else DEFENDS)


def least_image(attacker: Word, defender: Word, free: Word) -> tuple[int, Word, Word, Word]:
    """`(symmetry, attacker, defender, free)` of the least image; far from the empty board, of none.

    "None" is the identity, 0: with many cells taken, few positions are images of each other.
    """
    best, a, d, f = 0, attacker, defender, free
    if count(BOARD ^ free) <= NEAR:
        for image in range(1, IMAGES):
            other_f = turned(free, image)
            if other_f <= f:
                other_a, other_d = turned(attacker, image), turned(defender, image)
                if other_f < f or other_a < a or (other_a == a and other_d < d):
                    best, a, d, f = image, other_a, other_d, other_f
    return best, a, d, f


def place(attacker: Word, defender: Word, free: Word, kind: Word, table: Words) -> Word:
    """Where the two entries of a position are."""
    mixed = attacker * u64(0x9E3779B97F4A7C15) ^ (free + kind) * u64(0xC2B2AE3D27D4EB4F)
    mixed ^= defender * u64(0x165667B19E3779F9) ^ mixed >> u64(29)
    mixed *= u64(0xBF58476D1CE4E5B9)
    return (mixed ^ mixed >> u64(32)) & (u64(len(table)) - TWO)


def find(attacker: Word, defender: Word, free: Word, kind: Word, table: Words) -> Word:
    """The number of a position's entry and 1; 0 where there is none."""
    at = place(attacker, defender, free, kind, table)
    for entry in (at, at + ONE):
        if (
            table[entry, 0] == attacker
            and table[entry, 1] == defender
            and table[entry, 2] == free
            and table[entry, 4] & KIND == kind
        ):
            return entry + ONE
    return ZERO


def keep(
    attacker: Word, defender: Word, free: Word, kind: Word, zone: Word, work: Word, table: Words
) -> None:
    """Enter what was found about a position."""
    at = place(attacker, defender, free, kind, table)
    if table[at, 4] >> WORK > work:
        at += ONE
    table[at, 0], table[at, 1], table[at, 2], table[at, 3] = attacker, defender, free, zone
    table[at, 4] = work << WORK | kind
