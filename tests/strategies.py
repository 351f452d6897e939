"""What Hypothesis draws from: rules, stones, positions and games."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from hypothesis import strategies as st

from noughts import Game, Position, Rules
from noughts.core.box import Boards, Box
from noughts.core.torus import Cylinder, Torus
from tests import oracle

NORMAL, MISERE = Rules(3, 3, 3), Rules(3, 3, 3, misere=True)

# Boards on which all, some or one of the directions fit; one row, one column, one cell; k = 1.
SHAPES = [
    Rules(*shape)
    for shape in [
        *[(1, 1, 1), (1, 4, 2), (4, 1, 3), (5, 1, 5), (3, 3, 1), (3, 3, 2), (3, 3, 3), (2, 2, 2)],
        *[(2, 3, 2), (3, 2, 2), (2, 3, 3), (3, 2, 3), (2, 5, 3), (5, 2, 4), (3, 4, 3), (4, 3, 4)],
    ]
]


# The same of boxes, tori and cylinders: lines that close and lines that do not, sides of 1 and 2,
# where left is right, and lines of all the cells.
BOXES = [
    Rules.parse(text)
    for text in [
        *["1x1x1,1", "2x2x2,1", "2x2x2,2", "3x2x2,2", "2x3x2,3", "1x3x3,3", "2x1x4,3"],
        *["3x3x3,3", "3x3x3,2", "2x3x4,3", "2x2x2x2,2", "1x2x1x3,2"],
    ]
]
TORI = [
    Rules.parse(f"{text},torus")
    for text in [
        *["1,1,1", "1,4,2", "1,4,4", "4,1,3", "2,2,2", "2,3,2", "2,3,3", "3,2,6", "2,4,4"],
        *["3,3,1", "3,3,2", "3,3,3", "3,4,4", "3,4,12", "2,5,5", "4,4,3", "4,4,4"],
    ]
]
CYLINDERS = [
    Rules.parse(f"{text},cylinder")
    for text in [
        *["1,1,1", "1,4,2", "1,4,4", "4,1,3", "2,2,2", "3,2,3", "2,3,2", "2,3,3", "3,3,1", "3,3,2"],
        *["3,3,3", "5,2,4", "3,4,3", "4,3,4", "2,5,5"],
    ]
]
SEVERAL = [
    Rules.parse(text)
    for text in [
        *["1,1,1,boards=2", "1,3,2,boards=2", "2,2,2,boards=2", "2,3,3,boards=2", "1,2,2,boards=3"],
        *["3,3,3,boards=2", "2,2,1,boards=2"],
    ]
]
ALL_SHAPES = [*SHAPES, *BOXES, *TORI, *CYLINDERS, *SEVERAL]


def board_of(rules: Rules) -> oracle.Board:
    """The same rules for the oracle."""
    kinds = [isinstance(rules.geometry, kind) for kind in (Torus, Cylinder, Boards)]
    return oracle.Board(rules.geometry.sizes, rules.k, rules.misere, *kinds)


def grid_of(position: Position) -> oracle.Grid:
    """The same position for the oracle."""
    return oracle.grid_of(position.x, position.o, board_of(position.rules))


def position_of(grid: oracle.Grid, rules: Rules) -> Position:
    """The oracle's position for the library."""
    return Position(oracle.number_of("X", grid), oracle.number_of("O", grid), rules)


@st.composite
def flat_rules(draw: st.DrawFn, max_side: int = 15) -> Rules:
    """Any flat board up to `max_side` squared on which a line fits, normal or misère."""
    rows = draw(st.integers(1, max_side))
    # Squares are drawn often, since they alone have all eight symmetries.
    cols = draw(st.just(rows) | st.integers(1, max_side))
    k = draw(st.integers(1, max(rows, cols)))
    return Rules(rows, cols, k, draw(st.booleans()))


@st.composite
def box_rules(draw: st.DrawFn, max_side: int = 15) -> Rules:
    """Any box of three or four axes that has not more cells than `max_side` squared."""
    sizes: list[int] = []
    for _ in range(draw(st.integers(3, 4))):
        sizes.append(draw(st.integers(1, min(4, max_side**2 // prod(sizes)))))
    geometry = Box(*sizes)
    k = draw(st.integers(1, geometry.longest))
    return Rules(geometry=geometry, k=k, misere=draw(st.booleans()))


@st.composite
def round_rules(draw: st.DrawFn, max_side: int = 15) -> Rules:
    """Any torus or cylinder up to `max_side` squared, or 6; more have too many symmetries."""
    sides = st.integers(1, min(max_side, 6))
    geometry = draw(st.sampled_from([Torus, Cylinder]))(draw(sides), draw(sides))
    k = draw(st.integers(1, max(geometry.sizes)) | st.integers(1, geometry.longest))
    return Rules(geometry=geometry, k=k, misere=draw(st.booleans()))


def rules(max_side: int = 15) -> st.SearchStrategy[Rules]:
    """A board of any kind that has not more cells than `max_side` squared."""
    return flat_rules(max_side) | box_rules(max_side) | round_rules(max_side)


@st.composite
def stones(draw: st.DrawFn, rules: Rules) -> int:
    """A bitboard in which lines are not rare: some stones, and some lines whole or nearly so."""
    mask = draw(st.integers(0, rules.board)) & draw(st.integers(0, rules.board))
    for line in draw(st.lists(st.sampled_from(oracle.lines(board_of(rules))), max_size=4)):
        mask |= oracle.mask_of(line, board_of(rules))
        if draw(st.booleans()):
            mask &= ~oracle.mask_of([draw(st.sampled_from(line))], board_of(rules))
    return mask


Kinds = Callable[[int], st.SearchStrategy[Rules]]  # the boards up to a size, of some kinds or all


@st.composite
def boards(draw: st.DrawFn, max_side: int = 15, kinds: Kinds = rules) -> tuple[Rules, int, int]:
    """Rules and two disjoint bitboards, which need not be a position."""
    drawn = draw(kinds(max_side))
    x = draw(stones(drawn))
    return drawn, x, draw(stones(drawn)) & ~x


@st.composite
def games(draw: st.DrawFn, max_side: int = 6, kinds: Kinds = rules) -> Game:
    """A game from the empty board, some way on or to its end, perhaps with undone moves."""
    drawn = draw(kinds(max_side))
    game = Game(drawn)
    for cell in draw(st.permutations(range(drawn.cells)))[: draw(st.integers(0, drawn.cells))]:
        if game.outcome is None:
            game.push(cell)
    for _ in range(draw(st.integers(0, min(2, len(game.moves))))):
        game.undo()
    return game


def positions(max_side: int = 6, kinds: Kinds = rules) -> st.SearchStrategy[Position]:
    """A position that play can reach."""
    return games(max_side, kinds).map(lambda game: game.position)


@st.composite
def placements(draw: st.DrawFn, max_side: int = 6, kinds: Kinds = rules) -> Position:
    """Any position: stones whose counts alternate, within reach of play or not."""
    drawn = draw(kinds(max_side))
    order = draw(st.permutations(range(drawn.cells)))
    ply = draw(st.integers(0, drawn.cells))
    x = sum(1 << cell for cell in order[:ply:2])
    return Position(x, sum(1 << cell for cell in order[1:ply:2]), drawn)
