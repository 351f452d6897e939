"""The trees of `tree_kernel` in plain Python: bits are ints, and arrays are dicts."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from inspect import isfunction
from types import FunctionType
from typing import Any, NamedTuple

from noughts.core import move_bits
from noughts.core.bits import completions
from noughts.core.on_ints import on_ints
from noughts.core.rules import Rules
from noughts.core.successors import moves_at
from noughts.core.turns import line_worth
from noughts.expressions.trace import Operand
from noughts.expressions.writer import written
from noughts.players.strong import tree_kernel
from noughts.players.strong.tree_kernel import Planes, Tree


class Trees(NamedTuple):
    """Functions that grow a tree, make one, or make planes; the nodes to reserve per second."""

    grow: Callable[[Tree, int, bool], int]
    tree: Callable[[int, int], Tree]
    planes: Callable[[int, int], Planes]  # the planes from two ints
    rate: int  # nodes that a tree may need for each second


def of_plies(rules: Rules) -> dict[str, Any]:
    """The constants of `tree_kernel` for a game, which are the same for bits of any type.

    >>> of_plies(Rules(1, 3, 3))["SIGN"]
    (-1, -1, -1, -1)
    """
    every = [moves_at(ply, rules) for ply in range(rules.cells + 1)]
    return {
        "ACTIONS": rules.actions,
        "SIGN": tuple(moves.sign for moves in every),
        "LINE": tuple(moves.line for moves in every),
        "FULL": tuple(moves.full for moves in every),
    }


PLAIN_RATE = 1 << 14


def moves_of(own: Operand, other: Operand, rules: Rules) -> tuple[Operand, Operand, Operand]:
    """The kernel's three masks of moves in a position, given by its two planes.

    >>> moves_of(0b000_010_000, 0b000_000_011, Rules(3, 3, 3))
    (492, 0, 4)
    """
    every: Operand
    lined: Operand
    every, lined = move_bits.moves((own, other), rules)
    stops = every & 0
    if rules.has("owned", "alternates", "fair") and line_worth(rules) > 0 and not rules.wholes:
        stops = completions(other, rules) & every
    return every, lined, stops


@cache
def plain_trees(rules: Rules) -> Trees:
    """The trees of a game in plain Python."""
    board, placed = rules.board, on_ints(rules).placed
    moves = written("moves", lambda own, other: moves_of(own, other, rules), own=board, other=board)
    space = {
        **vars(tree_kernel),
        **of_plies(rules),
        "log": math.log,
        "sqrt": math.sqrt,
        "moves_of": lambda planes: moves(*planes),
        "after": lambda planes, move: placed(planes[0], planes[1], move),
        "size": int.bit_count,
        "without": lambda bits, others: bits & ~others,
        "bit": lambda action: 1 << action,
        "nth": nth,
        "planes_at": lambda tree, node: tree.planes[node],
        "found": found,
    }
    for name, each in vars(tree_kernel).items():
        if isfunction(each):
            space[name] = FunctionType(each.__code__, space, name)
    return Trees(space["grow"], _tree, lambda own, other: (own, other), PLAIN_RATE)


def _tree(nodes: int, edges: int) -> Tree:
    tree = Tree(*({} for _ in Tree._fields))
    tree.used.update(enumerate((0, 0, nodes, edges, 0)))
    return tree


def root_of(tree: Tree, planes: Planes, ply: int, seed: int) -> None:
    """Make a position the root of an empty tree with random numbers from `seed`, which is not 0."""
    tree.used[tree_kernel.RANDOM] = seed
    tree.planes[0], tree.ply[0] = planes, ply


def nth(bits: int, rank: int) -> int:
    """The set bit that has `rank` set bits below it.

    >>> nth(0b1101000, 2)
    64
    """
    for _ in range(rank):
        bits &= bits - 1
    return bits & -bits


def found(tree: Tree, planes: Planes, new: int) -> int:
    """The node of a position, or `new` if the position has none."""
    node: int = tree.known.setdefault(planes, new)
    tree.planes[node] = planes
    return node
