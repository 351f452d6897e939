"""Proof numbers: estimates of the work left to prove a position, and to disprove it.

`best_first` continues the search where the least work is left. This module finds the numbers of a
position, and defines the fields of the frames that hold the numbers of its moves.
"""

from __future__ import annotations

from numpy import uint64 as u64

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
from noughts.solver.search.engine.lines import unpaired
from noughts.solver.search.engine.matching import held_by_pairs
from noughts.solver.search.engine.reduction import countered, forcing, reduced, unreduced
from noughts.solver.search.engine.transposition_table import (
    NUMBERS,
    Key,
    find,
    found,
    keep,
    keep_verdict,
    kind_of,
    least_image,
    mixed_key,
    row_of,
)
from noughts.solver.search.limits import SEARCH_CELLS

# A frame, `memory.frames[ply]`, holds these fields for each move in `memory.orders[ply]`; `MIX` is
# the mixed key of the position after the move. At `OWN` it holds two numbers of the position
# itself: at first the bounds at which to turn back, and at the end the numbers found.
PROOF, DISPROOF, ZONE, MIX = 0, 1, 2, 3
OWN = SEARCH_CELLS
# The disproof number for a residue of 1. It is smaller in the strong game, where threats of the
# defender also disprove a win.
WEAK_RESIDUE, STRONG_RESIDUE = u64(80), u64(24)
NUMBER_BITS, ENDLESS = u64(32), u64(0xFFFFFFFF)  # a proof number takes half a word


def numbers(
    node: Node, row: Words, memory: Memory, table: Words, board: Board
) -> tuple[Word, Word, Word, Word]:
    """The proof and disproof numbers, the zone if the position is settled, and the mixed key.

    If a position is not settled and not in the table, its numbers are estimated. When the defender
    is to move, the proof number is the number of the defender's moves. But if the attacker, were it
    his move, would win by threats alone, the proof number is a third of the number of the
    defender's moves in the zone of these threats, since the threats refute most of these moves.
    When the attacker is to move, the disproof number grows with the residue, the weight of the
    lines that pairs do not stop. If the defender, were it his move, would win by threats alone,
    this number is at most a quarter of the number of the attacker's moves in the zone of these
    threats.
    """
    over, verdict, must, reply, pairs, node, size = reduced(node, row, board)
    proof, disproof, mix = ONE, ONE, ZERO
    if not over:
        free, attacks = node.free, node.attacks
        image, key = least_image(node, kind_of(node), board)
        unsettled = numbered(key)
        mix = mixed_key(key)
        entry, guess = find(key, table), find(unsettled, table)
        if entry.last != ZERO:
            over, verdict = True, found(entry, image, board)
        elif guess.last != ZERO:
            proof, disproof = guess.zone >> NUMBER_BITS, guess.zone & ENDLESS
        else:
            zone, residue = forcing(node, memory, board), ZERO
            won = attacks and zone != ZERO
            against = ZERO if won else countered(node, must, memory, board)
            if against != ZERO and not attacks:
                over, cells = True, board.cells
            elif zone != ZERO or must != ZERO:
                over = won
            else:
                size, own = unpaired(free, row, size)
                over, cells, residue = held_by_pairs(free, row, size, attacks, memory, board)
                cells |= own
            if over:
                verdict = Verdict(won, zone if won else cells)
                keep_verdict(key, verdict, image, ONE, table, board)
            else:
                if not attacks:
                    proof = (
                        max(ONE, ones_in(free & zone) // u64(3)) if zone != ZERO else ones_in(free)
                    )
                elif must == ZERO:
                    scale = WEAK_RESIDUE if node.seen == ZERO else STRONG_RESIDUE
                    disproof = max(ONE, (residue * scale + (ONE << board.k >> ONE)) >> board.k)
                    if against != ZERO:
                        disproof = min(disproof, max(ONE, ones_in(free & against) // u64(4)))
                keep(unsettled, proof << NUMBER_BITS | disproof, ONE, table)
        if over:
            verdict = unreduced(verdict, reply, pairs)
    if over:
        proof, disproof = known(verdict.won)
    return proof, disproof, verdict.zone, mix


def known(won: bool) -> tuple[Word, Word]:
    """The proof and disproof numbers of a settled position."""
    return (ZERO, ENDLESS) if won else (ENDLESS, ZERO)


def numbered(key: Key) -> Key:
    """The key under which the table holds the two numbers of a position that is not settled."""
    return Key(key.attacker, key.defender, key.free, key.kind | NUMBERS)


def mover_first(attacks: bool) -> tuple[int, int]:
    """The indices of the mover's number, whose least value counts, and the opponent's number."""
    return (PROOF, DISPROOF) if attacks else (DISPROOF, PROOF)


def look(move: int, node: Node, ply: int, memory: Memory, table: Words, board: Board) -> None:
    """Enter the current numbers of the position after a move into the frame."""
    frame, cell = memory.frames[ply], memory.orders[ply, move]
    frame[move, PROOF], frame[move, DISPROOF], frame[move, ZONE], frame[move, MIX] = numbers(
        after(node, cell), row_of(ply + 1, memory, board), memory, table, board
    )
