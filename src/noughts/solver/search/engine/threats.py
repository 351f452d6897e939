"""Wins by threats alone: a threat-space search (Allis, van den Herik and Huntjens, 1993)."""

from __future__ import annotations

from noughts.solver.search.engine.board import ZERO, Board, Word, Words
from noughts.solver.search.engine.lines import completions, lowest, openings, several
from noughts.solver.search.engine.node import Node

FORCING = 6  # how many threats in a row are tried
ATTACKER, DEFENDER, FREE, MOVES, NEEDS = 0, 1, 2, 3, 4  # the places of a step
STEP = 5


def forcing(node: Node, steps: Words, board: Board) -> Word:
    """The zone of a win by threats alone, the attacker to move; 0 if none is found.

    The attacker must have no line to finish at once, and has none after answering a single threat.
    A defender's stone outside the zone brings no line of his closer than two cells while the
    threats last, so he never gains a move by it.

    `steps` has a row for each threat on the way: the position before it, the moves left to try
    there, and the cells that a win from there needs, whichever move it is.
    """
    depth = 0
    enter(node.attacker, node.defender, node.free, node.seen, steps[0], board)
    while depth >= 0:
        step = steps[depth]
        moves = step[MOVES]
        if moves == ZERO:
            depth -= 1
            continue
        move = lowest(moves)
        step[MOVES] = moves ^ move
        attacker, rest = step[ATTACKER] | move, step[FREE] ^ move
        # At least the cell that the opening leaves free.
        threats = completions(attacker, board) & rest
        if several(threats):
            zone = move | threats | steps[0, FREE] ^ step[FREE]  # all stones on the way
            for i in range(depth + 1):
                zone |= steps[i, NEEDS]
            return zone
        if depth + 1 < FORCING:
            depth += 1
            defender, free = step[DEFENDER] | threats, rest ^ threats
            enter(attacker, defender, free, node.seen, steps[depth], board)
    return ZERO


def enter(
    attacker: Word, defender: Word, free: Word, seen: Word, step: Words, board: Board
) -> None:
    """Begin with the threats of a position: its openings, or the one among them that is forced."""
    moves = openings(attacker, free, board)
    must = completions(defender, board) & free & seen
    if must != ZERO:
        moves &= ZERO if several(must) else must
    step[ATTACKER], step[DEFENDER], step[FREE], step[MOVES] = attacker, defender, free, moves
    step[NEEDS] = openings(defender, free & seen, board)
