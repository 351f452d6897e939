"""The page's controller in Node.js, without a document: what it plays, says and keeps."""

from __future__ import annotations

import re
from typing import Any

import pytest

from noughts import Game, X
from tests.web.conftest import Node
from tests.web.test_play import moves_to

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
    for board in ("ultimate", "4,4,4", "5,5,4,torus", "4x4x4,4"):
        (begun, *_) = run(node, fragment=f"{board};hard")
        assert (begun["board"], begun["opponent"]) == (board, "hard")  # without a colon, too
    (begun, *_) = run(node, fragment="1,5,9")
    assert begun["position"] == "X../.O./..X"  # these are moves
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


ANSWER: list[Any] = ["answer"]


def beaten(opponent: str) -> list[list[Any]]:
    """Steps that beat an opponent on 3x3 while chance says 0."""
    moves = moves_to("won", opponent, X, Game()) or []
    return [step for cell in moves for step in (["play", cell], ANSWER)][:-1]


def test_the_opponent_answers_after_a_pause_and_both_moves_are_said_together(node: Node) -> None:
    _, played, answered, _ = run(node, ["play", 4], ANSWER)
    assert (played["position"], played["pauses"]) == (".../.X./...", [500])
    assert (played["thinks"], played["headline"]) == (True, "Easy is thinking…")
    assert played["said"] == "Your move, X."  # as before
    assert answered["position"].count("O") == 1
    assert answered["said"].startswith("You: b2. Easy: ")
    assert len(answered["history"]) == len(played["history"])  # one step back for both


def test_a_tap_in_the_pause_ends_it_and_is_played(node: Node) -> None:
    _, _, hasty, settled = run(node, ["play", 4], ["play", 8])
    assert hasty["wanted"] == 8
    assert settled["position"].count("X") == 2
    assert settled["position"].count("O") == 1
    assert settled["thinks"]
    *_, refused = run(node, ["play", 4], ["play", 4])
    assert refused["headline"] == "b2 is taken by X. Free: a1 b1 c1 a2 c2 a3 b3 c3."
    *_, taken = run(node, ["play", 4], ["play", 0])  # which Easy takes first
    assert taken["headline"].startswith("a1 is taken by O.")


def test_a_tap_while_it_thinks_is_kept_and_can_be_withdrawn(node: Node) -> None:
    stored = {"opponent": "hard"}
    _, _, kept, withdrawn, _ = run(
        node, ["play", 5], ["want", 6], ["want", 6], fragment="4,4,4:", stored=stored
    )
    assert (kept["wanted"], withdrawn["wanted"]) == (6, None)
    _, _, tapped, _ = run(node, ["play", 40], ["want", 42], fragment="ultimate:", stored=stored)
    assert (tapped["wanted"], tapped["said"]) == (None, "Hard is thinking.")  # nobody knows where


def test_a_win_leads_to_the_next_level_and_a_loss_to_the_same_one(node: Node) -> None:
    *_, won, hasty, _, climbed = run(
        node, *beaten("easy"), ["play", 8], ["look", 1000], ["play", 8]
    )[:-1]
    assert (won["headline"], won["above"]) == ("You beat Easy!", "medium")
    assert won["detail"].endswith(" Medium is next.")
    assert won["stored"]["beaten"] == {"3,3,3": 1}
    assert won["beaten"] == 1
    assert hasty["position"] == won["position"]  # meant for the game
    assert (climbed["opponent"], climbed["position"]) == ("medium", ".../.../...")
    lost = [["play", 0], ANSWER, ["play", 1], ANSWER, ["play", 3], ANSWER, ["goOn"]]
    *_, over, again, _ = run(node, *lost, stored={"opponent": "perfect"})
    assert over["headline"] == "Perfect wins."
    assert over["beaten"] == 0
    assert (again["opponent"], again["side"], again["position"]) == ("perfect", 1, ".../.../...")


def test_a_next_game_says_that_the_sides_have_changed_until_one_moves(node: Node) -> None:
    steps = [["newGame"], ANSWER, ["play", 1], ANSWER]
    *_, begun, asked, played, _, _ = run(node, *beaten("easy"), *steps)
    assert (begun["headline"], begun["detail"]) == ("Now you are O.", "Easy begins.")
    assert (asked["headline"], asked["detail"]) == ("Now you are O.", "Your move.")
    assert played["headline"] == "Easy is thinking…"


def test_strong_begins_in_the_middle(node: Node) -> None:
    stored = {"opponent": "perfect", "side": 2}
    *_, begun = run(node, ANSWER, fragment="15,15,5:", stored=stored, chance=0.99)
    assert begun["history"] == ["15,15,5:h8;perfect;O"]


def test_how_far_somebody_has_come_is_kept_until_it_is_erased(node: Node) -> None:
    stored = {"opponent": "hard", "beaten": 2}
    *_, won, erased, _ = run(node, *beaten("hard"), ["clearScores"], stored=stored)
    assert won["stored"]["beaten"] == {"3,3,3": 3}  # which an earlier page kept as a number
    assert (won["above"], won["detail"].split(". ")[1]) == ("perfect", "Perfect is next.")
    assert erased["stored"]["beaten"] == {}
    for found in (9, {"3,3,3": 9}, {"3,3,3": "2"}):
        (ours, *_) = run(node, stored={"beaten": found})
        assert ours["beaten"] == 0  # nobody can have come so far
    steps = [["choice", {"board": "4,4,4"}], ["choice", {"board": "3,3,3"}]]
    _, other, back, _ = run(node, *steps, stored={"beaten": {"3,3,3": 2}})
    assert (other["beaten"], back["beaten"]) == (0, 2)  # each board has a ladder of its own
    *_, linked = run(node, fragment="a1a2b1b2c1;easy;X")
    assert linked["beaten"] == 0  # a link to a win is not a win


def test_a_draw_with_the_highest_level_is_the_top(node: Node) -> None:
    moves = moves_to("drawn", "perfect", X, Game()) or []
    steps = [step for cell in moves for step in (["play", cell], ANSWER)][:-1]
    *_, drawn = run(node, *steps, stored={"opponent": "perfect"})
    assert (drawn["headline"], drawn["detail"]) == (
        "A draw.",
        "Nobody does better against Perfect.",
    )
    assert (drawn["beaten"], drawn["above"]) == (4, None)


DEAD: list[list[Any]] = [["play", cell] for cell in (2, 0, 3, 1, 4, 5, 7, 6)]  # OOX/XXO/OX.


def test_a_game_in_which_no_line_can_be_made_is_offered_as_a_draw(node: Node) -> None:
    stored = {"opponent": "person"}
    steps = [*DEAD, ["end", "takeDraw"], ["undo"], ["redo"]]
    *_, dead, drawn, undone, redone, _ = run(node, *steps, stored=stored)
    assert dead["headline"] == "Nobody can make a line any more."
    assert dead["said"].endswith("Nobody can make a line any more. X to move.")
    assert (drawn["headline"], drawn["scores"]["drawn"]) == ("A draw.", 1)
    assert drawn["said"] == "Draw: no line can be made any more."
    (begun, *_) = run(node, fragment=drawn["history"][-1], stored=drawn["stored"])
    assert (begun["headline"], begun["scores"]["drawn"]) == ("A draw.", 1)  # after a reload, too
    assert (undone["scores"]["drawn"], redone["scores"]["drawn"]) == (0, 1)
    *_, full = run(node, *DEAD, ["play", 8], stored=stored)  # nobody has to take it
    assert full["said"].endswith("Draw: the board is full and has no line.")
    *_, again, _ = run(node, *DEAD, ["goOn"], stored=stored)  # which takes it, too
    assert (again["position"], again["scores"]["drawn"]) == (".../.../...", 1)
    _, refused, _ = run(node, ["end", "takeDraw"])
    assert refused["headline"] == "Somebody can still make a line."


def test_who_resigns_has_lost_and_can_take_it_back(node: Node) -> None:
    steps: list[list[Any]] = [["play", 4], ["end", "resign"], ["undo"], ["redo"], ["newGame"]]
    *_, lost, undone, redone, again, _ = run(node, *steps)
    assert lost["said"] == "You: b2. You (X) resign, so Easy (O) wins."
    told = lost["headline"], lost["detail"], lost["thinks"]
    assert told == ("Easy wins.", "You resigned.", False)
    scores = [(each["scores"]["lost"], each["beaten"]) for each in (lost, undone, redone, again)]
    assert scores == [(1, 0), (0, 0), (1, 0), (1, 0)]
    (begun, *_) = run(node, fragment=lost["history"][-1])
    assert lost["history"][-1] == "b2;easy;X;resigned"  # and so it is after a reload
    assert begun["said"] == "You (X) resign, so Easy (O) wins."
    assert begun["scores"]["lost"] == 0  # for whoever opens the link
    _, here, _ = run(node, ["end", "resign"], fragment="b2a1")
    assert here["scores"]["lost"] == 1
    choice = {"opponent": "menace"}
    menace: list[list[Any]] = [["choice", choice], ["withAgents"], ["play", 4], ANSWER, *steps[1:4]]
    *_, one, none, another, _ = run(node, *menace)
    assert (one["taught"], none["taught"], another["taught"]) == ("+", "", "+")  # which it wins
    two = {"opponent": "person"}
    *_, won = run(node, ["play", 4], ["end", "resign"], stored=two, fragment="15,15,5:")
    assert won["said"] == "Player 2 (O) resigns, so player 1 (X) wins."
    assert won["detail"] == "Player 2 resigned."
    *_, refused = run(node, ["end", "resign"])
    assert refused["headline"] == "There is no game to resign."


@pytest.mark.parametrize(
    ("fragment", "told"),
    [
        ("b2;nobody", "“nobody” is not a player; easy, perfect, "),
        ("b2;easy-nobody", "“easy-nobody” is not a player; easy, perfect, "),
        ("b2;easy;Z", "“Z” is not a side; write X or O, then resigned or drawn."),
        ("b2a1;easy;X;won", "“won” is not a side; "),
        ("4,4,4:b2;menace", "MENACE does not play on 4,4,4; Easy does."),
    ],
)
def test_what_a_link_says_wrongly_of_players_is_named_beside_its_game(
    node: Node, fragment: str, told: str
) -> None:
    (begun, *_) = run(node, fragment=fragment)
    assert begun["headline"].startswith(told)
    assert "X" in begun["position"]


def test_an_opponent_is_kept_for_the_boards_on_which_it_can_play(node: Node) -> None:
    chosen = [{"opponent": "menace"}, {"board": "4,4,4"}, {"side": "o"}, {"board": "3,3,3,misere"}]
    steps = [["choice", each] for each in chosen]
    _, _, other, _, back, _ = run(node, *steps, stored={"opponent": "medium"})
    assert (other["opponent"], back["opponent"]) == ("medium", "menace")
    assert other["stored"]["opponent"] == "menace"


def test_hints_are_the_tables_or_worked_out(node: Node) -> None:
    _, hinted, off, _ = run(node, ["hint"], ["hint"], stored={"opponent": "person"})
    assert hinted["hints"] == 9
    assert off["said"] == "Hints off. X to move."
    *_, worked = run(node, ["hint"], fragment="3,3,3,torus:a1b2;person")
    assert worked["hints"] == 7
    assert worked["said"] == "Win: b1 c1 a2 c2 a3 b3 c3. X to move."
    *_, quiet = run(node, ["hint"], fragment="15,15,5:h8i9c3m13a15o1c13m3;person")
    assert re.match(r"No move stands out: each is judged about \d+%, not proved", quiet["said"])
    assert quiet["said"].count("%") == 2


def test_a_choice_is_remembered_and_begins_what_it_says(node: Node) -> None:
    choices = [
        ["choice", {"opponent": "person"}],
        ["choice", {"labels": "names"}],
        ["choice", {"board": "4,4,3"}],
        ["choice", {"board": "99,9,9"}],
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
