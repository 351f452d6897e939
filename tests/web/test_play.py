"""Games in a browser: every opponent, side and result; mouse, touch and keys; undo and scores."""

from __future__ import annotations

from itertools import product, starmap

import pytest

from noughts import Game, O, X
from noughts.players import Player
from noughts.players.strong.easy_medium_hard import at_a_glance
from tests.tools import some
from tests.web.conftest import Open
from tests.web.screen import Screen

pytestmark = pytest.mark.wide  # a browser; test_smoke.py is quick

CARELESS = ("hard", "medium", "easy")
SIDES = {"X": X, "O": O}
WANTED = {"won": 1, "drawn": 0, "lost": -1}
EACH = product(["perfect", *CARELESS, "random"], SIDES)


def reply(opponent: str, game: Game) -> int:
    """What the opponent plays while Math.random says 0: it slips, and to the first choice."""
    if opponent == "perfect":
        return Player.parse("perfect").choose(game.position)
    return (game.position.legal_moves if opponent == "random" else at_a_glance(game.position))[0]


def moves_to(result: str, opponent: str, person: int, game: Game) -> list[int] | None:
    """Moves of the person that lead to a result against an opponent; None where there are none."""
    outcome = game.outcome
    if outcome:
        worth = 0 if outcome.winner is None else 1 if outcome.winner == person else -1
        return [] if worth == WANTED[result] else None
    if game.turn != person:
        game.push(reply(opponent, game))
        rest = moves_to(result, opponent, person, game)
        game.pop()
        return rest
    for cell in game.position.legal_moves:
        game.push(cell)
        rest = moves_to(result, opponent, person, game)
        game.pop()
        if rest is not None:
            return [cell, *rest]
    return None


@pytest.mark.no_cover
@pytest.mark.parametrize(("opponent", "side"), some(starmap(pytest.param, EACH), 3))
def test_a_game_to_each_result(open_page: Open, opponent: str, side: str) -> None:
    screen = open_page(chance=0)
    screen.oppose(opponent)
    screen.side(side)
    score = {"won": 0, "drawn": 0, "lost": 0}
    for result in ["won", "drawn", "lost"]:
        moves = moves_to(result, opponent, SIDES[side], Game())
        if moves is None:
            assert result == "won"
            assert opponent == "perfect" or side == "O"  # a first slip of X is to the centre
            continue
        screen.press("n")
        screen.play(*moves)
        score[result] += 1
        assert screen.score == tuple(score.values())
        said = {"won": f"You ({side}) win with the line", "drawn": "Draw:", "lost": "wins with the"}
        assert said[result] in screen.status
        struck = screen.page.locator(".strike.drawn").count()
        assert struck == (result != "drawn")
        assert screen.page.locator(".cell.won").count() in ([0] if result == "drawn" else [3, 5])


@pytest.mark.parametrize(
    ("moves", "said", "score"),
    [
        ((0, 3, 1, 4, 2), "Player 1 (X) wins with the line a1 b1 c1.", (1, 0, 0)),
        ((0, 3, 1, 4, 8, 5), "Player 2 (O) wins with the line a2 b2 c2.", (0, 0, 1)),
        ((0, 1, 2, 4, 3, 5, 7, 6, 8), "Draw: the board is full and has no line.", (0, 1, 0)),
    ],
)
def test_two_people_at_one_screen(
    open_page: Open, moves: tuple[int, ...], said: str, score: tuple[int, int, int]
) -> None:
    screen = open_page()
    screen.oppose("person")
    assert not screen.page.is_visible("#chosen-side")
    screen.play(*moves)
    assert screen.status.endswith(said)
    assert screen.score == score


def test_the_first_visit_is_a_ladder_that_begins_where_one_can_win(open_page: Open) -> None:
    screen = open_page(chance=0, stored=None)
    page = screen.page
    assert page.inner_text("#headline") == "You are X. Tap a square."
    assert page.inner_text("#detail") == "Three in a row wins."
    assert page.inner_text("#ladder [aria-current]") == "Easy"
    screen.play(*moves_to("won", "easy", X, Game()) or [])
    assert page.inner_text("#headline") == "You beat Easy!"
    assert page.is_visible("#sparks")
    boxes = {name: page.locator(name).bounding_box() for name in ("#next", "#newGame", "#undo")}
    areas = {name: box["width"] * box["height"] for name, box in boxes.items() if box}
    assert max(areas, key=areas.__getitem__) == "#next"
    page.click("text=Play Medium")
    assert page.inner_text("#ladder .beaten").split() == ["Easy", "(beaten)"]
    assert page.inner_text("#ladder [aria-current]") == "Medium"
    screen.reload()
    assert page.inner_text("#ladder [aria-current]") == "Medium"
    screen.clear()
    assert page.locator("#ladder .beaten").count() == 0
    page.click("#ladder >> text=Perfect")
    assert page.inner_text("#top").startswith("Nobody has ever beaten Perfect: ")
    page.click("text=Proof")
    page.wait_for_selector("#values[open]")


def test_an_answer_begins_when_the_own_stroke_is_finished(open_page: Open) -> None:
    screen = open_page(pauses=True, reduced_motion="no-preference")
    begun = screen.ask("performance.now()")
    screen.cell(4).click()
    assert screen.position == ".../.X./..."
    assert screen.page.inner_text("#headline") == "Perfect is thinking…"
    screen.wait("[...document.querySelectorAll('.stroke.x')].some((s) => s.getAnimations().length)")
    screen.wait("document.querySelector('.cell[data-mark=\"2\"]')")
    assert screen.ask("performance.now()") - begun > 450
    drawn = "[...document.querySelectorAll('.stroke.x')].every((s) => !s.getAnimations().length)"
    assert screen.ask(drawn)


def test_a_mark_is_not_hidden_by_the_line_through_it(open_page: Open) -> None:
    screen = open_page("#a1a2b1b2c1;person")
    over = "document.elementsFromPoint({x}, {y}).map((e) => e.className.baseVal ?? e.className)"
    box = screen.cell(0).bounding_box()
    assert box
    assert screen.ask("getComputedStyle(document.querySelector('.cells > svg')).zIndex") == "-1"
    assert "strike drawn" not in screen.ask(over.format(x=box["x"] + 5, y=box["y"] + 5))


def test_a_finger_plays_too(open_page: Open) -> None:
    screen = open_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    screen.cell(4).tap()
    assert screen.position[5] == "X"
    assert screen.position.count("O") == 1


def test_a_whole_game_by_arrows_and_enter(open_page: Open) -> None:
    screen = open_page("#", chance=0.99)
    screen.side("X")
    for _ in range(10):
        screen.press("Tab")
        if screen.focus == "a1":
            break
    screen.press("ArrowRight", "ArrowDown")
    assert screen.focus == "b2"
    screen.press("Enter", "ArrowLeft", "ArrowLeft")
    assert screen.focus == "a2"
    screen.press("End", "Space")
    assert (screen.focus, screen.position[6]) == ("c2", "X")
    while "Draw" not in screen.status and "wins" not in screen.status:
        label = next(i for i, label in enumerate(screen.labels()) if label == "free")
        screen.press("Home", "ArrowUp", "ArrowUp")
        screen.press(*["ArrowDown"] * (label // 3), *["ArrowRight"] * (label % 3), "Enter")
    assert screen.score != (0, 0, 0)
    over = screen.position
    screen.press("Enter")
    assert screen.position == over  # that was meant for the game
    screen.press("n")
    assert screen.position == ".../.../..."
    assert screen.focus != "BODY"


def test_the_board_is_one_tab_stop(open_page: Open) -> None:
    screen = open_page()
    screen.cell(4).focus()
    screen.press("Tab")
    assert screen.focus == "hint"
    screen.press("Shift+Tab")
    assert screen.focus == "b2"
    assert screen.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_digits_play_as_numbered_and_the_pad_as_it_lies(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.cell(0).focus()
    screen.press("Digit7", "Numpad7", "Digit3", "Numpad3", "Numpad5")
    assert screen.position == "O.X/.X./X.O"


def test_the_pad_plays_with_its_digits_turned_off(open_page: Open) -> None:
    screen = open_page()
    screen.cell(4).focus()
    screen.ask(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        "{code: 'Numpad8', key: 'ArrowUp', bubbles: true, cancelable: true}))"
    )
    assert screen.position[1] == "X"
    assert screen.focus == "b2"


def test_letters_undo_redo_hint_and_begin_anew(open_page: Open) -> None:
    screen = open_page()
    screen.press("Digit5", "u")
    assert screen.position == ".../.../..."
    screen.press("r")
    assert screen.position.count("X") == screen.position.count("O") == 1
    screen.press("h")
    assert screen.page.get_attribute("#hint", "aria-pressed") == "true"
    screen.press("n")
    assert screen.position == ".../.../..."


def test_a_game_is_given_up_in_the_sheet_or_by_a_key(open_page: Open) -> None:
    screen = open_page("#15,15,5:h8;person")
    screen.setup()
    screen.page.click("#resign")
    assert not screen.page.is_visible("#sheet")
    assert screen.page.inner_text("#headline") == "X wins."
    screen.press("u", "r")
    assert screen.page.inner_text("#headline") == "X wins."
    screen.fragment("b2a1;easy;X")
    screen.press("g")
    assert screen.page.inner_text("#headline") == "Easy wins."
    screen.setup()
    assert screen.page.is_disabled("#resign")


def test_letters_can_be_turned_off_and_stay_so(open_page: Open) -> None:
    screen = open_page()
    screen.page.click(".help summary")
    screen.page.uncheck("#letters")
    screen.press("Digit5")
    assert screen.position == ".../.../..."
    screen.reload()
    screen.press("Digit5")
    assert screen.position == ".../.../..."


def test_keys_mean_nothing_to_the_game_while_somebody_writes(open_page: Open) -> None:
    screen = open_page()
    screen.page.click("#number-x")
    screen.press("Digit5", "n")
    assert screen.position == ".../.../..."


def test_undo_and_redo_go_through_the_whole_game(open_page: Open) -> None:
    screen = open_page(chance=0)
    screen.oppose("random")
    moves = moves_to("drawn", "random", X, Game()) or []
    screen.play(*moves)
    seen = [screen.position]
    for _ in moves:
        screen.page.click("#undo")
        seen.append(screen.position)
    assert seen[-1] == ".../.../..."
    screen.press("Enter")
    assert screen.status == "There is no move of yours to take back."
    assert screen.focus == "undo"  # the button stays, so that the focus does
    for position in reversed(seen[:-1]):
        screen.page.click("#redo")
        assert screen.position == position
    screen.press("Enter")
    assert screen.status == "There is no undone move to play again."


def test_undo_takes_the_point_back_and_redo_returns_it(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.play(0, 3, 1, 4, 2)
    assert screen.score == (1, 0, 0)
    screen.press("u")
    assert screen.score == (0, 0, 0)
    screen.press("r")
    assert screen.score == (1, 0, 0)


def test_scores_and_settings_outlast_a_reload_and_count_nothing_twice(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.play(0, 3, 1, 4, 2)
    screen.reload()
    assert screen.page.inner_text("#chosen-opponent") == "A person"
    assert screen.score == (1, 0, 0)
    screen.press("u", "r")
    assert screen.score == (1, 0, 0)
    screen.press("n")
    screen.play(0, 3, 1, 4, 2)
    assert screen.score == (2, 0, 0)
    screen.clear()
    assert screen.score == (0, 0, 0)


def test_each_opponent_has_a_score_of_its_own(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.play(0, 3, 1, 4, 2)
    screen.oppose("perfect")
    assert screen.score == (0, 0, 0)
    assert screen.position == ".../.../..."
    screen.oppose("person")
    assert screen.score == (1, 0, 0)


def test_a_refused_move_says_why_and_changes_nothing(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.play(4, 4)
    assert screen.status == "b2 is taken by X. Free: a1 b1 c1 a2 c2 a3 b3 c3."
    assert screen.position == ".../.X./..."


def test_the_opponent_opens_where_the_person_is_o(open_page: Open) -> None:
    screen = open_page()
    screen.side("O")
    assert screen.position.count("X") == 1
    screen.press("u")
    assert screen.position.count("X") == 1
    screen.reload()
    assert screen.position.count("X") == 1


def test_changing_sides_in_the_middle_lets_the_opponent_move(open_page: Open) -> None:
    screen = open_page()
    screen.press("Digit5")
    screen.side("O")
    assert (screen.position.count("X"), screen.position.count("O")) == (2, 1)


def played_by(screen: Screen, moves: list[int]) -> str:
    screen.press("n")
    screen.play(*moves)
    return screen.status


def test_a_move_and_its_answer_are_announced_together(open_page: Open) -> None:
    screen = open_page()
    assert played_by(screen, [4]) == "You: b2. Perfect: a1. Your move, X."
    assert screen.page.get_attribute("#status", "role") == "status"
