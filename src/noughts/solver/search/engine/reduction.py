"""What lines, weights and threats settle, and what is left of a position that they do not settle.

`reduced` makes no move. `forcing` finds wins by threats alone: it is a threat-space search (Allis,
van den Herik and Huntjens, 1993).
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.solver.search.engine.board import ZERO, Board, Node, Verdict, Word, Words
from noughts.solver.search.engine.lines import (
    completions,
    gather,
    live,
    lowest,
    openings,
    outweighed,
    several,
    union,
    unpaired,
)


class Reduced(NamedTuple):
    """A position without what cannot matter any more."""

    over: bool
    verdict: Verdict  # where it is over
    must: Word  # where the attacker must stop a line
    reply: Word  # the only answer to a single threat, already played
    pairs: Word  # of the lines that the defender meets by pairs of their own
    node: Node
    size: int  # the attacker's lines


def reduced(node: Node, row: Words, board: Board) -> Reduced:
    """A position after a forced answer, without cells of no line; fills `row` with the lines.

    Lines or weights may end it. If the defender has no line left, the game goes on as the weak
    game.
    """
    attacker, defender, free, seen, attacks = node
    won, pairs = False, ZERO
    threats = completions(attacker, board) & free
    must = completions(defender, board) & free & seen
    over, zone, reply, size = False, board.cells, ZERO, 0
    if not attacks:
        if must != ZERO:
            over = True
        elif several(threats):
            over, won, zone = True, True, threats | seen
        elif threats != ZERO:  # one threat has one answer
            attacks, reply = True, threats
            defender |= reply & seen
            free ^= reply
            threats = completions(attacker, board) & free
            must = completions(defender, board) & free & seen
    if attacks and not over:
        if threats != ZERO:
            over, won = True, True
            zone = reply | lowest(threats) | openings(defender, free & seen, board)
        elif several(must):
            over = True
    if not over:
        against = live(defender | free, board) & seen
        if against == ZERO:
            seen, defender = ZERO, ZERO
        size = gather(attacker, free, row, board)
        if seen == ZERO:
            size, pairs = unpaired(free, row, size)
        alive = union(row, size)
        if outweighed(free, row, size, attacks, board):
            over, zone = True, reply | pairs | alive & free
        attacker, defender, free = attacker & alive, defender & against, free & (alive | against)
    node = Node(attacker, defender, free, seen, attacks)
    return Reduced(over, Verdict(won, zone), must, reply, pairs, node, size)


def unreduced(verdict: Verdict, reply: Word, pairs: Word) -> Verdict:
    """The verdict on the position before it was reduced."""
    zone = verdict.zone | reply
    return Verdict(verdict.won, zone if verdict.won else zone | pairs)


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
