"""Two players watched at a pace; and what comes by itself where somebody asks for it."""

from __future__ import annotations

import pytest

from tests.web.conftest import Node, Open
from tests.web.screen import Screen
from tests.web.test_access import EVERY_RULE, problems
from tests.web.test_boards import NOTE_SHIFTS, THINKING
from tests.web.test_lesson import PHONE

OVER = "document.querySelector('.game').dataset.result"
# What waits by itself waits until it is told that its time has passed.
HOLD = """(() => {
  const [begin, stop, held] = [setTimeout, clearTimeout, window.held = new Map()];
  let last = 2 ** 40;
  window.setTimeout = (f, ms = 0) => ms < 400 ? begin(f, ms) : (held.set(++last, f), last);
  window.clearTimeout = (one) => held.delete(one) || stop(one);
  window.pass = () => { for (const [one, f] of [...held]) if (held.delete(one)) f(); };
})()"""
LISTEN = (
    "(() => { window.tones = []; const Real = OscillatorNode;"
    "window.OscillatorNode = class extends Real {"
    "start(...when) { tones.push(this.frequency.value); super.start(...when); } }; })()"
)


def stones(screen: Screen) -> int:
    return 9 - screen.position.count(".")


def finish(screen: Screen) -> None:
    """Let time pass until the game that is watched is over."""
    while not screen.ask(OVER):
        screen.wait(THINKING)
        screen.ask("pass()")


def test_a_link_says_whom_its_reader_watches(node: Node) -> None:
    said = {
        "#b2;perfect-easy": {"first": "perfect", "opponent": "easy", "side": 0},
        "#b2;easy-easy": {"first": "easy", "opponent": "easy", "side": 0},
        "#b2;easy;O": {"opponent": "easy", "side": 2},
        "#b2;easy-person": {},
        "#b2;easy-hard-easy": {},
        "#b2;toString-easy": {},
        "#b2;easy-": {},
        "#b2": {},
    }
    opponents = ["perfect", "hard", "easy", "person"]
    asked = [["address.js", "settings", address, opponents] for address in said]
    found = node("calls.mjs", asked)
    assert [each["who"] for each in found] == [*said.values()]
    assert [address for address, each in zip(said, found, strict=True) if each["wrong"]] == [
        "#b2;easy-person",
        "#b2;easy-hard-easy",
        "#b2;toString-easy",
        "#b2;easy-",
    ]


@pytest.mark.wide
def test_a_game_is_watched_paused_stepped_and_shared(open_page: Open) -> None:
    screen = open_page(**PHONE)
    page = screen.page
    screen.ask(NOTE_SHIFTS)
    screen.ask(HOLD)
    page.click("#setup")
    page.check("[name=opponent][value=person]")
    assert page.is_disabled("[name=side][value=x]")
    page.click("#watch")  # nobody watches a person: the opponent is another
    assert page.inner_text("#sheet h2") == "Watch two"
    assert page.input_value("select[name=opponent]") == "perfect"
    assert "A person" not in page.inner_text("#sheet")
    screen.press("Escape")
    screen.watch("random", "perfect", "slow")
    assert problems(screen, EVERY_RULE, "#sheet") == []
    screen.ask("pass()")
    assert stones(screen) == 0  # nothing is played behind the sheet
    before = screen.ask("history.length")
    screen.press("Escape")
    assert page.inner_text("#chosen-opponent") == "Random – Perfect"
    finish(screen)
    assert screen.ask(OVER) in ("over", "drawn")  # nobody's loss
    assert page.inner_text("#headline") in ("A draw.", "Perfect wins.", "Random wins.")
    assert screen.ask("history.length") == before + 1  # one step back leads to what was before
    page.tap("#next")
    page.tap("#code")
    page.wait_for_selector("#shared a")
    screen.ask("pass()")
    assert stones(screen) == 0  # nor behind a code
    screen.press("Escape")
    screen.wait("held.size === 1")
    screen.ask("pass()")
    assert stones(screen) == 1
    page.tap("#pause")
    assert page.inner_text("#headline") == "Paused."
    assert problems(screen, EVERY_RULE, ".game") == []
    screen.ask("pass()")
    assert stones(screen) == 1
    screen.press("m")
    assert stones(screen) == 2
    screen.press("m", "u")
    assert stones(screen) == 2
    screen.press("r", "u", "u")
    assert stones(screen) == 1
    page.locator(".cell.free").first.tap()  # in a player's place
    assert stones(screen) == 2
    assert page.inner_text("#headline") == "Paused."
    screen.press("p")
    page.locator(".cell[data-mark='0']").first.tap()
    assert screen.status == "Pause first."
    assert stones(screen) == 3
    finish(screen)
    assert screen.ask("shifts") == []

    screen.board("3,3,3,torus")  # where both ask the worker
    finish(screen)
    screen.reload()
    assert page.inner_text("#chosen-opponent") == "Random – Perfect"
    screen.ask('localStorage.setItem(\'noughts\', \'{"side": "watch", "opponent": "person"}\')')
    screen.ask("history.replaceState(null, '', '.')")
    screen.reload()
    assert page.inner_text("#chosen-opponent") == "Perfect – Perfect"
    screen.fragment("b2;perfect-easy")
    assert page.inner_text("#chosen-opponent") == "Perfect – Easy"
    assert (page.inner_text("#headline"), screen.position) == ("Paused.", ".../.X./...")
    page.tap("#code")
    page.wait_for_selector("#shared a")
    assert page.inner_text("#shared a").endswith("#b2;perfect-easy")
    screen.press("Escape")
    screen.fragment("b2;person")  # who plays does not watch
    screen.wait("document.querySelector('#status').textContent.startsWith('O to move')")
    assert page.inner_text("#chosen-opponent") == "A person"
    assert not page.is_visible("#pause")
    page.click("#setup")
    page.click("#watch")
    page.click("#play-oneself")
    assert page.inner_text("#sheet h2") == "The game"
    screen.press("Escape")
    screen.oppose("perfect")
    screen.side("X")
    assert page.is_visible("#scores")
    assert not page.is_visible("#pause")


@pytest.mark.wide
def test_a_next_game_and_tones_come_to_those_who_ask_for_them(open_page: Open) -> None:
    screen = open_page()
    page = screen.page
    screen.ask(LISTEN)
    screen.ask(HOLD)
    screen.oppose("person")
    screen.play(0)
    assert screen.ask("tones") == []
    screen.setup()
    page.check("#sound")
    page.check("#goesOn")
    screen.press("Escape")
    screen.play(3)
    screen.wait("tones.length === 1")
    screen.play(1, 4)
    assert screen.ask("tones") == [330, 392, 330]
    screen.play(2)
    assert len(screen.ask("tones")) == 6
    screen.press("Shift")  # somebody is still looking
    screen.ask("pass()")
    assert screen.position == "XXX/OO./..."
    screen.press("u")
    screen.play(2)
    screen.ask("pass()")
    assert screen.shows(".../.../...")
    assert screen.score == (1, 0, 0)
    screen.reload()
    assert page.is_checked("#goesOn")
    assert page.is_checked("#sound")
