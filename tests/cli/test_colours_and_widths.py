"""Texts on a narrow screen."""

from __future__ import annotations

import sys

import pytest

from noughts.cli.terminal.transcript import Transcript
from noughts.cli.text.colours_and_widths import fitted

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


def test_a_page_is_broken_between_words_and_a_graph_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    graph = " X wins  |    o     o\n         |\n even    | o     o"
    Transcript(input).page(
        ["", *graph.split("\n"), " a2 (X, move 5) gave a draw away; what kept it: a3."]
    )
    told = capsys.readouterr().out
    assert told == f"\n{graph}\n a2 (X, move 5) gave a draw away; what\nkept it: a3.\n"


def test_a_line_leaves_room_for_what_stands_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "30")
    lines = fitted(REFUSAL, sys.stderr, "Error: ").split("\n")
    assert len(lines[0]) <= 30 - len("Error: ")
    assert " ".join(lines) == REFUSAL
