"""What the widget does in Python, as a notebook asks for it and as a page does."""

from __future__ import annotations

from typing import Any

import pytest

from noughts import (
    Game,
    HistoryError,
    IllegalMoveError,
    NoughtsError,
    PlayerError,
    Position,
    Rules,
    RulesError,
    TooLargeError,
)
from noughts.players import Judgement, Perfect

pytest.importorskip("anywidget")

from noughts.notebook import GameWidget

FIRST = "perfect:first"


def said(widget: GameWidget, do: object, **more: object) -> dict[str, Any]:
    """What is shown after the page has said something."""
    widget._hear(widget, {"do": do, **more}, [])
    return dict(widget.shown)


def ready(widget: GameWidget) -> set[str]:
    """What can be asked for."""
    return {action["do"] for action in widget.shown["actions"] if action["ready"]}


def test_it_begins_with_the_board_that_is_given() -> None:
    for start in ("4,4,3", Rules(4, 4, 3), Position(rules=Rules(4, 4, 3)), "4,4,3: b2 a1"):
        widget = GameWidget(start, side="both")
        assert widget.game.rules == Rules(4, 4, 3)
        assert len(widget.shown["places"]) == 16
    assert widget.record == widget.shown["record"] == "4,4,3: b2 a1"


def test_a_column_is_played_by_its_name_and_a_choice_of_marks_is_refused() -> None:
    widget = GameWidget("6,7,4,gravity:", side="both")
    widget.play("d")
    assert widget.record == "6,7,4,gravity: d"
    for refused in (
        lambda: GameWidget("3,3,3,wild"),
        lambda: setattr(widget, "game", "3,3,3,wild"),
    ):
        with pytest.raises(
            RulesError, match="a widget cannot take 3,3,3,wild: a move is a cell and"
        ):
            refused()
    assert widget.record == "6,7,4,gravity: d"


def test_a_cell_that_is_chosen_is_played_and_the_player_replies() -> None:
    widget = GameWidget(opponent=FIRST)
    assert said(widget, "play", cell=4)["record"] == "b2 a1"
    assert (widget.game.moves, widget.record) == ((4, 0), "b2 a1")
    widget.play("c3")
    assert widget.game.moves == (4, 0, 8, 2)


def test_what_is_done_is_shown_before_the_player_has_thought() -> None:
    widget = GameWidget(opponent=FIRST)
    seen: list[tuple[str, bool]] = []
    widget.observe(lambda change: seen.append(tuple(change.new[k] for k in KEYS)), "shown")
    widget.play(4)
    assert seen == [("b2", True), ("b2 a1", False)]


KEYS = ("record", "thinks")


def test_the_player_begins_where_it_has_the_first_mark() -> None:
    assert GameWidget(opponent=FIRST, side="o").record == "a1"
    assert GameWidget("a1 b2", FIRST, side="o").record == "a1 b2"  # and waits where it has begun


@pytest.mark.parametrize(
    "opponent", [FIRST, Perfect("first"), lambda position: position.legal_moves[0]]
)
def test_anything_that_plays_is_an_opponent(opponent: Any) -> None:
    widget = GameWidget(opponent=opponent)
    widget.play(8)
    assert len(widget.game.moves) == 2


def test_the_usual_opponent_is_perfect_where_there_is_a_table_and_strong_elsewhere() -> None:
    assert "perfect" in GameWidget().shown["score"]
    assert "strong:1" in GameWidget("9,9,5").shown["score"]


def test_the_game_is_a_copy_and_can_be_set() -> None:
    widget = GameWidget(opponent=FIRST)
    widget.game.push(0)
    assert widget.record == ""
    given = Game.parse("a1 b2 c3")
    widget.game = given
    given.push("b1")
    assert widget.record == "a1 b2 c3"
    assert "reply" in ready(widget)  # it was set, so the player waits
    assert said(widget, "reply")["record"] == "a1 b2 c3 b1"
    assert "reply" not in ready(widget)
    widget.game = "2,3,2"
    assert widget.game.rules == Rules(2, 3, 2)


def test_what_cannot_be_shown_is_refused_and_leaves_the_game() -> None:
    widget = GameWidget(opponent=FIRST)
    widget.play(4)
    for given in ("a1 a1", "3,3", "XX./.../...", None):
        with pytest.raises(NoughtsError):
            widget.game = given  # type: ignore[assignment] # that is what is tested
    with pytest.raises(TooLargeError):
        widget.game = "9,9,5"
    with pytest.raises(IllegalMoveError):
        widget.play(4)
    assert widget.record == "b2 a1"


def test_moves_are_taken_back_and_played_again() -> None:
    widget = GameWidget(opponent=FIRST)
    assert {"undo", "redo"}.isdisjoint(ready(widget))
    with pytest.raises(HistoryError):
        widget.undo()
    widget.play(4)
    assert said(widget, "undo")["record"] == ""
    assert "redo" in ready(widget)
    assert said(widget, "redo")["record"] == "b2 a1"
    assert "undo" in ready(widget)


def test_a_game_that_is_over_counts_and_says_who_won() -> None:
    widget = GameWidget(opponent=FIRST)
    widget.game = "a3 a1 c3 b1"
    widget.play("a2")
    assert widget.shown["status"] == "O (perfect) wins with the line a1 b1 c1."
    assert said(widget, "new_game")["score"] == "Score: you 0, perfect 1, draws 0"
    assert widget.record == ""


def test_sides_are_changed_within_a_game() -> None:
    widget = GameWidget(opponent=FIRST)
    assert said(widget, "swap")["record"] == "a1"
    assert widget.shown["status"] == "O (you) to move"


def test_hints_are_worked_out_once_a_position_and_only_where_somebody_is_to_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widget = GameWidget(opponent=FIRST)
    asked: list[str] = []
    judge = widget._advisor.judge

    def noted(position: Position) -> list[Judgement]:
        asked.append(str(position))
        return judge(position)

    monkeypatch.setattr(widget._advisor, "judge", noted)
    seen: list[bool] = []
    widget.observe(lambda change: seen.append(change.new["thinks"]), "shown")
    shown = said(widget, "hint")
    assert seen == [True, False]
    assert shown["note"].startswith("W wins, D draws, L loses")
    assert shown["picture"].count(">D9</text>") == 9
    assert widget.hints
    widget.play(4)
    said(widget, "dark", dark=True)
    assert asked == [".../.../...", "O../.X./..."]
    shown = said(widget, "hint")
    assert (shown["note"], widget.hints) == ("", False)
    assert "</text>" not in shown["picture"].rpartition("font-size='14'")[0]
    widget.game = "a1 b1 a2 b2 a3"
    widget.hints = True
    assert asked == [".../.../...", "O../.X./..."]


def test_a_board_too_large_to_be_judged_has_no_hints_and_says_why() -> None:
    widget = GameWidget("70,70,5", opponent="random", side="both")
    shown = said(widget, "hint")
    assert "cannot play 70,70,5" in shown["note"]
    assert not shown["thinks"]
    with pytest.raises(TooLargeError, match="cannot play 70,70,5"):
        widget.hints = True
    widget.play("b2")
    assert (widget.record, widget.hints) == ("70,70,5: b2", False)
    small = GameWidget(opponent="random", side="both")
    small.hints = True
    small.game = "70,70,5"
    assert (small.hints, small.shown["thinks"]) == (False, False)


def test_the_page_chooses_light_or_dark_unless_python_does() -> None:
    widget = GameWidget(opponent=FIRST)
    assert (widget.shown["dark"], widget.shown["follows"]) == (None, True)
    assert said(widget, "dark", dark=True)["dark"] is True
    assert said(widget, "dark", dark=False)["dark"] is None
    chosen = GameWidget(opponent=FIRST, dark=False)
    assert said(chosen, "dark", dark=True)["dark"] is False
    assert not chosen.shown["follows"]


@pytest.mark.parametrize(
    "content",
    [None, [], "play", {}, {"do": 1}, {"do": []}, {"do": "close"}, {"do": "_show"}, {"do": None}],
)
def test_what_no_button_says_does_nothing(content: object) -> None:
    widget = GameWidget(opponent=FIRST)
    before = dict(widget.shown)
    widget._hear(widget, content, [])
    assert widget.shown == before


@pytest.mark.parametrize("cell", [None, -1, 9, "", "5", "z9", 1.5, [4], {"cell": 4}])
def test_what_is_not_a_cell_is_refused_in_words(cell: object) -> None:
    widget = GameWidget(opponent=FIRST)
    assert "is not a cell of a 3x3 board" in said(widget, "play", cell=cell)["note"]
    assert widget.record == ""


def test_a_button_that_means_nothing_now_says_why() -> None:
    widget = GameWidget(opponent=FIRST)
    assert said(widget, "undo")["note"] == "there is no move of yours to take back"
    assert said(widget, "reply")["note"] == "no player is to move"


def test_a_player_that_fails_leaves_the_move_that_it_was_asked_after() -> None:
    def broken(_: Position) -> int:
        raise ZeroDivisionError

    widget = GameWidget(opponent=broken)
    with pytest.raises(ZeroDivisionError):
        widget.play(4)
    assert (widget.shown["record"], widget.shown["thinks"]) == ("b2", False)
    assert widget.record == "b2"
    cheat = GameWidget(opponent=lambda _: 4)
    lost = said(cheat, "play", cell=4)
    assert lost["status"].startswith("X (you) wins: <lambda> takes 4")
    assert (cheat.record, lost["score"]) == ("b2", "Score: you 1, <lambda> 0, draws 0")
    assert "X (you) wins: <lambda> takes 4" in said(cheat, "play", cell=0)["note"]


def test_a_player_that_fails_again_is_shown_again_so_that_the_page_does_not_wait() -> None:
    def broken(_: Position) -> int:
        raise ZeroDivisionError

    cheat, failing = GameWidget(opponent=lambda _: 4), GameWidget(opponent=broken)
    said(cheat, "play", cell=4)
    with pytest.raises(ZeroDivisionError):
        failing.play(4)
    seen: list[bool] = []
    for widget in (cheat, failing):
        widget.observe(lambda change: seen.append(change.new["thinks"]), "shown")
    assert said(cheat, "reply")["note"] == "no player is to move"
    before = len(seen)
    with pytest.raises(ZeroDivisionError):
        said(failing, "reply")
    assert seen[before:] == [True, False]


@pytest.mark.parametrize("side", ["X", "", "neither", None])
def test_a_side_that_does_not_exist_is_refused(side: Any) -> None:
    with pytest.raises(PlayerError, match=r"is not a side; write 'x', 'o' or 'both'"):
        GameWidget(side=side)


def test_an_opponent_that_cannot_play_the_board_is_refused() -> None:
    with pytest.raises(TooLargeError):
        GameWidget("9,9,5", "perfect")
