"""What the tests of the strong player share."""

import pytest


@pytest.fixture
def without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player as it is where Numba is not installed."""
    monkeypatch.setattr("noughts.players.strong.move_worths.prover", lambda *_: None)
