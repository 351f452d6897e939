"""`solve`, of whatever it is given: a position, a board, or a board's text."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from noughts import Game, Position, Rules, solver
from noughts.core.rules import TICTACTOE
from noughts.errors import LimitsError, PositionError, RulesError
from noughts.solver.search.api import solve
from noughts.solver.search.limits import Limits, Progress
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


def test_a_position_is_given_as_a_game_or_as_text_as_well() -> None:
    after = Position(rules=Rules(2, 3, 2)).play("a1")
    for given in ("2,3,2: a1", Game.parse("2,3,2: a1"), after):
        assert solve(given).line == solve(after).line
    assert solve("XO./.X./...").value == solve(Position.parse("XO./.X./...")).value == -1


@pytest.mark.parametrize("given", [7, None, [0, 1], b"3,3,3"])
def test_what_is_neither_a_position_nor_a_board_is_refused(given: object) -> None:
    with pytest.raises(PositionError, match="is not a game, a position or a board; give one"):
        solve(given)  # type: ignore[arg-type]  # what is refused


NO_NUMBERS = [float("nan"), float("inf"), float("-inf"), -1, -0.5, True, "1", [1]]


@pytest.mark.parametrize("given", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize("name", Limits._fields)
@pytest.mark.parametrize("board", ["3,3,3", "4,4,4"])  # looked up, and searched
def test_what_is_not_a_limit_is_refused(board: str, name: str, given: object) -> None:
    limits = Limits(**{name: given})  # type: ignore[arg-type] # what is refused
    with pytest.raises(LimitsError, match=rf"{name} is {re.escape(repr(given))}; a .*number"):
        solve(board, limits=limits)


def test_limits_may_be_nothing_at_all_or_larger_than_any_search() -> None:
    half: Any = Fraction(1, 2)
    for limits in (Limits(0, 0, 1), Limits(10**400, 10**30), Limits(half, None, 2)):
        assert solve("3,3,3", limits=limits).value == 0
    for limits in (Limits(seconds=5, nodes=1.5), Limits(memory=0), Limits(memory=None)):  # type: ignore[arg-type] # not whole
        with pytest.raises(LimitsError):
            solve("3,3,3", limits=limits)


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
