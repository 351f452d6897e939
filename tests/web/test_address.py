"""The address holds the game; what the browser remembers may be turned off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Playwright

from noughts import Game
from noughts.web.generated import FOLDER
from tests.browsers import FLAGS, WITH_PROFILES, launch
from tests.conftest import IN_FIREFOX
from tests.tools import tool
from tests.web.conftest import Open, watch
from tests.web.screen import Screen

pytestmark = pytest.mark.wide  # a browser; test_smoke.py is quick

ANSWERED = "document.querySelectorAll(\".cell[data-mark='2']\").length === 1"


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Another server of files than the page's own: where its root is."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_link_shows_its_game(open_page: Open) -> None:
    screen = open_page("#b2a1c3")
    assert screen.position == "O../.X./..X"
    assert screen.address == "b2a1c3"
    screen.fragment("XO./.X./..O:a3")
    assert screen.position == "XO./.X./X.O"
    screen.fragment("519")
    assert screen.position == "O../.X./..X"
    screen.fragment("3,3,3: b2 a1")
    assert screen.position == "O../.X./..."


def test_a_link_is_shown_as_it_was_sent_before_the_opponent_moves(open_page: Open) -> None:
    screen = open_page("#b2")
    assert screen.position == ".../.X./..."
    assert screen.status == "O to move. Perfect waits: let it move, or place O yourself."
    screen.press("m")
    assert screen.position.count("O") == 1


def test_a_link_that_is_no_game_says_why(open_page: Open) -> None:
    screen = open_page("#b2b2")
    assert screen.status == (
        "Move 2 of the link, “b2”: b2 is taken by X. Free: a1 b1 c1 a2 c2 a3 b3 c3. Your move, X."
    )
    assert screen.position == ".../.../..."


@pytest.mark.parametrize(
    "record",
    ["3x3x3,3: 1a1 2b2", "3,3,3,torus: a1 b2", "4,4,4,misere: d4", "15,15,5: o15 a1 h8 j10"],
)
def test_a_record_of_the_library_is_a_link(open_page: Open, record: str) -> None:
    game = Game.parse(record)
    assert str(game) == record
    screen = open_page(f"#{record}")
    assert screen.shows(str(game.position))
    assert screen.position == str(game.position)


def test_a_link_to_a_position_of_another_board_goes_on_from_there(open_page: Open) -> None:
    screen = open_page("#5,5,4:XO.../.X.../...../...../....O:c3")
    assert screen.shows("XO.../.X.../..X../...../....O")
    assert screen.address == "5,5,4:XO.../.X.../...../...../....O:c3"


@pytest.mark.parametrize("board", ["20,20,5", "2x2x2,2", "5,5"])
def test_a_link_to_a_board_that_the_page_does_not_have_names_it(
    open_page: Open, board: str
) -> None:
    screen = open_page(f"#{board}:a1")
    named = f"“{board}” is not a board of this page; 5,5,4 and ultimate are."
    assert screen.status.startswith(named)
    assert screen.position == ".../.../..."


def test_a_link_to_what_is_not_here_says_what_is(open_page: Open) -> None:
    screen = open_page("#lesson=9")
    screen.wait("document.querySelector('#headline').textContent.endsWith('lesson=8.')")
    screen.fragment("live=abc")
    screen.wait("document.querySelector('#headline').textContent.includes('“noughts serve”')")
    screen.fragment("puzzle=2026-11-22;x")
    screen.wait("document.querySelector('#puzzle .told')?.textContent.startsWith('“x” names no')")


def test_a_link_holds_opponent_and_side_until_the_reader_chooses(open_page: Open) -> None:
    screen = open_page("#4,4,4:b2;easy;O")
    assert screen.shows("..../.X../..../....")
    assert screen.page.inner_text("#chosen-opponent") == "Easy"
    assert screen.page.inner_text("#chosen-side") == "O"
    screen.fragment("")
    screen.reload()
    assert screen.page.inner_text("#chosen-opponent") == "Perfect"  # a link is not a choice


def test_the_address_says_who_plays_once_there_is_a_game(open_page: Open) -> None:
    screen = open_page()
    assert screen.whole_address == ""
    screen.play(4)
    assert screen.whole_address == "b2a1;perfect;X"
    screen.oppose("person")
    assert screen.whole_address == "b2a1;person"  # as a friend is to open it
    screen.press("n")
    assert screen.whole_address == ";person"
    screen.reload()
    assert screen.page.inner_text("#chosen-opponent") == "A person"


def test_taking_turns_outlasts_an_address_that_names_a_side(open_page: Open) -> None:
    screen = open_page()
    screen.play(4)
    screen.reload()
    screen.page.click("#setup")
    assert screen.page.is_checked("[name=side][value=turns]")


def test_a_game_of_two_people_is_shared_as_such(open_page: Open) -> None:
    screen = open_page("#b2a1;person")
    assert screen.status == "X to move."


def test_a_game_is_played_where_the_path_begins_with_two_strokes(browser: Browser) -> None:
    # A path such as //some/where/ is the name of another host, if it stands alone.
    with hosted(FOLDER.parent) as root:
        errors: list[str] = []
        page = browser.new_page()
        watch(page, errors)
        screen = Screen(page).go(f"{root}//page/?some=query#b2")
        screen.press("m")
        screen.wait(ANSWERED)
        assert screen.ask("location.href").startswith(f"{root}//page/?some=query#b2")
        page.close()
    assert not errors


def test_a_link_to_a_finished_game_counts_for_nobody(open_page: Open) -> None:
    screen = open_page("#a1a2b1b2c1")
    assert screen.status.startswith("You (X) win")
    assert screen.score == (0, 0, 0)


def test_back_and_forward_step_through_the_game(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    seen = [screen.position]
    for cell in (4, 0, 2):
        screen.play(cell)
        seen.append(screen.position)
    screen.bit("x", "Bit 8").click()
    seen.append(screen.position)
    assert screen.address == "O.X/.X./..X"
    for position in reversed(seen[:-1]):
        screen.page.go_back()
        assert screen.shows(position)
    for position in seen[1:]:
        screen.page.go_forward()
        assert screen.shows(position)


def test_undo_goes_on_where_back_has_led(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.play(4, 0, 2)
    screen.page.go_back()
    assert screen.shows("O../.X./...")
    screen.press("r")
    assert screen.position == "O.X/.X./..."
    screen.press("u", "u")
    assert screen.position == ".../.X./..."


def test_a_page_in_any_folder_of_any_host_plays(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "where").symlink_to(FOLDER)
    errors: list[str] = []
    page = browser.new_page()
    with hosted(tmp_path) as root:
        watch(page, errors)
        screen = Screen(page).go(f"{root}/some/where/#b2")
        screen.press("m")
        screen.wait(ANSWERED)
        page.close()
    assert not errors


@contextmanager
def without_storage(playwright: Playwright, profile: Path) -> Iterator[Page]:
    """A page of a profile that lets no site keep data, as a person can set it."""
    if IN_FIREFOX:
        with launch(playwright, **{"network.cookie.cookieBehavior": 2}) as browser:
            yield browser.new_page()
        return
    (profile / "Default").mkdir()
    block = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(block))
    with playwright.chromium.launch_persistent_context(
        profile, executable_path=tool(*WITH_PROFILES), args=FLAGS
    ) as context:
        yield context.new_page()


def test_without_storage_everything_else_works(
    playwright: Playwright, url: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with without_storage(playwright, tmp_path) as page:
        watch(page, errors)
        screen = Screen(page).go(url)
        with pytest.raises(Exception, match=r"denied|insecure"):  # localStorage then throws
            screen.ask("localStorage.length")
        screen.oppose("person")
        screen.play(0, 3, 1, 4, 2)
        assert screen.score == (1, 0, 0)
        screen.press("n")
        assert screen.score == (1, 0, 0)
        screen.reload()
        assert screen.score == (0, 0, 0)
    assert not [error for error in errors if "Storage access is restricted" not in error]
