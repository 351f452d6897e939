"""Boards and an answer that the library does not have, as if a user had added them.

rooks      lines along rows and columns only, on a board that is not a `Flat`
rhombus    a `Flat` with one diagonal, as the cells of Hex touch each other
avoider    X's lines lose and O's do not count; O loses where X has made none
holes      b1 and a2 take no stone, and the answer does not say which laws it breaks

    0 1 2        rooks: the symmetries are rows in any order, columns in any order, and the two
    3 4 5            exchanged
    6 7 8        rhombus: 2 4 6 is a line and 0 4 8 is not; the symmetries are as it is, half a
                     turn, and transposed along either diagonal
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import Any, NamedTuple

import pytest

from noughts import Rules, register
from noughts.core import bits
from noughts.core.answers import Line, Where
from noughts.core.family import GRAVITY, REGISTERED, WILD
from noughts.core.geometry import Flat, Geometry
from noughts.core.ultimate import Nested
from tests import oracle
from tests.slow_game import NestedGame, SlowGame
from tests.strategies import board_of


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


class Rhombus(Flat):
    """Lines along rows, columns and down left; half of the symmetries of `Flat` break them."""

    ways = ((0, 1), (1, 0), (1, -1))


AVOIDER = Line((-1, None), "avoider", "a line of X loses", 1)
HOLES = Where(
    lambda planes, rules: bits.free_cells(*planes, rules) & (rules.board ^ 0b1010),
    "holes",
    "b1 and a2 take no stone",
)
# One unusual answer to most questions; any of them go together, but for wild and avoider.
ROWS: dict[str, Any] = {"where": GRAVITY, "marks": WILD, "turns": "stones=2", "line": AVOIDER}


@pytest.fixture
def listed() -> Iterator[None]:
    """They are registered, for the time of a test."""
    before = dict(REGISTERED)
    for added in (AVOIDER, HOLES, Rooks, Rhombus):
        register(added)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)


# The same without the library: where lines are, and where symmetries take cells.
ACROSS_AND_DOWN = ["012", "345", "678", "036", "147", "258"]
OF_RHOMBUS = ["012345678", "876543210", "036147258", "852741630"]


@lru_cache(maxsize=16)
def slow_game(rules: Rules) -> SlowGame:
    """The game to hold the library to."""
    geometry, words = rules.geometry, {one.word for one in rules.answers if one.word}
    if isinstance(geometry, Rooks | Rhombus):
        assert (*geometry.sizes, rules.k) == (3, 3, 3), "others are not written down"
        rooks = isinstance(geometry, Rooks)
        drawn = ACROSS_AND_DOWN if rooks else [*ACROSS_AND_DOWN, "246"]
        images = orders() if rooks else [tuple(map(int, image)) for image in OF_RHOMBUS]
        return SlowGame((3, 3), [map(int, line) for line in drawn], images, words)
    if isinstance(geometry, Nested):
        rows, cols = geometry.written
        one = board_of(Rules(rows, cols, rules.k))
        lines = [[oracle.cell_of(square, one) for square in line] for line in oracle.lines(one)]
        return NestedGame(one.sizes, lines, oracle.symmetries(one), words)
    board, longer = (board_of(rules)._replace(k=rules.k + n) for n in (0, 1))
    walked, too_long = (
        [[oracle.cell_of(square, board) for square in line] for line in oracle.lines(each)]
        for each in (board, longer)
    )
    boards, sizes = (board.sizes[0], board.sizes[1:]) if board.apart else (1, board.sizes)
    return SlowGame(sizes, walked, oracle.symmetries(board), words, too_long, boards)


def orders() -> list[tuple[int, ...]]:
    """Where the symmetries of rooks take each cell."""
    found = []
    for rows, cols in product(permutations(range(3)), repeat=2):
        found.append(tuple(3 * rows[cell // 3] + cols[cell % 3] for cell in range(9)))
        found.append(tuple(3 * rows[cell % 3] + cols[cell // 3] for cell in range(9)))
    return found
