"""Positions that lines, weights and threats settle, and the reduction of all other positions.

`reduced` does not search. `forcing` finds wins by threats alone: it is a threat-space search
(Allis, van den Herik and Huntjens, 1993).
"""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.solver.search.engine.board import ONE, ZERO, Board, Memory, Node, Verdict, Word, Words
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

FORCED = 5  # the place in a tally that counts the searches for wins by threats


class Reduced(NamedTuple):
    """A position without the stones and cells that can no longer matter."""

    over: bool
    verdict: Verdict  # valid if `over`
    must: Word  # the cell on which the attacker must stop a line
    reply: Word  # the only answer to a single threat, already played
    pairs: Word  # the pairs of lines that have two free cells of their own
    node: Node
    size: int  # the number of the attacker's lines


def reduced(node: Node, row: Words, board: Board) -> Reduced:
    """Play a forced answer, remove what cannot matter, and fill `row` with the attacker's lines.

    Lines or their weights may already settle the position. If the defender can no longer make a
    line, the position becomes a position of the weak game.
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


FORCING = 10  # the most threats in a row that are tried
MOST_THREATS = 400  # the most threats that are tried in all
ATTACKER, DEFENDER, FREE, MOVES, NEEDS = 0, 1, 2, 3, 4  # the places of a step
STEP = 5
# Different orders of threats lead to the same position, so positions that were tried are
# remembered: the attacker's stones, the defender's stones, and the number of the search.
COME_TO_BITS, COME_TO = 10, 3


def forcing(node: Node, memory: Memory, board: Board) -> Word:
    """The zone of a win by threats alone with the attacker to move; 0 if no such win is found.

    The result is valid only if the attacker cannot finish a line at once; the defender's answer to
    a single threat restores this condition. As long as the threats last, every line of the defender
    through a stone of his outside the zone lacks at least two cells, so he never gains a move by
    such a stone.

    `memory.threats` has a row for each threat on the path: the position before the threat, the
    moves left to try there, and the cells that are in the zone of any win from there, whichever
    move it begins with.
    """
    steps, depth, tries = memory.threats, 0, MOST_THREATS
    memory.tally[FORCED] += ONE
    enter(node.attacker, node.defender, node.free, node.seen, steps[0], board)
    while depth >= 0:
        step = steps[depth]
        moves = step[MOVES]
        if moves == ZERO:
            depth -= 1
            continue
        if tries == 0:
            break
        tries -= 1
        move = lowest(moves)
        step[MOVES] = moves ^ move
        attacker, rest = step[ATTACKER] | move, step[FREE] ^ move
        # These contain at least the cell that the opening leaves free.
        threats = completions(attacker, board) & rest
        if several(threats):
            zone = move | threats | steps[0, FREE] ^ step[FREE]  # all stones on the path
            for i in range(depth + 1):
                zone |= steps[i, NEEDS]
            return zone
        defender = step[DEFENDER] | threats
        if depth + 1 < FORCING and is_new(attacker, defender, memory):
            depth += 1
            enter(attacker, defender, rest ^ threats, node.seen, steps[depth], board)
    return ZERO


def is_new(attacker: Word, defender: Word, memory: Memory) -> bool:
    """Whether this threat search reaches a position for the first time; remember the position."""
    mix = (attacker ^ defender * u64(0x9E3779B97F4A7C15)) * u64(0xBF58476D1CE4E5B9)
    there, search = memory.come_to[mix >> u64(64 - COME_TO_BITS)], memory.tally[FORCED]
    if there[0] == attacker and there[1] == defender and there[2] == search:
        return False
    there[0], there[1], there[2] = attacker, defender, search
    return True


def countered(node: Node, must: Word, memory: Memory, board: Board) -> Word:
    """The zone of the defender's win by threats alone if he were to move; 0 if none is found.

    If such a win is found and the defender is indeed to move, the defender wins. If instead the
    attacker is to move, this win refutes each of his moves outside the zone. The result is also 0
    in the weak game, which the defender cannot win, and whenever the attacker must stop a line.
    """
    if node.seen == ZERO or must != ZERO:
        return ZERO
    return forcing(Node(node.defender, node.attacker, node.free, node.seen, True), memory, board)


def enter(
    attacker: Word, defender: Word, free: Word, seen: Word, step: Words, board: Board
) -> None:
    """Enter a position and its threats: its openings or, if a move is forced, at most that move."""
    moves = openings(attacker, free, board)
    must = completions(defender, board) & free & seen
    if must != ZERO:
        moves &= ZERO if several(must) else must
    step[ATTACKER], step[DEFENDER], step[FREE], step[MOVES] = attacker, defender, free, moves
    step[NEEDS] = openings(defender, free & seen, board)
