"""The page's controller in Node.js, without a document: what it plays, says and keeps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Node

pytestmark = pytest.mark.no_cover

Report = dict[str, Any]


def run(node: Node, *steps: list[Any], **begun: Any) -> list[Report]:
    """What there is after the start, after each step, and in the end."""
    reports: list[Report] = node("controller.mjs", begun, steps)
    return reports


def test_it_begins_with_the_game_of_the_address(node: Node) -> None:
    (begun, *_) = run(node, fragment="b2a1")
    assert begun["position"] == "O../.X./..."
    assert begun["said"] == "Your move, X."
    assert begun["drawn"] == 1
    (begun, *_) = run(node, fragment="b2b2")
    assert begun["position"] == ".../.../..."
    assert begun["headline"].startswith("Move 2 of the link, “b2”: b2 is taken by X.")
    (begun, *_) = run(node, stored={"board": "5,5,4", "opponent": "person"})
    assert (begun["board"], begun["opponent"]) == ("5,5,4", "person")


def test_a_game_of_two_people_is_played_scored_and_taken_back(node: Node) -> None:
    moves = [["play", cell] for cell in (0, 3, 1, 4, 2)]
    *_, won, undone, redone, new = run(
        node, *moves, ["undo"], ["redo"], ["newGame"], stored={"opponent": "person"}
    )[:-1]
    assert won["said"].endswith("Player 1 (X) wins with the line a1 b1 c1.")
    assert won["headline"] == "X wins."
    assert (won["scores"]["won"], undone["scores"]["won"], redone["scores"]["won"]) == (1, 0, 1)
    assert undone["said"] == "Taken back. X to move."
    assert new["position"] == ".../.../..."
    assert new["stored"]["scores"] == {"person": {"won": 1, "drawn": 0, "lost": 0}}


def test_a_refused_move_is_told_and_changes_nothing(node: Node) -> None:
    _, played, refused, _ = run(node, ["play", 4], ["play", 4], stored={"opponent": "person"})
    told = "b2 is taken by X. Free: a1 b1 c1 a2 c2 a3 b3 c3."
    assert refused["said"] == refused["headline"] == told
    assert refused["history"] == played["history"]
    assert refused["position"] == ".../.X./..."


def test_whoever_watches_sees_a_move_each_time_its_pace_has_passed(node: Node) -> None:
    stored = {"side": "watch", "opponent": "random", "first": "random"}
    steps = [["pause"], ["pass"], ["pause"], ["reply"], ["pause"], ["pass"]]
    reports = run(node, *steps, stored=stored)[:-1]
    stones = [9 - report["position"].count(".") for report in reports]
    assert stones == [0, 1, 2, 2, 3, 4, 5]
    assert [report["waits"] for report in reports] == [False, True, True, False, False, True, True]


def test_hints_are_the_tables_or_worked_out(node: Node) -> None:
    _, hinted, off, _ = run(node, ["hint"], ["hint"], stored={"opponent": "person"})
    assert hinted["hints"] == 9
    assert off["said"] == "Hints off. X to move."
    *_, worked = run(node, ["hint"], fragment="3,3,3,torus:a1b2;person")
    assert worked["hints"] == 7
    assert worked["said"] == "Win: b1 c1 a2 c2 a3 b3 c3. X to move."


def test_a_choice_is_remembered_and_begins_what_it_says(node: Node) -> None:
    choices = [
        ["choice", {"opponent": "person"}],
        ["choice", {"labels": "names"}],
        ["choice", {"board": "4,4,3"}],
        ["choice", {"board": "9,9,9"}],
        ["choice", {"side": "o"}],
    ]
    *_, people, _, board, unknown, _ = run(node, *choices, stored={"opponent": "perfect"})[:-1]
    assert people["said"] == "Two people at this screen. X to move."
    assert (board["board"], board["said"]) == ("4,4,3", "New game. X to move.")
    assert unknown["board"] == "4,4,3"
    assert unknown["said"].startswith("The board could not be read")
    stored = unknown["stored"]
    assert (stored["opponent"], stored["labels"], stored["board"]) == ("person", "names", "4,4,3")


def test_a_link_that_is_followed_shows_its_game_and_whom_it_names(node: Node) -> None:
    _, visited, moved, _ = run(
        node, ["visit", "3,3,3,torus:a1;easy;O"], ["edit", {"start": {"x": 1, "o": 2}}, "Edited."]
    )
    assert (visited["board"], visited["opponent"], visited["side"]) == ("3,3,3,torus", "easy", 2)
    assert moved["said"].startswith("Edited. X to move.")
    assert moved["position"] == "XO./.../..."
