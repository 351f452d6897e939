"""What the machine has."""

from __future__ import annotations

import os

import pytest

from noughts.system import processors


@pytest.mark.parametrize(("platform", "known", "count"), [("win32", 3, 3), ("darwin", None, 1)])
def test_other_systems_count_their_processors(
    platform: str, known: int | None, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processors, "sys", type("System", (), {"platform": platform}))
    monkeypatch.setattr(os, "cpu_count", lambda: known)
    assert processors.processors() == count


def test_a_process_may_use_a_processor() -> None:
    assert processors.processors() >= 1
