"""The first search of a process: in plain Python for a few nodes, and compiled if it needs more."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.solver.search import engine_caller, one_process
from noughts.solver.search.certificate import SearchedProof
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.one_process import Search
from tests.solver.search.tools import SMALL, plain, searched

EASY, HARD = Position(rules=Rules(4, 4, 3)), Position(rules=Rules(4, 4, 4))
PLAIN_NODES = 12  # between the nodes that these two take
LONG = Position(rules=Rules(5, 4, 4))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions of the compiled engine that are taken, when all searches are first ones."""
    taken: list[str] = []

    class Compiled(SimpleNamespace):
        def __getattr__(self, way: str) -> Any:
            if way != "Node":
                taken.append(way)
            return getattr(functions, way)

    functions = plain()
    monkeypatch.setattr(engine_caller, "engine", Compiled)
    monkeypatch.setattr(engine_caller, "is_first_search", lambda: True)
    monkeypatch.setattr(one_process, "PLAIN_NODES", PLAIN_NODES)
    return taken


@pytest.fixture
def looks(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The same, where a first search is long enough for many looks at the clock."""
    monkeypatch.setattr(one_process, "PLAIN_NODES", 256)
    monkeypatch.setattr(one_process, "SECONDS_BETWEEN_LOOKS", 0.001)
    return calls


def later(position: Position, limits: Limits = SMALL, **asked: bool) -> Any:
    """What a search that is not the first one says, but for its time."""
    search = Search(position, limits, None)
    search._first = False
    return search.solution(asked.get("line", False), asked.get("best_moves", False))


def untimed(solution: Any) -> Any:
    return solution._replace(seconds=0)


def test_few_nodes_need_nothing_compiled_and_are_the_same(calls: list[str]) -> None:
    found = searched(EASY)
    assert not calls
    assert found.nodes < PLAIN_NODES
    assert untimed(found) == untimed(later(EASY))
    assert calls


def test_more_nodes_begin_anew_and_are_the_same(calls: list[str]) -> None:
    found = searched(HARD, best_moves=True)
    assert calls
    assert found.nodes > PLAIN_NODES
    assert untimed(found) == untimed(later(HARD, best_moves=True))


@pytest.mark.parametrize("nodes", [0, 1, PLAIN_NODES, PLAIN_NODES + 1])
def test_a_limit_of_nodes_leaves_the_same_open(calls: list[str], nodes: int) -> None:
    limits = Limits(nodes=nodes, memory=1)
    found = searched(HARD, limits, line=True)
    assert bool(calls) == (nodes > PLAIN_NODES)
    assert found.nodes == nodes
    assert untimed(found) == untimed(later(HARD, limits, line=True))


@pytest.mark.usefixtures("looks")
def test_time_that_is_up_in_plain_python_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    look = Search._look

    def late(search: Search) -> None:
        search._start -= 1000 * search._engine.plain
        look(search)

    monkeypatch.setattr(Search, "_look", late)
    assert searched(LONG, Limits(seconds=500, nodes=300, memory=1)).nodes == 300


def test_an_interruption_ends_the_first_search_too(looks: list[str]) -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    found = searched(LONG, SMALL, interrupt)
    assert found[:2] == (0, 1)
    assert not looks


def test_what_plain_python_has_proved_is_written_as_a_proof(calls: list[str]) -> None:
    first, second = Search(EASY, SMALL, None), Search(EASY, SMALL, None)
    second._first = False
    first.solution(False, False)
    assert not calls
    second.solution(False, False)
    assert "".join(SearchedProof(first)) == "".join(SearchedProof(second))


@pytest.mark.no_cover
def test_a_process_imports_numba_for_its_second_search() -> None:
    script = (
        "import sys; from noughts import solve; "
        "print([(solve('4,4,4').value, 'numba' in sys.modules) for _ in range(2)])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout == "[(0, False), (0, True)]\n", ran.stderr
