"""The tree of `tree_search`, grown by one random game after another, with bits of any type.

Functions on the bits of a game are supplied from outside: `tree_on_ints` has functions on ints, in
plain Python, and `tree_in_words` has functions on words, compiled by Numba. With either, the same
random numbers are drawn and equal trees grow.

    node    planes  ply  lower  upper  visits  total        first  edges  tried
    edge    move  child                                     a node's edges are contiguous,
                                                            and the tried edges come first
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Planes = Any  # both planes of a position, as its player to move sees them
Bits = Any  # a mask of actions

GIVEN: Any = None  # a placeholder for a value from outside
ACTIONS: int = GIVEN  # the number of actions of the game
# These three have an item for each ply.
SIGN: tuple[int, ...] = GIVEN  # the factor from the next mover's value to the mover's
LINE: tuple[int, ...] = GIVEN  # the value of a line to the player to move
FULL: tuple[int, ...] = GIVEN  # the value of a position without moves
log: Callable[[float], float] = GIVEN
sqrt: Callable[[float], float] = GIVEN
# All moves, the moves that make a line, and the moves that alone stop a line of the other player.
moves_of: Callable[[Planes], tuple[Bits, Bits, Bits]] = GIVEN
after: Callable[[Planes, Bits], Planes] = GIVEN  # a move
size: Callable[[Bits], int] = GIVEN
without: Callable[[Bits, Bits], Bits] = GIVEN
bit: Callable[[int], Bits] = GIVEN  # the bit of an action
nth: Callable[[Bits, int], Bits] = GIVEN  # the set bit with a given number of set bits below it
planes_at: Callable[[Tree, int], Planes] = GIVEN  # the planes of a node
found: Callable[[Tree, Planes, int], int] = GIVEN  # the node of a position, or the new node

# The items of `used`: how many there are, how many there may be, and a random number.
NODES, EDGES, MOST_NODES, MOST_EDGES, RANDOM = range(5)
CURIOSITY = 0.9  # the weight of exploration, for results from -1 to 1
WORD = 0xFFFFFFFF


class Tree(NamedTuple):
    """The nodes and edges of a tree: each field is an array or, in plain Python, a dict."""

    used: Any
    known: Any  # in which `found` looks positions up
    planes: Any
    ply: Any
    lower: Any
    upper: Any
    visits: Any
    total: Any
    first: Any  # the first edge; -1 before the node has edges
    edges: Any
    tried: Any
    move: Any
    child: Any
    path: Any  # from the root to a leaf


def settled(tree: Tree, every: bool) -> bool:
    """Whether the root's value is proved or, if `every` is true, the value of each of its moves."""
    if not every:
        return bool(tree.lower[0] == tree.upper[0])
    if tree.tried[0] < tree.edges[0]:
        return False
    for edge in range(tree.edges[0]):
        child = tree.child[edge]
        if tree.lower[child] != tree.upper[child]:
            return False
    return True


def grow(tree: Tree, games: int, every: bool) -> int:
    """Add up to `games` leaves, until the tree is settled or full. Returns how many it added."""
    if tree.used[NODES] == 0:  # the planes and the ply of the root are there
        expand(tree, node_of(tree, planes_at(tree, 0), tree.ply[0]), True)
    done = 0
    proved = True
    while done < games:
        if proved and settled(tree, every):
            break
        if tree.used[NODES] >= tree.used[MOST_NODES]:
            break
        if tree.used[EDGES] + ACTIONS > tree.used[MOST_EDGES]:
            break
        proved = add_leaf(tree, every)
        done += 1
    return done


def add_leaf(tree: Tree, every: bool) -> bool:
    """Judge the most promising leaf and back up its result.

    Returns whether the bounds of a move of the root have changed.
    """
    node, depth = 0, 0
    while depth == 0 or (tree.visits[node] > 0 and tree.lower[node] != tree.upper[node]):
        edge = selected(tree, node, every and depth == 0)
        tree.path[depth] = node
        depth += 1
        if edge == tree.first[node] + tree.tried[node]:
            tree.tried[node] += 1
            planes = after(planes_at(tree, node), bit(tree.move[edge]))
            tree.child[edge] = node_of(tree, planes, tree.ply[node] + 1)
            node = tree.child[edge]
            break
        node = tree.child[edge]
    proving = tree.lower[node] == tree.upper[node]
    result = tree.lower[node]
    if not proving:
        result = played_out(tree, planes_at(tree, node), tree.ply[node])
    tree.visits[node] += 1
    tree.total[node] += result
    below = proving  # whether the bounds of the node below have changed
    for step in range(depth - 1, -1, -1):
        node, below = tree.path[step], proving
        proving = proving and prove(tree, node)
        result = min(max(SIGN[tree.ply[node]] * result, tree.lower[node]), tree.upper[node])
        tree.visits[node] += 1
        tree.total[node] += result
    return bool(below)


def node_of(tree: Tree, planes: Planes, ply: int) -> int:
    """The node of a position; a new node if the position has none."""
    new = tree.used[NODES]
    node = found(tree, planes, new)
    if node == new:
        tree.used[NODES] = new + 1
        every, lined, stops = moves_of(planes)
        lower, upper, moves, lines = -1, 1, size(every), size(lined)
        if moves == 0:
            lower = upper = FULL[ply]
        elif lines > 0 and LINE[ply] == 1:
            lower = 1
        elif lines == moves or size(stops) > 1:
            upper = -1
        tree.ply[node], tree.lower[node], tree.upper[node] = ply, lower, upper
        tree.visits[node], tree.total[node], tree.first[node] = 0, 0, -1
    return node


def expand(tree: Tree, node: int, every: bool) -> None:
    """Give a node an edge for each move that does not make a line.

    If `every` is false and some moves stop a line of the other player, only those get edges.
    """
    moves, lined, stops = moves_of(planes_at(tree, node))
    quiet, first = without(moves, lined), tree.used[EDGES]  # a line that loses need not be made
    if size(stops) > 0 and not every:
        quiet = stops
    at = first
    for action in range(ACTIONS):
        if size(without(bit(action), quiet)) == 0:
            tree.move[at] = action
            at += 1
    tree.first[node], tree.tried[node], tree.edges[node] = first, 0, at - first
    tree.used[EDGES] = at


def selected(tree: Tree, node: int, asked: bool) -> int:
    """The edge to follow: an untried edge, else the most promising edge that may still matter."""
    if tree.first[node] < 0:
        expand(tree, node, False)
    first: int = tree.first[node]
    tried: int = tree.tried[node]
    if tried < tree.edges[node]:
        word = tree.used[RANDOM] = drawn(tree.used[RANDOM])
        edge, other = first + tried, first + tried + (word * (tree.edges[node] - tried) >> 32)
        tree.move[edge], tree.move[other] = tree.move[other], tree.move[edge]
        return edge
    sign, least = SIGN[tree.ply[node]], tree.lower[node]
    spread = CURIOSITY * sqrt(log(tree.visits[node] + 1))
    best, most = first, -9.0
    for edge in range(first, first + tried):
        child = tree.child[edge]
        low, high = tree.lower[child], tree.upper[child]
        if low == high or not (asked or (high if sign > 0 else -low) > least):
            continue
        visits = tree.visits[child]
        promise = sign * tree.total[child] / visits + spread / sqrt(visits)
        if promise > most:
            best, most = edge, promise
    return best


def prove(tree: Tree, node: int) -> bool:
    """Update a node's bounds from its moves. Returns whether the node's bounds have changed."""
    first, tried = tree.first[node], tree.tried[node]
    sign, lower, upper = SIGN[tree.ply[node]], -1, 1 if tried < tree.edges[node] else -1
    for edge in range(first, first + tried):
        child = tree.child[edge]
        low, high = tree.lower[child], tree.upper[child]
        lower = max(lower, low if sign > 0 else -high)
        upper = max(upper, high if sign > 0 else -low)
    lower, upper = max(lower, tree.lower[node]), min(upper, tree.upper[node])
    changed = lower != tree.lower[node] or upper != tree.upper[node]
    tree.lower[node], tree.upper[node] = lower, upper
    return bool(changed)


def played_out(tree: Tree, planes: Planes, ply: int) -> int:
    """The result of a random game from a position, for the player to move there."""
    sign, word = 1, tree.used[RANDOM]
    while True:
        every, lined, stops = moves_of(planes)
        moves, lines, stopping = size(every), size(lined), size(stops)
        if moves == 0:
            result = FULL[ply]
            break
        if lines > 0:
            result = LINE[ply]
            if result == 1 or lines == moves:
                break
            every, moves = without(every, lined), moves - lines
        elif stopping > 1:
            result = -1
            break
        elif stopping == 1:
            every, moves = stops, 1
        word = drawn(word)
        planes = after(planes, nth(every, word * moves >> 32))
        sign *= SIGN[ply]
        ply += 1
    tree.used[RANDOM] = word
    return sign * result


def drawn(word: int) -> int:
    """The random number that follows `word`: xorshift of 32 bits (Marsaglia, 2003)."""
    word ^= word << 13 & WORD
    word ^= word >> 17
    return word ^ (word << 5 & WORD)
