"""The game for a room: the whole screen, digits for the last row, and steps by keys."""

from __future__ import annotations

import pytest

from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems

pytestmark = pytest.mark.wide  # a browser

FOUR = "6,7,4,gravity:ddcdab;person"
PROJECTOR = {"width": 1920, "height": 1080}


def enter(screen: Screen) -> None:
    screen.page.click("#room-button")
    screen.page.wait_for_selector("#room .value")


def said(screen: Screen) -> str:
    return screen.page.inner_text("#room .said")


def test_digits_are_a_twentieth_of_the_height_and_nothing_sticks_out(open_page: Open) -> None:
    long = ("4,4,4:a1b2c3;person", "15,15,5:h8i9j8;person", FOUR)
    for address in ("b2a1c3;person", *long, "3,3,3,wild:Xa1Xb1Xc1;easy"):
        screen = open_page(f"#{address}", viewport=PROJECTOR)
        enter(screen)
        sizes = (
            "[...document.querySelectorAll('#room .bit, #room .value')]"
            ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(screen.ask(sizes)) >= 1080 / 20
        outside = (
            "[...document.querySelectorAll('#room *')].filter((e) => e.getClientRects().length)"
            ".filter((e) => e.getBoundingClientRect().bottom > innerHeight"
            " || e.getBoundingClientRect().right > innerWidth).map((e) => e.className)"
        )
        assert screen.ask(outside) == []


def test_where_stones_fall_digits_stand_as_the_cells_do(open_page: Open) -> None:
    screen = open_page(f"#{FOUR}", viewport=PROJECTOR)
    enter(screen)
    columns = screen.page.locator("#room .x .column").all_inner_texts()
    assert [text.split()[::2] for text in columns] == [
        [*"000001"], [*"000000"], [*"000001"], [*"000001"], *[[*"000000"]] * 3
    ]  # fmt: skip
    assert screen.page.inner_text("#room .order").startswith("Each digit stands where its cell is")
    assert columns[3].split()[1::2] == ["d1", "d2", "d3", "d4", "d5", "d6"]


def test_space_and_arrows_go_through_the_game_and_each_move_is_a_sentence(open_page: Open) -> None:
    screen = open_page("#b2a1c3;person", viewport=PROJECTOR)
    enter(screen)
    assert said(screen) == "X played c3: bit 8 is set. 16 | 256 = 272"
    worths = screen.page.locator("#room .x .worth").all_inner_texts()
    assert worths == [str(2**cell) for cell in reversed(range(9))]
    assert screen.page.inner_text("#room .order").startswith("The last digit is bit 0")
    screen.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert said(screen) == "No stones yet: both numbers are 0. A stone sets one bit."
    screen.press("Space")
    assert said(screen) == "X played b2: bit 4 is set. 0 | 16 = 16"
    assert screen.page.inner_text("#room .x .value") == "X = 16"
    screen.press("PageDown", "PageUp")
    screen.page.click("#room [aria-label=On]")
    assert said(screen) == "O played a1: bit 0 is set. 0 | 1 = 1"
    screen.page.click("#room [aria-label=Back]")
    screen.cell(8).click()  # the board plays here, too
    assert said(screen) == "O played c3: bit 8 is set. 0 | 256 = 256"
    screen.press("ArrowLeft")  # which steps, after a click
    assert said(screen) == "X played b2: bit 4 is set. 0 | 16 = 16"
    screen.press("ArrowUp", "ArrowLeft")  # from where keys lead, it leads to another cell
    assert screen.focus == "b2"
    screen.page.click("#room >> text=Leave")
    screen.page.wait_for_selector(".game #grid")
    assert screen.focus == "room-button"
    assert screen.ask("location.hash") == "#b2c3;person"  # a look back leaves the game as it was
    enter(screen)
    screen.press("Escape")
    assert not screen.page.is_visible("#room")


def test_the_next_step_after_the_last_move_is_the_opponents(open_page: Open) -> None:
    screen = open_page("#b2;perfect;X", viewport=PROJECTOR)
    enter(screen)
    screen.press("Space")
    assert said(screen) == "O played a1: bit 0 is set. 0 | 1 = 1"
    screen.press("Space")  # it is the person's turn
    assert screen.position == "O../.X./..."


def turn(screen: Screen) -> str:
    return screen.page.inner_text("#room .turn")


def test_the_room_says_who_moves_and_who_has_won_and_keeps_the_end(open_page: Open) -> None:
    screen = open_page("#a1b1a2b2;easy;X", viewport=PROJECTOR)
    enter(screen)
    assert turn(screen) == "X to move"
    assert screen.page.inner_text("#room .players") == "X: you, O: Easy"
    screen.cell(6).click()  # a3
    assert turn(screen) == "X has won"
    screen.page.wait_for_timeout(800)  # after which a tap goes on, outside the room
    screen.cell(8).click()
    assert turn(screen) == "X has won"
    assert screen.page.inner_text("#room #next") == "Play Medium"
    screen.press("n")
    assert screen.page.inner_text("#room .players") == "X: you, O: Medium"
    assert turn(screen) == "X to move"
    screen.page.click("#room >> text=Leave")
    screen.page.wait_for_selector(".controls #next", state="attached")


def test_who_completed_the_line_is_named_where_both_place_both_marks(open_page: Open) -> None:
    screen = open_page("#3,3,3,wild:Xa1Xb1Oa2;person", viewport=PROJECTOR)
    enter(screen)
    assert turn(screen) == "Player 2 to move"
    screen.page.click("#room >> [aria-label='Place O']")
    screen.page.click("#room >> [aria-label='Place X']")
    screen.cell(2).click()  # c1
    assert turn(screen) == "Player 2 completed the line and has won"


@pytest.mark.no_cover
def test_axe_finds_nothing_in_the_room(open_page: Open) -> None:
    screen = open_page("#b2a1c3;person", viewport=PROJECTOR)
    enter(screen)
    assert problems(screen, EVERY_RULE, "#room") == []
    screen.page.emulate_media(color_scheme="dark")
    assert problems(screen, CONTRAST, "#room") == []


def test_a_room_that_cannot_be_fetched_says_so(open_page: Open) -> None:
    screen = open_page("#b2;person", service_workers="block")
    broken = {"content_type": "text/javascript", "body": "throw new Error('no network');"}
    screen.page.route("**/room_screen.js", lambda route: route.fulfill(**broken))
    screen.page.click("#room-button")
    told = "The room could not be fetched: no network"
    screen.wait(f"document.querySelector('#headline').textContent === '{told}'")
