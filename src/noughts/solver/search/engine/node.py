"""A position of the search."""

from __future__ import annotations

from typing import NamedTuple

from noughts.solver.search.engine.board import ZERO, Word


class Verdict(NamedTuple):
    """Whether the attacker wins, and the zone on which that rests."""

    won: bool
    zone: Word


class Node(NamedTuple):
    """The attacker's stones, the defender's, the free cells, and whose move it is.

    `seen` is the board in the strong game and in misère. In the weak game the defender's stones do
    not differ from cells that are in no line any more, so `seen` and `defender` are 0.
    """

    attacker: Word
    defender: Word
    free: Word
    seen: Word
    attacks: bool  # whether the attacker moves


def after(node: Node, move: Word) -> Node:
    """The position after a move; a move of no cell leaves all stones as they are."""
    own = move if node.attacks else ZERO
    return Node(
        node.attacker | own,
        node.defender | ((move ^ own) & node.seen),
        node.free ^ move,
        node.seen,
        not node.attacks,
    )
