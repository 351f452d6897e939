"""The choice of the game: a dozen things a page of the sheet, boards as pictures, two to watch."""

from __future__ import annotations

import re

import pytest

from noughts import Rules
from noughts.errors import NoughtsError
from noughts.web.boards import GROUPS, KNOWN_AS, require
from tests.tools import pairs
from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems

pytestmark = pytest.mark.wide

CONTROLS = (
    "[...document.querySelectorAll('#sheet :is(button, input, select, summary)')]"
    ".filter((e) => e.checkVisibility()).length"
)
PICTURES = "[...document.querySelectorAll('.pictured')].map((e) => e.value)"


def is_playable(text: str) -> bool:
    try:
        require(Rules.parse(text))
    except NoughtsError:
        return False
    return True


def boards(screen: Screen) -> None:
    screen.page.click("#to-boards")


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("turn", "size"), pairs(["", "#to-boards", "#watch"], [(320, 568), (1280, 800)]), ids=str
)
def test_a_page_of_the_choice_shows_a_dozen_controls_at_most(
    open_page: Open, turn: str, size: tuple[int, int]
) -> None:
    screen = open_page(viewport={"width": size[0], "height": size[1]})
    for button in filter(None, ["#setup", turn]):
        screen.page.click(button)
    assert 3 < screen.ask(CONTROLS) <= 12
    assert screen.ask("document.querySelector('#sheet').scrollWidth") <= size[0]
    assert problems(screen, EVERY_RULE, "#sheet") == []
    screen.page.emulate_media(color_scheme="dark")
    assert problems(screen, CONTRAST, "#sheet") == []


def test_every_group_is_a_dozen_at_most_and_shows_what_the_page_can_play(open_page: Open) -> None:
    screen = open_page()
    screen.page.click("#setup")
    boards(screen)
    playable = [text for texts in GROUPS.values() for text in texts if is_playable(text)]
    assert screen.ask(PICTURES) == playable
    assert screen.page.is_visible("text=Connect Four")
    shown = screen.page.locator("details.boards summary").all_inner_texts()
    assert shown == [name for name, texts in GROUPS.items() if any(map(is_playable, texts))]
    for group in shown[1:]:
        screen.page.get_by_text(group, exact=True).click()
        assert screen.ask("document.querySelectorAll('details.boards[open]').length") == 1
        assert screen.ask(CONTROLS) <= 12
    captions = screen.page.locator(".pictured").all_inner_texts()
    assert not [text for text in captions if re.search("[=,]exact|notakto|stones=", text)]
    assert {*KNOWN_AS} <= {text for texts in GROUPS.values() for text in texts}


def test_a_board_is_chosen_by_its_picture_and_the_keyboard(open_page: Open) -> None:
    screen = open_page()
    screen.page.focus("#setup")
    screen.press("Enter")
    assert screen.page.inner_text("#sheet h2") == "The game"
    screen.page.focus("#to-boards")
    screen.press("Enter")
    assert screen.page.inner_text("#sheet h2") == "The board"
    screen.press("Tab", "Tab", "Tab", "Enter")  # Small, 3x3, 4x4
    screen.wait("document.querySelector('.game').dataset.board === '4,4,3'")
    assert screen.page.inner_text("#to-boards b") == "4×4"
    assert screen.focus == "sheet-title" or screen.focus == "H2"
    boards(screen)
    screen.page.get_by_text("Cubes and tori").click()
    screen.page.click("text=Qubic")
    screen.wait("document.querySelector('.game').dataset.board === '4x4x4,4'")
    assert screen.page.inner_text("#to-boards b") == "Qubic"
    boards(screen)
    assert screen.page.is_visible(".pictured[value='4x4x4,4']")  # its group is open
    screen.page.click("#back")
    screen.page.click("#done")
    assert not screen.page.is_visible("#sheet")


def test_without_a_network_the_choice_says_so_and_is_there_once_there_is_one(
    open_page: Open, errors: list[str]
) -> None:
    screen = open_page(viewport={"width": 390, "height": 844}, service_workers="block")
    page = screen.page
    page.route("**/game_dialog.js", lambda route: route.abort())
    screen.reload()
    assert screen.status.startswith("A part of the page could not be fetched")
    screen.play(4)  # a game needs no choice
    page.click("#setup")
    screen.wait("document.querySelector('#status').textContent.startsWith('The choice could not')")
    errors.clear()
