"""Where Numba is missing, boards that need few positions are solved in plain Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from noughts import MissingExtraError, Position, Rules, solve, table
from noughts.solver.search import plain_python
from noughts.solver.search.limits import UNLIMITED, Limits, Progress
from noughts.solver.search.plain_python import PlainSearch

LARGE = Position(rules=Rules(5, 5, 4))


def searched(
    position: Position,
    limits: Limits = UNLIMITED,
    progress: Callable[[Progress], object] | None = None,
) -> PlainSearch:
    return PlainSearch(position, limits, progress)


@pytest.mark.parametrize("rules", ["3,3,3", "3,3,2", "3,3,3,torus", "2,4,3"])
def test_it_finds_what_the_table_has(rules: str) -> None:
    known = table(Rules.parse(rules))
    for position in [*Position.all(rules)][::11]:
        found = searched(position).solution(line=False, best_moves=True)
        assert found.value == known[position].value, position
        if not position.is_over:
            assert found.best_moves == known.best_moves(position), position


@pytest.mark.parametrize(
    ("board", "value"),
    [("4,4,4", 0), ("4,4,3", 1), ("6,6,6", 0), ("4,4,4: b2 d1 a1 b1", 0)],
)
def test_larger_boards_have_their_values(
    board: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    found = solve(board, line=True, best_moves=True)
    assert (found.value, found.line is not None) == (value, True)
    assert 0 < found.nodes < 3000


@pytest.mark.no_cover
def test_it_needs_the_standard_library_alone() -> None:
    script = (
        "import sys; sys.modules |= {'numpy': None, 'numba': None}; "
        "from noughts import solve; print(solve('4,4,4').value)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout == "0\n", ran.stderr


def test_limits_leave_open_what_they_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_python, "NODES_BETWEEN_LOOKS", 8)
    found = searched(LARGE, Limits(nodes=10)).solution(line=False, best_moves=False)
    assert (found.lower, found.upper, found.nodes) == (0, 1, 10)
    seen: list[Progress] = []
    found = searched(LARGE, Limits(seconds=0), seen.append).solution(line=True, best_moves=True)
    assert (found.lower, found.upper, found.line, found.best_moves) == (0, 1, None, None)
    assert [(now.nodes, now.depth > 0) for now in seen] == [(8, True)]
    monkeypatch.setattr(plain_python, "PLAIN_NODES", 40)
    assert searched(Position(rules=Rules(4, 4, 4))).solution(False, False).value == 0
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(
        MissingExtraError, match="40 positions in plain Python leave 5,5,4 open; se"
    ):
        solve(LARGE)
