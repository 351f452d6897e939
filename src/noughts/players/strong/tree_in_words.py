"""The trees of `tree_kernel`, compiled for a game. Bits are tuples of one or more words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy import int64
from numpy import uint64 as u64

from noughts.core import move_bits
from noughts.core.rules import Rules
from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import recorded_in_words, split, words_for
from noughts.expressions.trace import Expression, Operand
from noughts.kernels.compiler import Written, build, plain
from noughts.kernels.set_bits import ones_in
from noughts.players.strong import tree_kernel
from noughts.players.strong.playouts_in_boards import playouts_for
from noughts.players.strong.tree_kernel import Planes, Tree
from noughts.players.strong.tree_on_ints import Trees, moves_of, of_plies, root_of

DTYPES = {"used": int64, "planes": u64, "lower": np.int8, "upper": np.int8, "move": np.int16}
RATE = 1 << 20


def size(bits: Any) -> Any:
    """The number of set bits in some words."""
    count = u64(0)
    for word in bits:
        count += ones_in(word)
    return int64(count)


def bit_above(word: u64, rank: u64) -> u64:
    """The set bit of `word` with `rank` set bits below it, found in `rank` steps.

    >>> int(bit_above(u64(0b1101000), u64(2)))
    64
    """
    for _ in range(rank):
        word &= word - u64(1)
    return word ^ word & word - u64(1)


def found(tree: Any, planes: Any, new: int) -> Any:
    """The node of a position, or `new` if it has no node.

    `known` is a hash table of node numbers, each plus 1.
    """
    mixed = u64(0)
    for word in planes:
        mixed = (mixed ^ word) * u64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> u64(29)
    last = len(tree.known) - 1
    at = int64(mixed >> u64(1)) & last
    while tree.known[at] > 0:
        node, same = tree.known[at] - 1, True
        for word in range(len(planes)):
            same = same and tree.planes[node, word] == planes[word]
        if same:
            return node
        at = (at + 1) & last
    tree.known[at] = new + 1
    for word in range(len(planes)):
        tree.planes[new, word] = planes[word]
    return new


@cache
def trees_in_words(rules: Rules, made: Callable[..., Any] = build) -> Trees:
    """The trees of a game, compiled or read from the compiler's cache.

    Tests pass `compiler.plain` as `made`, and so run the trees as plain Python.
    """
    board, actions = rules.board, (1 << rules.actions) - 1
    words, of_actions = words_for(rules.cells), words_for(rules.actions)

    def moves(own: Operand, other: Operand) -> Operand:
        return moves_of(own, other, rules)

    def placed(own: Operand, other: Operand, move: Operand) -> Operand:
        return move_bits.step((own, other), move_bits.stones_of(move, rules), rules).planes

    plies = of_plies(rules)
    kernel = made(
        *("tree", tree_kernel.grow)[made is plain :],
        ACTIONS=plies.pop("ACTIONS"),
        **{name: np.array(numbers, np.int8) for name, numbers in plies.items()},
        moves_of=_expression("moves_of", moves, [of_actions] * 3, own=board, other=board),
        after=_expression("after", placed, [words, words], own=board, other=board, move=actions),
        size=size,
        found=found,
        nth=_nth(of_actions),
        bit=_of_words("bit(action)", "u64(action >> 6 == {0}) << u64(action & 63)", of_actions),
        without=_of_words("without(bits, others)", "bits[{0}] & ~others[{0}]", of_actions),
        planes_at=_of_words("planes_at(tree, node)", "tree.planes[node, {0}]", 2 * words),
        log=_function("log(number)", "return np.log(number)"),
        sqrt=_function("sqrt(number)", "return np.sqrt(number)"),
        **playouts_for(rules),
    )

    def tree(nodes: int, edges: int) -> Tree:
        sizes: dict[str, Any] = dict.fromkeys(("move", "child"), edges)
        sizes |= {"used": 5, "path": rules.cells + 1, "planes": (nodes, 2 * words)}
        known = np.zeros(1 << nodes.bit_length() + 1, np.int32)
        others = (name for name in Tree._fields if name != "known")
        arrays = {
            name: np.empty(sizes.get(name, nodes), DTYPES.get(name, np.int32)) for name in others
        }
        arrays["used"][:] = 0, 0, nodes, edges, 0
        return Tree(known=known, **arrays)

    def planes(own: int, other: int) -> Planes:
        return (*split(own, words), *split(other, words))

    smallest = tree(2, rules.actions)
    root_of(smallest, planes(0, 0), 0, 1)
    kernel.grow(smallest, 0, False)  # compiles, or reads the cache
    return Trees(kernel.grow, tree, planes, RATE)


def _tuple(words: Iterable[str]) -> str:
    return f"({', '.join(f'u64({word})' for word in words)},)"


def _function(head: str, *lines: str) -> Written:
    text = "\n".join([f"def {head}:", *indented([*lines], 1)])
    return Written(head.partition("(")[0], text, {"ones_in": ones_in, "bit_above": bit_above})


def _of_words(head: str, word: str, count: int) -> Written:
    """A function that returns a tuple: the template `word`, for each number below `count`."""
    return _function(head, f"return {_tuple(word.format(at) for at in range(count))}")


def _nth(count: int) -> Written:
    """The function `nth`, as in `tree_on_ints`, for `count` words."""
    lines = ["rank = u64(rank)"]
    for word in range(count):
        here = f"bit_above(bits[{word}], rank)"
        lines.append(f"if rank < ones_in(bits[{word}]):")
        lines.append(f"    return {_tuple(here if at == word else '0' for at in range(count))}")
        lines.append(f"rank -= ones_in(bits[{word}])")
    return _function("nth(bits, rank)", *lines, "return bits")


def _expression(name: str, expression: Expression, counts: list[int], **reaches: int) -> Written:
    """A bit expression as a function of `planes`, or of both `planes` and `move`.

    `counts` gives the number of words of each result.
    """
    trace = recorded_in_words(expression, counts, **reaches)
    named, results = Numba().body(trace)
    taken = {"planes": [each for each in trace.parameters if each[0] == "o"]}
    taken["move"] = [each for each in trace.parameters if each[0] == "m"]
    read = [f"{', '.join(each)}, = {group}" for group, each in taken.items() if each]
    left = iter(results)
    ends = [_tuple(islice(left, count)) for count in counts]
    given = ", ".join(group for group, each in taken.items() if each)
    answer = ", ".join(ends) if given == "planes" else " + ".join(ends)
    steps = [f"{local} = {value}" for local, value in named]
    return _function(f"{name}({given})", *read, *steps, f"return {answer}")
