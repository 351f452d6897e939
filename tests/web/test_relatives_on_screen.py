"""The games of the family in a browser: columns, marks, turns of two stones, hints, bits."""

from __future__ import annotations

import random

import pytest

from noughts import Game, Position, Rules
from noughts.core.cell_names import move_name
from tests.tools import some
from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems
from tests.web.test_boards import PHONE, THINKING

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]  # a browser

GAMES = [
    "6,7,4,gravity",
    "4x4x4,4,gravity",
    "3,3,3,wild",
    "3,3,3,notakto",
    "15,15,5,exact",
    "3,3,3,breaker",
    "4,4,3,stones=2",
    "5,5,4,torus,gravity,wild,stones=2+2,misere",
    "4,4,4,cylinder,gravity,stones=5+12",
    "3,3,3,boards=2,notakto",
    "4,3,3,boards=3,gravity",
    "ultimate",
]
MARKS = "document.querySelectorAll('#marks button').length === 2"
LABEL = "document.querySelector('.cell[data-cell=\"{}\"]').ariaLabel"
BITS = "document.querySelectorAll('#expressions section').length > 1"


def put(screen: Screen, move: int, rules: Rules) -> None:
    """Make a move, wherever in its column stones fall, after its mark is chosen."""
    hand, cell = divmod(move, rules.cells)
    if rules.actions > rules.cells:
        screen.press("xo"[hand])
    if rules.answers.where.by_column and rules.cells < 64:
        place = [*rules.geometry.place(cell)]
        place[rules.geometry.height] = 0
        cell = rules.geometry.cell_at(*place)
    screen.play(cell)


@pytest.mark.parametrize("text", some(GAMES, 3))
def test_two_people_play_it_take_back_and_share_it(open_page: Open, text: str) -> None:
    screen = open_page(f"#{text}:;person")
    game, chance = Game(Rules.parse(text)), random.Random(3)
    while not game.outcome and len(game.moves) < 30:
        game.push(chance.choice(game.position.legal_moves))
        put(screen, game.moves[-1], game.rules)
        assert screen.shows(str(game.position))
    names = "".join(move_name(move, game.rules) for move in game.moves)
    assert screen.address == f"{text}:{names}"
    screen.press("u", "u", "r")
    game.pop()
    assert screen.shows(str(game.position))
    screen.reload()
    assert screen.shows(str(game.position))


@pytest.mark.parametrize("text", some(GAMES[:1] + GAMES[2:4] + GAMES[5:7]))
def test_an_opponent_plays_it_to_its_end(open_page: Open, text: str) -> None:
    screen = open_page(f"#{text}:;easy;X")
    rules = Rules.parse(text)
    while not screen.page.is_visible("#next"):
        screen.wait(THINKING)
        if screen.page.is_visible("#next"):
            break
        position = Position.parse(screen.position, rules)
        put(screen, position.legal_moves[0], rules)
        screen.wait(THINKING)
    outcome = Position.parse(screen.position, rules).outcome
    assert outcome
    said = {None: "A draw.", 1: "You beat Easy!", 2: "Easy wins."}[outcome.winner]
    assert screen.page.inner_text("#headline") == said
    assert sum(screen.score) == 1


def test_how_a_game_goes_on_or_ends_is_a_sentence(open_page: Open) -> None:
    screen = open_page()
    for link, cell, said in [
        ("3,3,3,notakto:a1b1", 2, "Player 1 made the line a1 b1 c1, so player 2 wins."),
        ("3,3,3,wild:Oa1Ob1", 2, "Player 1 wins with the line a1 b1 c1."),
        ("3,3,3,breaker:a1b1c1a2b2c2b3a3", 8, "Player 1 (X) wins with the line a1 b2 c3."),
        (
            "3,3,3,breaker:b2a1c1a3a2c2b1b3",
            8,
            "Player 2 (O) wins: the board is full without a line of X.",
        ),
        ("3,3,3,stones=2:a1b2", 8, "X to move: first of two stones."),
        ("3,3,3,stones=2:a1", 4, "O to move: second of two stones."),
        ("2,6,5,exact:a1a2b1b2c1c2f1f2e1e2", 3, "O to move."),  # six, and not five
    ]:
        screen.fragment(f"{link};person")
        screen.wait(f"document.querySelector('.game').dataset.board === '{link.split(':')[0]}'")
        if ",wild" in link:
            screen.wait(MARKS)
            screen.press("o")
        screen.play(cell)
        assert said in screen.status


def test_digits_and_arrows_choose_columns(open_page: Open) -> None:
    screen = open_page("#6,7,4,gravity:;person")
    screen.press("7", "1", "8")
    assert screen.address == "6,7,4,gravity:ga"
    screen.cell(0).focus()
    screen.press("ArrowRight", "ArrowRight", "Enter", "Enter")
    assert screen.address == "6,7,4,gravity:gacc"


def test_where_a_stone_would_land_is_shown(open_page: Open) -> None:
    screen = open_page("#6,7,4,gravity:dd;person")
    screen.cell(3).hover()
    screen.wait("document.querySelector('.lands')?.dataset.cell === '24'")
    screen.cell(3).click()
    screen.wait("document.querySelector('.lands')?.dataset.cell === '17'")
    screen.wait(f"{LABEL.format(0)} === 'a1: free, falls to a6'")
    screen.wait(f"{LABEL.format(17)} === 'd3: free'")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_stone_falls_unless_motion_is_not_wanted(open_page: Open, motion: str) -> None:
    screen = open_page("#6,7,4,gravity:;person", reduced_motion=motion)
    screen.wait("document.getElementById('marks') !== null")
    screen.page.evaluate(
        "() => { window.fell = 0; const { animate } = Element.prototype;"
        "Element.prototype.animate = function (...given) {"
        " window.fell += 1; return animate.apply(this, given); } }"
    )
    screen.play(3)
    assert screen.shows("/".join(["......."] * 5 + ["...X..."]))
    screen.wait("true")
    assert screen.ask("window.fell") == (motion != "reduce")
    screen.press("u")
    assert screen.ask("window.fell") <= 1


def test_a_board_that_a_line_has_closed_shows_it(open_page: Open) -> None:
    screen = open_page("#3,3,3,boards=2,notakto:1a11b1;person")
    screen.wait("document.getElementById('marks') !== null")
    assert screen.page.locator(".closed").count() == 0
    screen.play(2)
    screen.wait("document.querySelectorAll('.closed').length === 9")
    assert screen.ask(LABEL.format(8)).endswith(": closed")
    assert "to move" in screen.status


def test_a_finger_plays_on_the_board_that_is_lit(open_page: Open) -> None:
    screen = open_page("#2,2,2,ultimate:;person", **PHONE)
    game = Game.parse("2,2,2,ultimate: 2b2 4b1 2b1 4a2 3b2 3b1 3a1")
    lit = "document.querySelectorAll('.layer.here').length"
    for ply, (cell, boards) in enumerate(zip(game.moves, (4, 1, 1, 3, 1, 2, 2), strict=True)):
        screen.wait(f"{lit} === {boards}")
        if ply == 2:
            screen.cell(0).tap()
            assert "1a1 is not on board 2." in screen.status
            assert screen.page.get_attribute(".layer.here", "aria-label") == "Board 2, play here"
            assert screen.ask(LABEL.format(4)) == "board 2, a1: free"
        screen.cell(cell).tap()
    assert "Player 1 (X) wins with the line of boards 2 3." in screen.status
    screen.wait("document.querySelectorAll('.layer.ends .whose[data-mark=\"1\"]').length === 2")


def test_arrows_go_over_all_boards_and_the_focus_to_where_one_may_play(open_page: Open) -> None:
    screen = open_page("#ultimate:;person")
    screen.wait("document.querySelectorAll('.layer.here').length === 9")
    screen.cell(40).focus()
    screen.press("ArrowRight", "ArrowRight", "ArrowUp", "Enter")
    assert screen.address == "ultimate:6a1"
    screen.wait("document.activeElement.ariaLabel === 'board 1, a1: free'")


def test_a_finger_leaves_no_cell_lit(open_page: Open) -> None:
    screen = open_page("#6,7,4,gravity:dd;person", **PHONE)
    screen.wait("document.getElementById('marks') !== null")
    screen.cell(3).tap()
    assert screen.address == "6,7,4,gravity:ddd"
    assert screen.page.locator(".lands").count() == 0


def test_a_long_press_places_the_other_mark(open_page: Open) -> None:
    screen = open_page("#3,3,3,wild:;person", **PHONE)
    screen.wait(MARKS)
    screen.cell(4).tap()
    assert screen.shows(".../.X./...")
    with screen.finger_on(0):
        assert screen.shows("O../.X./...")
    screen.page.click("#marks button >> nth=1")
    screen.cell(8).tap()
    assert screen.shows("O../.X./..O")


def test_the_other_mouse_button_places_the_other_mark(open_page: Open) -> None:
    screen = open_page("#3,3,3,wild:;person")
    screen.wait("document.querySelector('#tip').textContent === 'Each move places an X or an O.'")
    screen.wait(MARKS)
    screen.cell(4).click(button="right")
    assert screen.shows(".../.O./...")


def test_hints_say_which_mark_is_better_and_how_sure_they_are(open_page: Open) -> None:
    screen = open_page("#3,3,3,wild:Xa1Xb1;person")
    screen.press("h")
    screen.wait("document.querySelectorAll('.cell.best').length === 1")
    assert "The best moves place X." in screen.page.inner_text("#why")
    screen.press("o")
    screen.wait("document.querySelectorAll('.cell.best').length === 0")
    assert screen.page.locator(".hint:not(:empty)").count() == 7
    screen.fragment("6,7,4,gravity:d")
    screen.wait("document.querySelectorAll('.hint.judged').length === 7")  # of each column
    assert "games, not proved: 50 is even." in screen.page.inner_text("#why")


def test_the_bits_are_the_games_own_expressions(open_page: Open) -> None:
    screen = open_page("#6,7,4,gravity:dd;person")
    screen.page.click("#tab-bits")
    screen.wait(BITS)
    steps = screen.page.locator("#expressions section >> nth=0").inner_text()
    assert "c = b >> 7" in steps
    assert "playable = b & d" in steps
    last = screen.page.locator("#expressions section >> nth=0 >> svg >> nth=-1")
    assert last.get_attribute("aria-label") == "d4 a6 b6 c6 e6 f6 g6"
    screen.fragment("3,3,3:")
    screen.wait("document.getElementById('expressions').hidden")
    screen.fragment("3,3,3,notakto,stones=2:a1")
    screen.wait(BITS)
    told = screen.page.inner_text("#expressions")
    assert "stones=2: two stones a turn, one the first time." in told
    assert "misere: whoever makes a line loses." in told


def test_axe_finds_nothing(open_page: Open) -> None:
    screen = open_page("#3,3,3,gravity,wild:XaOb;person")
    screen.wait(MARKS)
    screen.press("h")
    screen.wait("document.querySelectorAll('.hint:not(:empty)').length > 0")
    screen.page.click("#tab-bits")
    screen.wait(BITS)
    screen.cell(2).hover()
    assert problems(screen, EVERY_RULE) == []
    screen.page.emulate_media(color_scheme="dark")
    assert problems(screen, CONTRAST) == []


@pytest.mark.parametrize("width", some([320, 390]))
def test_nothing_sticks_out_of_a_phone(open_page: Open, width: int) -> None:
    screen = open_page(
        "#6,7,4,exact,gravity,wild,stones=2+2,misere:;easy;X",
        viewport={"width": width, "height": 844},
    )
    screen.wait(MARKS)
    screen.page.click("#tab-bits")
    screen.wait(BITS)
    assert screen.ask("document.documentElement.scrollWidth") == width
