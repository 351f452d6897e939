"""Every position has its place, found again from the position and from the move before."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import Position, Rules, TooLargeError, table
from noughts.arrays import Positions
from noughts.evaluate.levels import levels_of

pytestmark = pytest.mark.plain

BOARDS = ["3,3,3", "2,3,2,misere", "2,3,2", "2,3,3,torus", "2x2x2,2", "1,1,1", "4,2,3"]
BOARDS += ["3,2,2,gravity", "2,2,2,wild", "2,3,2,stones=2"]


def rows(board: str) -> Positions:
    levels = levels_of(Rules.parse(board))
    return Positions.concatenate(level.positions(slice(None)) for level in levels.all)


@pytest.mark.parametrize("board", BOARDS)
def test_the_rows_are_the_positions_with_a_move_to_make(board: str) -> None:
    reachable = table(board)
    assert {*rows(board)} == {position for position in reachable if not position.outcome}
    assert len(rows(board)) == levels_of(Rules.parse(board)).rows


@pytest.mark.parametrize("board", BOARDS)
def test_a_position_is_found_in_its_row(board: str) -> None:
    positions = rows(board)
    levels = levels_of(positions.rules)
    order = np.random.default_rng(1).permutation(len(positions))
    assert levels.find(positions[order]).tolist() == order.tolist()


@pytest.mark.parametrize("board", BOARDS)
def test_values_and_best_moves_are_those_of_the_table(board: str) -> None:
    solved, positions = table(board), rows(board)
    levels = levels_of(positions.rules)
    values = np.concatenate(
        [each[level.slots] for level, each in zip(levels.all, levels.values, strict=True)]
    )
    assert values.tolist() == [solved[position].value for position in positions]
    assert levels.best.tolist() == [
        sum(1 << move for move in solved.best_moves(position)) for position in positions
    ]


def test_a_board_of_more_than_16_cells_is_refused() -> None:
    with pytest.raises(TooLargeError, match=r"4,5,4 has 20 cells; .* up to 16"):
        levels_of(Rules(4, 5, 4))


def test_the_board_of_one_cell_has_one_row() -> None:
    assert [*rows("1,1,1")] == [Position(rules=Rules(1, 1, 1))]
