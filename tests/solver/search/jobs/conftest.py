"""Jobs so small that the tree grows on boards that a plain negamax can walk."""

from __future__ import annotations

import pytest

from noughts.solver.search.jobs import question
from noughts.solver.search.one_process import MAX_NODES, Turn
from tests.arrays.conftest import silent_wraparound

__all__ = ["silent_wraparound"]

TURNS = (
    Turn("wins", False, 4),
    Turn("proves", True, 40),
    Turn("wins", False, 8),
    Turn("proves", True, 40),
    Turn("proves", False, MAX_NODES),
)


@pytest.fixture
def small_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of few nodes."""
    monkeypatch.setattr(question, "TURNS", TURNS)
    monkeypatch.setattr(question, "LEAST_NODES", 2)
