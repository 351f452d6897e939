"""Rooks, a board that no module of the library knows, and the same without the library.

Rooks go along rows and columns only. The board is not a `Flat`, so a room that asks for rows and
columns, or that has lines or symmetries of its own, has to refuse it.

    0 1 2        3 in a row: the three rows and the three columns, no diagonal
    3 4 5        the symmetries: rows in any order, columns in any order, and the two exchanged
    6 7 8
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

from noughts import Position, Rules
from noughts.core.geometry import Geometry


class Exchange(NamedTuple):
    """Which row each row becomes, which column each column, after the two are exchanged or not."""

    rows: tuple[int, ...]
    cols: tuple[int, ...]
    exchanged: bool

    @property
    def name(self) -> str:
        return f"ROWS {self.rows} COLUMNS {self.cols}" + " EXCHANGED" * self.exchanged


class Rooks(Geometry):
    """Lines along rows and columns."""

    ways = ((0, 1), (1, 0))

    def symmetries(self, k: int) -> tuple[Exchange, ...]:
        rows, cols = self.sizes
        assert k == rows == cols, "others have fewer, and are not made here"
        return tuple(
            Exchange(*orders, exchanged)
            for exchanged in (False, True)
            for orders in product(permutations(range(rows)), permutations(range(cols)))
        )

    def image(self, cell: int, symmetry: Any) -> int:
        row, col = self.place(cell)
        if symmetry.exchanged:
            row, col = col, row
        return self.cell_at(symmetry.rows[row], symmetry.cols[col])


# The same without the library: a position is two sets of cells.
Stones = frozenset[int]
CELLS = range(9)
LINES = [frozenset(map(int, line)) for line in ("012", "345", "678", "036", "147", "258")]


def has_line(stones: Stones) -> bool:
    return any(line <= stones for line in LINES)


@cache
def worth(mover: Stones, other: Stones) -> tuple[int, int]:
    """Value and remoteness for the player to move."""
    if has_line(other):
        return -1, 0
    free = [cell for cell in CELLS if cell not in mover | other]
    if not free:
        return 0, 0
    replies = [worth(other, mover | {cell}) for cell in free]
    value = max(-reply for reply, _ in replies)
    plies = [plies + 1 for reply, plies in replies if -reply == value]
    return value, min(plies) if value == 1 else max(plies)


@cache
def plies() -> list[list[tuple[Stones, Stones]]]:
    """The positions that play reaches, by ply, each as the sides of X and O."""
    found = [[(Stones(), Stones())]]
    for ply in CELLS:
        after = {
            (x | {cell}, o) if ply % 2 == 0 else (x, o | {cell})
            for x, o in found[-1]
            for cell in CELLS
            if cell not in x | o and not has_line(x) and not has_line(o)
        }
        found.append(sorted(after, key=lambda sides: (number(sides[1]), number(sides[0]))))
    return found


def number(stones: Stones) -> int:
    return sum(1 << cell for cell in sorted(stones))


@cache
def orders() -> list[tuple[int, ...]]:
    """Where each symmetry takes each cell: rows and columns in any order, perhaps exchanged."""
    found = []
    for rows, cols in product(permutations(range(3)), repeat=2):
        found.append(tuple(3 * rows[cell // 3] + cols[cell % 3] for cell in CELLS))
        found.append(tuple(3 * rows[cell % 3] + cols[cell // 3] for cell in CELLS))
    return found


def least(x: Stones, o: Stones) -> int:
    """The code of the image that comes first."""
    return min(
        sum(1 << by[cell] for cell in x) | sum(1 << 9 + by[cell] for cell in o) for by in orders()
    )


def code(position: Position) -> int:
    return position.x | position.o << 9


def every_position(rules: Rules) -> list[Position]:
    return [Position(number(x), number(o), rules) for ply in plies() for x, o in ply]


def sides(position: Position) -> tuple[Stones, Stones]:
    """Those of the player to move and of the other one."""
    one, other = (Stones(c for c in CELLS if side >> c & 1) for side in position.sides)
    return one, other
