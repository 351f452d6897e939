"""A position of the search."""

from __future__ import annotations

from typing import NamedTuple

from noughts.solver.search.engine.board import ZERO, Word


class Node(NamedTuple):
    """The attacker's stones, the defender's and the free cells; and who is to move.

    `seen` is the board in the strong game and in misère. In the weak game, where the defender's
    stones are not told from cells that are in no line left, it is 0, and so is `defender`.
    """

    attacker: Word
    defender: Word
    free: Word
    seen: Word
    attacks: bool  # whether the attacker moves


def after(node: Node, move: Word) -> Node:
    """The position one move further; a move of no cell leaves all stones as they are."""
    own = move if node.attacks else ZERO
    return Node(
        node.attacker | own,
        node.defender | ((move ^ own) & node.seen),
        node.free ^ move,
        node.seen,
        not node.attacks,
    )
