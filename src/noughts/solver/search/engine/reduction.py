"""What lines and weights settle without a move, and what is left of a position if they do not."""

from __future__ import annotations

from typing import NamedTuple

from noughts.solver.search.engine.board import ZERO, Board, Word, Words
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
from noughts.solver.search.engine.node import Node, Verdict


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
