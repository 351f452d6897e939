"""Texts on a narrow screen."""

from __future__ import annotations

import sys

import pytest

from noughts.cli.text.fitted import fitted

REFUSAL = "'zz' is not a cell or a command; free cells: a1, b1, c1, d1, e1, f1, g1, h1 and 71 more"


def test_on_a_screen_a_text_is_broken_between_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    lines = fitted(REFUSAL).split("\n")
    assert len(lines) == 3
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == REFUSAL
    assert fitted("x" * 50) == "x" * 50


def test_in_a_pipe_a_text_stays_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    monkeypatch.setenv("COLUMNS", "40")
    assert fitted(REFUSAL) == REFUSAL
