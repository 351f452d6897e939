"""Playing by a link in the browser: two meet, are cut off, come back, play again; one watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.live.clients import serving
from tests.web.conftest import new_page
from tests.web.screen import Screen
from tests.web.test_access import problems

pytestmark = pytest.mark.wide  # a browser

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
Person = Callable[..., "Player"]


class Player(Screen):
    """Somebody who has opened the page of a live server."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page)
        self.url = url

    def do(self, name: str) -> None:
        """Press a button of the dialog."""
        self.page.click(f"#live button:text-is('{name}')")

    def move(self, cell: int) -> None:
        """Play a cell."""
        self.page.locator(f"#live .cell[data-cell='{cell}']").click()

    def hears(self, words: str) -> None:
        """Wait until the live region says these words."""
        self.wait(f"document.querySelector('#live .told')?.textContent.includes({words!r})")

    def sees(self, marks: str) -> None:
        """Wait until the board has these marks."""
        drawn = "[...document.querySelectorAll('#live .cell')].map((c) => c.dataset.mark).join('')"
        self.wait(f"{drawn} === '{marks.translate(str.maketrans('.XO', '012'))}'")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "games.db", lobby=True) as url:
        yield url


@pytest.fixture
def person(browser: Browser, server: str) -> Iterator[Person]:
    """`person("#live=ID")`: somebody with a browser of their own, at an address of the server."""
    pages: list[Page] = []
    errors: list[str] = []

    def come(address: str = "", **options: object) -> Player:
        pages.append(new_page(browser, errors, **options))
        player = Player(pages[-1], server)
        player.go(f"{server}/{address}")
        return player

    yield come
    for page in pages:
        page.close()
    in_firefox = ("can’t establish a connection", "was interrupted while the page was loading")
    meant = ("ERR_INTERNET_DISCONNECTED", *in_firefox, "status of 404")
    assert not [error for error in errors if not any(each in error for each in meant)]


@pytest.mark.no_cover
def test_two_meet_by_a_link_are_cut_off_come_back_and_play_again_while_a_third_watches(
    person: Person,
) -> None:
    ann = person()
    ann.page.click("#live-button")
    ann.page.fill("#live .live-setup input", "Ann")
    assert problems(ann, within="#live") == []
    ann.do("Make a game")
    ann.hears("Send the link")
    link = f"#{ann.whole_address}"
    dan = person("#live")
    dan.page.wait_for_selector("#live .lobby button")
    assert problems(dan, within="#live") == []
    dan.page.click("#live .lobby button:text-is('Ann plays X on 3×3, 3 in a row')")
    dan.hears("A seat is free")
    bob = person(link, **PHONE)
    bob.hears("A seat is free")
    bob.page.fill("#live .acts input", "Bob")
    bob.do("Sit down")
    bob.hears("Ann (X) to move.")
    eve = person(link)
    eve.hears("Ann (X) to move.")
    ann.hears("Your move, X.")
    assert problems(ann, within="#live") == []
    assert problems(bob, within="#live") == []
    ann.move(4)
    bob.sees("....X....")
    bob.hears("Your move, O.")

    bob.page.context.set_offline(True)
    bob.page.evaluate("() => document.querySelector('#live .cell').click()")
    bob.hears("The connection is lost")
    bob.page.context.set_offline(False)
    bob.wait("document.querySelector('#live .told').textContent === 'Your move, O.'")
    bob.reload()  # and comes back
    bob.hears("Your move, O.")
    bob.move(0)
    ann.sees("O...X....")
    for player, cell in ((ann, 2), (bob, 1), (ann, 6)):
        player.hears("Your move")
        player.move(cell)
    for player, words in ((ann, "You (X) win."), (bob, "Ann (X) wins."), (eve, "Ann (X) wins.")):
        player.hears(words)
        player.sees("OOX.X.X..")
    ann.do("Another game")
    bob.hears("asks for another game")
    bob.do("Play again")
    for player, words in ((ann, "Bob (X) to move."), (bob, "Your move, X."), (eve, "Bob (X)")):
        player.hears(words)
        player.sees(".........")
    assert ann.whole_address == bob.whole_address == eve.whole_address != link.removeprefix("#")
    bob.do("Offer a draw")
    ann.hears("Bob (X) offers a draw.")
    ann.do("Agree to a draw")
    eve.hears("A draw, as agreed.")


@pytest.mark.no_cover
def test_the_keyboard_plays_a_game_of_another_board_with_clocks_and_takes_a_move_back(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # of the player's process: a move, and no compiler
    ann = person("#6,7,4,gravity:")
    ann.page.click("#live-button")
    assert "6×7" in ann.page.inner_text("#live .chosen")
    ann.page.select_option("#live select[aria-label=Clock]", "3 minutes + 2 s")
    ann.do("Make a game")
    ann.hears("Send the link")
    bob = person(f"#{ann.whole_address}")
    bob.do("Sit down")
    ann.hears("Your move, X.")
    ann.page.focus("#live .cell[data-cell='0']")
    ann.press("ArrowRight", "Enter")
    bob.hears("Your move, O.")
    assert "3:02" in bob.page.inner_text("#live .players .x")
    ann.do("Take back")
    bob.do("Let it be taken back")
    ann.hears("Your move, X.")
    bob.sees("." * 42)
    ann.do("Give up")
    bob.hears("You (O) win: somebody (X) gave up.")
    bob.page.click("#live .live-head button")
    bob.wait("document.activeElement.id === 'live-button'")
    assert bob.whole_address == ""
    ann.do("New game")
    ann.hears("Make a game")
    ann.page.select_option("#live select[aria-label=Against]", "Against easy")
    ann.page.select_option("#live select[aria-label='Your side']", "You are O")
    ann.do("Make a game")
    ann.hears("Your move, O.")
    gone = person("#live=nowhere")
    gone.hears("there is no such game.")


def test_nothing_can_be_pressed_in_vain_while_a_game_is_opened(person: Person) -> None:
    ann = person("#6,7,4,gravity:")
    ann.page.click("#live-button")
    ann.do("Make a game")
    ann.hears("Send the link")
    bob = person()
    held: list[Route] = []
    for what in ("**/api/games/*", "**/any_board.js"):
        bob.page.route(what, lambda route: held.append(route))  # a method takes no attribute
    bob.page.evaluate("(address) => { location.hash = address; }", ann.whole_address)
    shown = "[...document.querySelectorAll('#live button')].filter((b) => b.checkVisibility())"
    for number in (1, 2):  # the game, and then the rules of its board
        while len(held) < number:
            bob.page.wait_for_timeout(10)
        bob.page.wait_for_timeout(100)
        assert bob.page.evaluate(f"{shown}.map((b) => b.textContent)") == ["Close"]
        held[-1].continue_()
    bob.do("Sit down")
    ann.hears("Your move, X.")
