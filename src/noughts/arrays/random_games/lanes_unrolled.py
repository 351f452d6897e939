"""Unrolled loops: the functions of `lanes_kernel` that are generated for each board."""

from __future__ import annotations

import numpy as np

from noughts.arrays.random_games.lanes_kernel import LANES
from noughts.core.bits import cells_of
from noughts.core.rules import Rules
from noughts.emit.python import indented
from noughts.kernels.compiler import Written

MOST_KINDS = 4  # the most kinds of lines with a loop each: the directions of a flat board


def insert_within(cells: int) -> Written:
    """`insert_within(places, ranks, at)`: inserts the cells of a block among one another.

    >>> print(insert_within(2).text)
    def insert_within(places, ranks, at):
        for lane in range(128):
            place = places[at + u64(0) + u64(lane)]
            r0 = rank(place + rank(1))
            place = places[at + u64(128) + u64(lane)]
            r0 = rank(r0 + rank(r0 > place))
            r1 = rank(place + rank(1))
            ranks[at + u64(0) + u64(lane)] = r0
            ranks[at + u64(128) + u64(lane)] = r1
    """
    statements = []
    for cell in range(cells):
        statements.append(f"place = places[at + u64({cell * LANES}) + u64(lane)]")
        statements += [_moved(before) for before in range(cell)]
        statements.append(f"r{cell} = rank(place + rank(1))")
    return _over_lanes("insert_within", "places, ranks, at", [*statements, *_kept(cells)])


def insert_later(cells: int) -> Written:
    """`insert_later(places, ranks, at, later)`: inserts later cells among the cells of a block."""
    statements = [f"r{cell} = ranks[at + u64({cell * LANES}) + u64(lane)]" for cell in range(cells)]
    for cell in range(cells):
        statements.append(f"place = places[later + u64({cell * LANES}) + u64(lane)]")
        statements += [_moved(other) for other in range(cells)]
    return _over_lanes("insert_later", "places, ranks, at, later", [*statements, *_kept(cells)])


def end_by_lines(rules: Rules) -> Written:
    """`end_by_lines(x, o, ends)`: a loop for each kind of line.

    Lines are of one kind if they are translations of each other, so that the cells of each have the
    same distances from its lowest cell. On a flat board, there is a kind for each direction. A box
    or a torus may have dozens of kinds, and a loop for each would be slow to compile. If there are
    more kinds than `MOST_KINDS`, a single, slightly slower loop therefore goes over all lines.
    """
    lines = [[*cells_of(line)] for line in rules.lines]
    alike: dict[tuple[int, ...], list[int]] = {}
    for line in lines:
        alike.setdefault(tuple(cell - line[0] for cell in line), []).append(line[0])
    text = ["def end_by_lines(x, o, ends):"]
    if len(alike) > MOST_KINDS:
        places = [f"c{number}" for number in range(rules.k)]
        reads = [f"{place} = LINES[i, {number}]" for number, place in enumerate(places)]
        text += _over_lines("LINES", reads, places)
        constants = {"LINES": np.array(lines, np.uint64) * np.uint64(LANES)}
    else:
        constants = {}
        for number, (distances, firsts) in enumerate(alike.items()):
            places = [f"at + u64({far * LANES})" for far in distances]
            text += _over_lines(f"STARTS_{number}", [f"at = STARTS_{number}[i]"], places)
            constants[f"STARTS_{number}"] = np.array(firsts, np.uint64) * np.uint64(LANES)
    return Written("end_by_lines", "\n".join(text), constants, inlined=True)


def _over_lines(constant: str, reads: list[str], places: list[str]) -> list[str]:
    """A loop over lines: the statements `reads` read a line; the terms `places` name its cells."""
    x, o = (_latest([f"{array}[{place} + u64(lane)]" for place in places]) for array in "xo")
    over_lanes = [f"for lane in range({LANES}):", f"    ends[lane] = min(ends[lane], {x}, {o})"]
    return [f"    for i in range(len({constant})):", *indented([*reads, *over_lanes], 2)]


def _latest(plies: list[str]) -> str:
    """An expression for the greatest of the plies."""
    while len(plies) > 1:
        pairs = [f"max({a}, {b})" for a, b in zip(plies[::2], plies[1::2], strict=False)]
        plies = [*pairs, *plies[2 * len(pairs) :]]
    return plies[0]


def _over_lanes(name: str, parameters: str, statements: list[str]) -> Written:
    head = [f"def {name}({parameters}):", f"    for lane in range({LANES}):"]
    return Written(name, "\n".join([*head, *indented(statements, 2)]), inlined=True)


def _kept(cells: int) -> list[str]:
    return [f"ranks[at + u64({cell * LANES}) + u64(lane)] = r{cell}" for cell in range(cells)]


def _moved(cell: int) -> str:
    return f"r{cell} = rank(r{cell} + rank(r{cell} > place))"
