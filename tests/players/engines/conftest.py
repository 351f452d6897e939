"""What the tests of programs share."""

from __future__ import annotations

import pytest

from noughts.players.engines import program_player


@pytest.fixture(autouse=True)
def not_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that goes wrong waits for less than a minute."""
    monkeypatch.setattr(program_player, "USUAL_SECONDS", 10.0)
