"""Counts positions ply by ply in games where stones fall, without a list of the positions.

The positions of a ply are the paths through a decision diagram. The diagram has a level for each
column. From a node of a level, an edge leads on for each possible content of the column, and paths
that go on in the same ways share a node. The content of a column is a binary number: a leading 1,
and then a bit for each stone from the top down, 1 for an X.

    2,2,2,gravity    after the first move, and after the second (of four positions)

        column a   column b          column a    column b
      +-- 0b11 ------ 0b1 --+      +-- 0b101 ------ 0b1 ---+
    o-+                     +-o    o-+-- 0b11  ----- 0b10 --+-o
      +-- 0b1 ------- 0b11 -+      +-- 0b10  ----- 0b11 ---+
                                   +-- 0b1 ------- 0b101 --+

After 27 plies, Connect Four has 134,246,580,806 positions without a line, and their diagram has 1.8
million nodes. To play a move, a first pass follows all paths at once. For each path, it notes the
nodes that the path may have reached if the move was made in an earlier column, and the node that
the path has reached if the move is still to come. A second pass drops the paths on which the mover
completes a line. For this, it notes the lines of which the mover has every cell in the columns so
far. (S. Edelkamp and P. Kissmann, *On the complexity of BDDs for state space search: a case study
in Connect Four*, 2011, count with diagrams that have a decision for each bit.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from noughts.core.bits import cells_of
from noughts.core.rules import O, Rules, X, as_rules
from noughts.core.turns import mover
from noughts.errors import RulesError, TooLargeError
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Array, Uint32s, Uint64s
from noughts.solver.counting import diagram_kernel
from noughts.solver.counting.diagram_kernel import EDGES, ITEMS, NEXT, Column, Edges, Made
from noughts.system.progress import Reporter, limited

MOST_ROWS = 15  # arrays are indexed by the content of a column, and stay small
LINE_BITS = 63  # the most lines that pass from one column to the next
GROWTH = 8  # the most bytes that the next ply may need, for each byte of the current one


class PlyPositions(NamedTuple):
    """The number of positions after `ply` moves, and how many of them have a line."""

    ply: int
    positions: int
    lined: int


def positions_by_ply(
    rules: Rules | str,
    progress: Reporter | None = None,
    allow: Callable[[int, int], object] | None = None,
) -> Iterator[PlyPositions]:
    """Yield the numbers of positions of each ply, as soon as they are known.

    `progress` is called with the amount of work done for a ply and the total for the ply; see
    `system.progress`. Before each ply, `allow` is called with the number of the ply and the bytes
    of memory that the ply may take. An error that `allow` raises ends the count.

    >>> [each.positions for each in positions_by_ply("3,3,3,gravity")]
    [1, 3, 9, 24, 57, 108, 150, 176, 114, 52]

    Raises `RulesError` for any game but gravity, normal or misère, on a flat board. Raises
    `TooLargeError` if the board has more than `MOST_ROWS` rows, or if more than `LINE_BITS` lines
    pass from one column to the next.
    """
    rules = as_rules(rules)
    columns = {mark: _columns(rules, mark) for mark in (O, X)}
    rows, cols = rules.geometry.sizes
    holds = np.array([1], np.min_scalar_type((2 << rows) - 1))
    one = Edges(np.array([0, 0, 1]), holds, np.array([1], np.uint32))
    report, levels = limited(progress), [one] * cols
    yield PlyPositions(0, 1, 0)
    for ply in range(1, rules.cells + 1):
        if allow:
            allow(ply, GROWTH * sum(each.nbytes for level in levels for each in level))
        moved, positions = _played(levels, columns[mover(ply - 1, rules)], report)
        levels, going_on = _unlined(moved, columns[mover(ply - 1, rules)], report)
        yield PlyPositions(ply, positions, positions - going_on)
        if not going_on:
            return


def _played(
    levels: list[Edges], columns: list[Column], report: Reporter
) -> tuple[list[Edges], int]:
    """The diagram after one more move, and its number of positions."""
    items, made, states = np.array([[1]], np.uint64), list[Edges](), len(columns[0].before)
    for level, column in zip(levels, columns, strict=True):
        report(len(made), 4 * len(levels))
        reached = np.zeros((items.shape[1], states), np.uint64)
        given = (items, level, column, column is columns[-1], reached)
        items, edges = _made(loops(diagram_kernel).play, given, items.shape[1] + 1)
        made.append(edges)
    return _reduced(made, report, 1)


def _unlined(
    levels: list[Edges], columns: list[Column], report: Reporter
) -> tuple[list[Edges], int]:
    """The diagram of the positions in which the mover has no line, and the number of these."""
    items, made = np.array([[0, 1]], np.uint64), list[Edges]()
    for level, column in zip(levels, columns, strict=True):
        report(2 * len(levels) + len(made), 4 * len(levels))
        items, edges = _made(loops(diagram_kernel).keep_unlined, (items, level, column), 2)
        made.append(edges)
    return _reduced(made, report, 3)


def _made(loop: Callable[..., None], given: tuple[Any, ...], words: int) -> tuple[Uint64s, Edges]:
    """The items of the next level, each of `words` words, and the edges that lead to them.

    `given` are the first arguments of `loop`.
    """
    here, level, column, *_ = given
    states, tally = len(column.before), np.array([0, 1, 0])
    items = np.zeros((_power(1 + states + len(here)), words), np.uint64)
    slots = np.zeros(2 * len(items), np.uint32)
    first = np.zeros(len(here) + 1, np.int64)
    holds, leads = np.zeros(len(items), level.holds.dtype), np.zeros(len(items), np.uint32)
    rows = np.zeros((states, words), np.uint64)
    scratch = (rows, rows[:, 0].copy(), np.zeros(states, np.int64), rows[0, :1].copy())
    while True:
        edges = Edges(first, holds, leads)
        loop(*given, Made(tally, items, slots, edges, *scratch))
        if tally[NEXT] == len(here):
            return items[1 : tally[ITEMS]].copy(), _cut(edges, tally[EDGES])
        if tally[ITEMS] + states > len(items):
            items, slots = _longer(items), np.zeros(2 * len(slots), np.uint32)
            loops(diagram_kernel).place_all(items, tally[ITEMS], slots)
        if tally[EDGES] + states > len(holds):
            holds, leads = _longer(holds), _longer(leads)


def _reduced(made: list[Edges], report: Reporter, quarter: int) -> tuple[list[Edges], int]:
    """The diagram that the edges in `made` form, and its number of positions."""
    levels, count = list[Edges](), len(made)
    ways, found = np.ones(1, np.uint64), np.ones(1, np.uint32)  # behind the last column
    while made:
        report(quarter * count + len(levels), 4 * count)
        ways, found, level = _nodes(made.pop(), ways, found)
        levels.insert(0, level)
    return levels, int(ways[0])


def _nodes(edges: Edges, ways_on: Uint64s, found_on: Uint32s) -> tuple[Uint64s, Uint32s, Edges]:
    """For each item of a level, its number of paths and its node; also the edges of the nodes."""
    count = len(edges.first) - 1
    ways, found = np.zeros(count, np.uint64), np.zeros(count, np.uint32)
    nodes = Edges(np.zeros(count + 2, np.int64), *map(np.zeros_like, edges[1:]))
    slots = np.zeros(_power(2 * count), np.uint32)
    made = loops(diagram_kernel).reduce(edges, ways_on, found_on, ways, found, nodes, slots)
    return ways, found, _cut(nodes._replace(first=nodes.first[: made + 2]), nodes.first[made + 1])


def _cut(edges: Edges, end: int) -> Edges:
    return Edges(edges.first, edges.holds[:end].copy(), edges.leads[:end].copy())


def _longer(array: Array) -> Array:
    return np.concatenate([array, np.zeros_like(array)])


def _power(least: int) -> int:
    """The least power of two that is at least a number."""
    return 1 << (least - 1).bit_length()


def _columns(rules: Rules, mark: int) -> list[Column]:
    """Facts about each column for the player with `mark`; a line has the same bit in each."""
    rows, cols = rules.geometry.sizes[:2]
    # Boards that are not flat are refused by a comparison with a flat one, whose k must fit.
    usual = Rules(rows, cols, min(rules.k, max(rows, cols)), where="gravity")
    if rules not in (usual, usual.replace(misere=True)):
        raise RulesError(
            f"{rules} is not counted by columns; this needs stones that fall on a flat board, as "
            "in 6,7,4,gravity"
        )
    if rows > MOST_ROWS:
        raise TooLargeError(
            f"{rules} has {rows} rows; a count by columns is made for up to {MOST_ROWS}"
        )
    held = np.arange(2 << rows)
    top = np.array([0, *(1 << number.bit_length() - 1 for number in range(1, len(held)))])
    stones = held ^ top if mark == X else ~held & top - 1
    above = top >> 1  # the uppermost stone
    before = np.where(stones & above, held & above - 1 | above, 0)
    shares = [_by_column(line, rules) for line in rules.lines]
    columns, free, bits = list[Column](), list(range(LINE_BITS)), dict[int, int]()
    for col in range(cols):
        keeps, begins, ends = np.zeros((3, len(held)), np.uint64)
        fills = np.zeros(len(held), np.bool_)
        for line, share in enumerate(shares):
            first, last = min(share), max(share)
            if not first <= col <= last:
                continue
            mine = stones & share[col] == share[col]
            if first == last:
                fills |= mine
                continue
            if col == first and not free:
                raise TooLargeError(
                    f"more than {LINE_BITS} lines of {rules} pass from one column to the next"
                )
            if col == first:
                bits[line] = free.pop()
            (begins if col == first else keeps)[mine] |= np.uint64(1 << bits[line])
            if col == last:
                ends[mine] |= np.uint64(1 << bits[line])
                free.append(bits[line])
        columns.append(Column(before, keeps, begins, ends, fills))
    return columns


def _by_column(line: int, rules: Rules) -> dict[int, int]:
    """For each column that has cells of a line, these cells as bits, from the bottom up."""
    rows, cols = rules.geometry.sizes
    share = dict[int, int]()
    for cell in cells_of(line):
        row, col = divmod(cell, cols)
        share[col] = share.get(col, 0) | 1 << rows - 1 - row
    return share
