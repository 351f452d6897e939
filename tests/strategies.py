"""What Hypothesis draws from: rules, stones, positions and games."""

from __future__ import annotations

from hypothesis import strategies as st

from noughts import Game, Position, Rules
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


def board_of(rules: Rules) -> oracle.Board:
    """The same rules for the oracle."""
    return oracle.Board(rules.rows, rules.cols, rules.k, rules.misere)


def grid_of(position: Position) -> oracle.Grid:
    """The same position for the oracle."""
    return oracle.grid_of(position.x, position.o, board_of(position.rules))


def position_of(grid: oracle.Grid, rules: Rules) -> Position:
    """The oracle's position for the library."""
    return Position(oracle.number_of("X", grid), oracle.number_of("O", grid), rules)


@st.composite
def rules(draw: st.DrawFn, max_side: int = 15) -> Rules:
    """Any board up to `max_side` squared on which a line fits, normal or misère."""
    rows = draw(st.integers(1, max_side))
    # Squares are drawn often, since they alone have all eight symmetries.
    cols = draw(st.just(rows) | st.integers(1, max_side))
    k = draw(st.integers(1, max(rows, cols)))
    return Rules(rows, cols, k, draw(st.booleans()))


@st.composite
def stones(draw: st.DrawFn, rules: Rules) -> int:
    """A bitboard in which lines are not rare: some stones, and some lines whole or nearly so."""
    mask = draw(st.integers(0, rules.board)) & draw(st.integers(0, rules.board))
    for line in draw(st.lists(st.sampled_from(oracle.lines(board_of(rules))), max_size=4)):
        mask |= oracle.mask_of(line, board_of(rules))
        if draw(st.booleans()):
            mask &= ~oracle.mask_of([draw(st.sampled_from(line))], board_of(rules))
    return mask


@st.composite
def boards(draw: st.DrawFn, max_side: int = 15) -> tuple[Rules, int, int]:
    """Rules and two disjoint bitboards, which need not be a position."""
    drawn = draw(rules(max_side))
    x = draw(stones(drawn))
    return drawn, x, draw(stones(drawn)) & ~x


@st.composite
def games(draw: st.DrawFn, max_side: int = 6) -> Game:
    """A game from the empty board, some way on or to its end, perhaps with undone moves."""
    drawn = draw(rules(max_side))
    game = Game(drawn)
    for cell in draw(st.permutations(range(drawn.cells)))[: draw(st.integers(0, drawn.cells))]:
        if game.outcome is None:
            game.push(cell)
    for _ in range(draw(st.integers(0, min(2, len(game.moves))))):
        game.undo()
    return game


def positions(max_side: int = 6) -> st.SearchStrategy[Position]:
    """A position that play can reach."""
    return games(max_side).map(lambda game: game.position)


@st.composite
def placements(draw: st.DrawFn, max_side: int = 6) -> Position:
    """Any position: stones whose counts alternate, within reach of play or not."""
    drawn = draw(rules(max_side))
    order = draw(st.permutations(range(drawn.cells)))
    ply = draw(st.integers(0, drawn.cells))
    x = sum(1 << cell for cell in order[:ply:2])
    return Position(x, sum(1 << cell for cell in order[1:ply:2]), drawn)
