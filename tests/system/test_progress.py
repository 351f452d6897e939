"""How far work is: told seldom enough to cost nothing, and always at the end."""

from __future__ import annotations

import pytest

from noughts.system import progress


def test_what_is_told_too_soon_is_passed_over_but_never_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([1.0, 1.01, 1.06, 1.07, 1.08])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    told: list[tuple[int, int]] = []
    report = progress.limited(lambda done, total: told.append((done, total)), seconds=0.05)
    for done in range(5):
        report(done, 4)
    assert told == [(0, 4), (2, 4), (4, 4)]


def test_nobody_is_told_nothing() -> None:
    progress.limited(None)(1, 2)
