"""The graph is the game: every state, and where each move leads, beside positions played."""

from __future__ import annotations

import pytest

from noughts import Position, Rules, TooLargeError, table
from noughts.arrays import Positions
from noughts.core.symmetry import symmetries, transform_cell
from noughts.learn.graph import graph_of
from noughts.learn.update_kernel import DRAWN, LOST, NO_MOVE, WON

pytestmark = pytest.mark.plain

BOARDS = [
    *("2,3,3", "2,3,2,misere", "2x2x2,2", "2,3,3,torus", "3,2,2,gravity"),
    pytest.param("3,3,3", marks=pytest.mark.long),
]


def going_on(board: str) -> list[Position]:
    return [position for position in table(board) if not position.outcome]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_a_move_leads_to_the_state_of_the_position_after_it(board: str, shared: bool) -> None:
    graph, positions = graph_of(Rules.parse(board), shared), going_on(board)
    states, cells = graph.find(Positions.of(positions, positions[0].rules))
    number = dict(zip(positions, states.tolist(), strict=True))
    for position, state, onto in zip(positions, states, cells, strict=True):
        for cell in range(position.rules.cells):
            leads = graph.after[state, onto[cell]]
            if not position.legal >> cell & 1:
                assert leads == NO_MOVE
                continue
            then = position.play(cell)
            end = then.outcome and {1: WON, 0: DRAWN, -1: LOST}[then.outcome.worth(position.turn)]
            assert leads == (number[then] if end is None else end)


@pytest.mark.parametrize("board", BOARDS)
def test_states_are_positions_or_classes(board: str) -> None:
    rules, positions = Rules.parse(board), going_on(board)
    assert [*graph_of(rules, False).positions].sort(key=str) == positions.sort(key=str)
    classes = {position.canonical() for position in positions}
    assert {*graph_of(rules, True).positions} == classes
    assert len(graph_of(rules, True)) == len(classes)


@pytest.mark.parametrize("board", BOARDS)
def test_cells_are_alike_if_a_symmetry_of_the_position_takes_one_to_the_other(board: str) -> None:
    graph = graph_of(Rules.parse(board), True)
    for position, alike, count in zip(graph.positions, graph.alike, graph.alike_count, strict=True):
        keeping = [by for by in symmetries(graph.rules) if position.transform(by) == position]
        for cell in range(graph.rules.cells):
            orbit = {transform_cell(cell, by, graph.rules) for by in keeping}
            assert alike[cell] == min(orbit)
            assert count[cell] == len(orbit)


def test_where_no_symmetry_is_shared_no_cells_are_alike() -> None:
    graph = graph_of(Rules(2, 3, 3), False)
    assert (graph.alike == range(6)).all()
    assert (graph.alike_count == 1).all()


def test_a_board_of_more_than_12_cells_is_refused() -> None:
    with pytest.raises(TooLargeError, match=r"4,4,4 has 16 cells; .* up to 12"):
        graph_of(Rules(4, 4, 4), True)
