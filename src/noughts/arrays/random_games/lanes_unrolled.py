"""The functions of `lanes_kernel` that are generated for a board: unrolled, over all lanes."""

from __future__ import annotations

import numpy as np

from noughts.arrays.random_games.lanes_kernel import LANES
from noughts.core.bits import cells_of
from noughts.core.rules import Rules
from noughts.emit.python import indented
from noughts.kernels.compiler import Written


def insert_within(cells: int, name: str = "insert_within", lane: str = "ply") -> Written:
    """`insert_within(places, plies, at)`: inserts the cells of a block among each other.

    >>> [line.strip() for line in insert_within(3).text.splitlines() if ">=" in line]
    ['r0 = ply(r0 + ply(r0 >= r1))', 'r0 = ply(r0 + ply(r0 >= r2))', 'r1 = ply(r1 + ply(r1 >= r2))']
    """
    # A later cell has not moved yet.
    pairs = [(cell, later) for later in range(1, cells) for cell in range(later)]
    moves = [_moved(cell, f"r{later}", lane) for cell, later in pairs]
    statements = [*_read("places", cells), *moves, *_kept(cells)]
    return _over_lanes(name, "places, plies, at", statements)


def insert_later(cells: int, name: str = "insert_later", lane: str = "ply") -> Written:
    """`insert_later(places, plies, at, later)`: inserts a later block among a block."""
    statements = _read("plies", cells)
    for cell in range(cells):
        statements.append(f"place = places[later + u64({cell * LANES}) + u64(lane)]")
        statements += [_moved(other, "place", lane) for other in range(cells)]
    return _over_lanes(name, "places, plies, at, later", [*statements, *_kept(cells)])


def end_by_lines(rules: Rules) -> Written:
    """`end_by_lines(x, o, ends)`: a loop over the lines that are alike, for each kind of them.

    Lines are alike if each is another one moved: then their cells are the lowest one and those at
    certain distances from it. On a board with edges there is a kind for each direction.
    """
    alike: dict[tuple[int, ...], list[int]] = {}
    for line in rules.lines:
        first, *others = cells_of(line)
        alike.setdefault(tuple(cell - first for cell in (first, *others)), []).append(first)
    lines = ["def end_by_lines(x, o, ends):"]
    starts = {}
    for number, (distances, firsts) in enumerate(alike.items()):
        starts[f"STARTS_{number}"] = np.array(firsts, np.uint64)
        x, o = (_latest(array, distances) for array in "xo")
        lines += [
            f"    for i in range(len(STARTS_{number})):",
            f"        at = STARTS_{number}[i] * u64({LANES})",
            f"        for lane in range({LANES}):",
            f"            ends[lane] = min(ends[lane], {x}, {o})",
        ]
    return Written("end_by_lines", "\n".join(lines), starts, inlined=True)


def _latest(array: str, distances: tuple[int, ...]) -> str:
    """The greatest ply of the cells of a line."""
    terms = [f"{array}[at + u64({far * LANES}) + u64(lane)]" for far in distances]
    while len(terms) > 1:
        pairs = [f"max({a}, {b})" for a, b in zip(terms[::2], terms[1::2], strict=False)]
        terms = [*pairs, *terms[2 * len(pairs) :]]
    return terms[0]


def _over_lanes(name: str, parameters: str, statements: list[str]) -> Written:
    head = [f"def {name}({parameters}):", f"    for lane in range({LANES}):"]
    return Written(name, "\n".join([*head, *indented(statements, 2)]), inlined=True)


def _read(array: str, cells: int) -> list[str]:
    return [f"r{cell} = {array}[at + u64({cell * LANES}) + u64(lane)]" for cell in range(cells)]


def _kept(cells: int) -> list[str]:
    return [f"plies[at + u64({cell * LANES}) + u64(lane)] = r{cell}" for cell in range(cells)]


def _moved(cell: int, place: str, lane: str) -> str:
    return f"r{cell} = {lane}(r{cell} + {lane}(r{cell} >= {place}))"
