"""`solve`, of whatever it is given: a position, a board, or a board's text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from noughts import Position, Rules, solver
from noughts.core.rules import TICTACTOE
from noughts.errors import PositionError, RulesError
from noughts.solver.search import Limits, Progress, solve
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import table
from tests.tools import COMPILED


@pytest.mark.parametrize("rules", [TICTACTOE, Rules(3, 3, 3, misere=True)], ids=str)
def test_a_board_with_a_table_is_looked_up(rules: Rules) -> None:
    solved = table(rules)
    for position in list(solved)[::100]:
        found = solve(position, limits=Limits(nodes=0))
        assert (found.value, found.remoteness) == solved[position]
        assert found.lower == found.upper == found.value
        assert found.nodes == 0
        assert found.best_moves == solved.best_moves(position)
        assert found.line == solved.best_line(position)
        assert found.moves == solved.moves(position)


@pytest.mark.wide
@pytest.mark.usefixtures("own_tables")
def test_a_board_with_a_file_is_looked_up_and_else_searched() -> None:
    position = Position.parse("XOXO/XOXO/OX../....", Rules(4, 4, 4))
    by_search = solve(position)
    assert (by_search.remoteness, by_search.moves) == (None, None)
    if not COMPILED:
        return  # to write the table takes plain Python a minute
    write_table(Rules(4, 4, 4))
    by_table = solve(position)
    assert by_table.value == by_search.value
    assert by_table.remoteness is not None


def test_the_empty_board_is_meant_by_rules_and_by_their_text() -> None:
    assert solve("2,3,2")[:2] == solve(Rules(2, 3, 2))[:2] == (1, 1)
    assert solve("3,3,3,misere").value == solve(Position(rules=Rules.parse("3,3,3,misere"))).value


@pytest.mark.parametrize("given", [7, None, [0, 1], b"3,3,3"])
def test_what_is_neither_a_position_nor_a_board_is_refused(given: object) -> None:
    with pytest.raises(PositionError, match="neither a position nor a board"):
        solve(given)  # type: ignore[arg-type]  # what is refused


def test_text_that_is_not_a_board_is_refused() -> None:
    with pytest.raises(RulesError, match="3,3,x"):
        solve("3,3,x")


def test_the_solvers_door_opens_on_what_solve_takes_and_gives() -> None:
    assert solver.solve is solve
    assert (solver.Limits, solver.Progress) == (Limits, Progress)
    assert not hasattr(solver, "resolve")


def test_the_solvers_door_loads_neither_numpy_nor_numba() -> None:
    program = "import sys; from noughts.solver import solve; solve('3,3,3'); print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"numpy", "numba"} & set(loaded)
