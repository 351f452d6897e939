"""The tab in which a machine learns, as somebody meets it; what it learns is in test_agents.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from noughts import Position
from noughts.learn import Menace, Tabular, load_agent, save_agent
from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems
from tests.web.test_boards import NOTE_SHIFTS
from tests.web.test_lesson import PHONE

pytestmark = pytest.mark.wide  # a browser

FREE = ".cell.free"
SAYS = "document.querySelector('#learn .part:not([hidden]) .told').innerText"


def told(screen: Screen) -> str:
    """What the part that is open says."""
    return screen.page.inner_text("#learn .told:visible")


def part(screen: Screen, name: str) -> None:
    """Open a part of the tab, in which nothing may be wrong."""
    screen.page.click(f".parts [value={name}]")
    assert problems(screen, EVERY_RULE, "#learn") == [], name
    width = screen.page.viewport_size
    assert width
    assert screen.ask("document.documentElement.scrollWidth") <= width["width"], name


def finish(screen: Screen) -> None:
    """Play to the end of the game, each time in the first free cell."""
    while screen.page.locator(FREE).count():
        before = screen.position
        screen.page.locator(FREE).first.click()
        moved = f"document.querySelector('{FREE}, #next:not([hidden])')"
        screen.wait(moved)
        assert screen.position != before


def test_menace_is_played_practises_and_shows_its_boxes(open_page: Open, tmp_path: Path) -> None:
    screen = open_page(**PHONE)
    page = screen.page
    fetched = "performance.getEntriesByType('resource').map((e) => e.name).join()"
    assert not re.search("agents|learn", str(screen.ask(fetched)))
    screen.ask(NOTE_SHIFTS)
    page.tap("#tab-learn")
    page.wait_for_selector("#learn .matchbox")
    part(screen, "opened")
    label = "a1: 4 beads; b1: 4 beads; c1: as a1; a2: as b1; b2: 4 beads"
    assert (page.get_attribute(".matchbox:visible", "aria-label") or "").startswith(label)
    page.tap("#learn .primary:visible")
    assert page.inner_text("#chosen-opponent") == "MENACE"
    assert screen.focus == "a1"
    page.locator(FREE).first.tap()
    screen.wait("document.querySelectorAll('.cell:not([data-mark=\"0\"])').length === 2")
    assert re.fullmatch(
        r"The box of its 1st move has 20 beads\. It drew [a-c][1-3]\.", told(screen)
    )
    assert re.fullmatch(r"1\. [a-c][1-3] 4 of 20", page.inner_text(".opened"))
    assert (page.get_attribute(".matchbox:visible", "aria-label") or "").count("drawn") == 1
    finish(screen)
    ends = ("MENACE lost: it took 1 bead", "MENACE won: it put 3 beads", "A draw: it put 1 bead")
    assert told(screen).startswith(ends)
    page.locator(".opened button").first.tap()
    changed = r"1\. [a-c][1-3] 4 → [375]"
    assert re.fullmatch(changed, page.locator(".opened button").first.inner_text())
    assert page.locator(".opened [aria-pressed=true]").count() == 1
    page.locator(".opened button").first.press("Enter")
    assert page.locator(".opened button:focus").get_attribute("value", timeout=1000) == "0"
    part(screen, "file")
    assert told(screen) == "MENACE has learnt from 1 game."
    screen.press("u")
    assert told(screen) == "MENACE has learnt from 0 games."
    screen.press("r")
    assert told(screen) == "MENACE has learnt from 1 game."
    screen.reload()
    page.wait_for_selector("#learn .matchbox")  # the tab that was open last
    screen.ask(NOTE_SHIFTS)
    screen.press("h")
    part(screen, "file")
    assert told(screen) == "MENACE has learnt from 1 game."

    part(screen, "practice")
    assert page.is_enabled("[name=plays][value=o]")
    page.check("[name=against][value=itself]")
    assert page.is_disabled("[name=plays][value=o]")
    page.tap("text=Play 100 games")
    page.check("[name=against][value=perfect]")
    page.check("[name=plays][value=o]")
    page.tap("text=Play 100 games")
    found = re.match(r"Of the last 100 games: (\d+) won, (\d+) drawn, (\d+) lost\.", told(screen))
    assert found
    won, drawn, lost = map(int, found.groups())
    assert (won, drawn + lost) == (0, 100)
    assert told(screen).endswith("It has learnt from 201 in all.")
    curve = page.get_attribute(".graph svg", "aria-label") or ""
    assert curve.startswith("Results of 201 games: ")
    assert (page.get_attribute(".graph .course", "d") or "").count("L") == 201
    part(screen, "practice")

    part(screen, "boxes")
    assert page.locator("label:has([name=boxes-of]) small").all_inner_texts() == [
        "304 boxes",
        "289 boxes",
    ]
    for move, count in enumerate((1, 12, 108, 183)):
        page.check(f"[name=boxes-move][value='{move}']")
        assert page.locator(".all-boxes button").count() == count
    page.locator(".all-boxes button").nth(1).tap()
    assert told(screen).startswith("Box 2 of 183. ")
    screen.press("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "Enter")
    assert told(screen).startswith("Box 2 of 183. ")
    screen.press("End", "Enter")
    assert told(screen).startswith("Box 183 of 183. ")
    page.check("[name=boxes-of][value='2']")
    assert page.locator(".all-boxes button").count() == 95
    part(screen, "boxes")
    page.emulate_media(color_scheme="dark")
    for name in ("opened", "practice", "boxes", "file"):
        page.click(f".parts [value={name}]")
        assert problems(screen, CONTRAST, "#learn") == []
    assert screen.ask("shifts") == []

    with page.expect_download() as download:
        page.tap("text=Save as a file")
    download.value.save_as(tmp_path / "menace.npz")
    menace = load_agent(tmp_path / "menace.npz")
    assert (menace.games, menace.sides) == (201, "both")
    page.tap("text=Forget all")
    assert page.inner_text(".onward:visible button:last-child") == "Forget 201 games?"
    page.tap("#learn .told:visible")  # somewhere else
    assert page.inner_text(".onward:visible button:last-child") == "Forget all"
    page.tap("text=Forget all")
    page.tap("text=Forget 201 games?")
    assert told(screen) == "All boxes are as they were at first."
    page.set_input_files("#learn [type=file]", tmp_path / "menace.npz")
    screen.wait(
        "document.querySelector('#learn .part:not([hidden]) .told').innerText.includes('201')"
    )
    assert told(screen) == "MENACE has learnt from 201 games on 3×3."
    part(screen, "practice")
    page.tap("text=Play 100 games")
    part(screen, "file")
    assert told(screen) == "MENACE has learnt from 301 games."
    screen.reload()
    page.wait_for_selector("#learn .matchbox")
    part(screen, "file")
    assert told(screen) == "MENACE has learnt from 301 games."


def load(screen: Screen, path: Path) -> str:
    """What the page says of a file."""
    before = told(screen)
    screen.page.set_input_files("#learn [type=file]", path)
    screen.wait(f"{SAYS} !== {before!r} && !document.querySelector('#learn [type=file]').value")
    return told(screen)


def test_agents_of_files_play_as_in_the_library(open_page: Open, tmp_path: Path) -> None:
    board = "3,3,3,misere"
    agent = Tabular("q", board, seed=1)
    agent.train(3000)
    save_agent(agent, tmp_path / "q.npz")
    one_sided = Menace("3,3,3,torus", sides="x", beads=[1], seed=1)
    one_sided.train(10)
    save_agent(one_sided, tmp_path / "menace.npz")
    save_agent(Menace("2,3,3", seed=1), tmp_path / "larger.npz")
    (tmp_path / "nothing.npz").write_bytes(b"nothing")

    screen = open_page(chance=0)
    page = screen.page
    page.click("#tab-learn")
    page.wait_for_selector("#learn .matchbox")
    part(screen, "file")
    assert load(screen, tmp_path / "nothing.npz") == (
        "The file does not hold an agent, or is damaged: it is not a zip archive."
    )
    assert load(screen, tmp_path / "larger.npz").startswith("This agent has learnt 2,3,3.")
    said = "Agent has learnt from 3,000 games on 3×3 misère by Q-learning."
    assert load(screen, tmp_path / "q.npz") == said
    page.click("text=Play against Agent")
    screen.wait(f"document.querySelector('.game').dataset.board === '{board}'")
    for ply in (2, 4, 6):
        page.locator(FREE).first.click()
        screen.wait(f"document.querySelectorAll('.cell[data-mark=\"0\"]').length === {9 - ply}")
        position = Position.parse(screen.position, agent.rules)
        last = screen.ask("+document.querySelector('.cell.last').dataset.cell")
        before = Position(position.x, position.o & ~(1 << last), agent.rules)
        assert last in agent.probabilities(before)
        if position.outcome:
            break
    part(screen, "opened")
    assert told(screen).startswith("Agent has learnt from 3,000 games by Q-learning.")
    screen.reload()  # it is remembered
    page.wait_for_selector("#learn .matchbox")
    assert page.inner_text("#chosen-opponent") == "Agent"
    assert page.is_visible("#learn .matchbox")
    screen.board("3,3,3")  # which it has not learnt
    assert page.inner_text("#chosen-opponent") == "Perfect"
    screen.page.click("#setup")
    assert not page.is_visible("[name=opponent][value=agent]")
    assert page.is_visible("label:has([name=opponent][value=menace])")
    screen.press("Escape")
    screen.oppose("menace")
    screen.board("4,4,4")
    assert page.inner_text("#chosen-opponent") == "Perfect"
    said = "MENACE plays on boards of 3×3. Choose one to see it."
    assert page.inner_text("#learn p:visible") == said
    screen.board("3,3,3,torus")
    assert page.inner_text("#chosen-opponent") == "MENACE"  # which can play again
    part(screen, "file")
    assert load(screen, tmp_path / "menace.npz").startswith(
        "MENACE has learnt from 10 games on 3×3"
    )
    part(screen, "opened")
    assert told(screen) == "This MENACE has boxes only for X. As O it plays any free cell."
    part(screen, "practice")
    assert page.is_disabled("[name=against][value=itself]")
    assert page.is_disabled("[name=plays][value=o]")
    part(screen, "boxes")
    assert page.locator("label:has([name=boxes-of]) small").all_inner_texts() == [
        "39 boxes",
        "0 boxes",
    ]
    screen.ask("localStorage.setItem('noughts agent', 'nonsense')")
    screen.board(board)
    page.evaluate(
        "localStorage.setItem('noughts', JSON.stringify({...JSON.parse("
        "localStorage.getItem('noughts')), opponent: 'agent', side: 2}))"
    )
    screen.reload()
    screen.wait("document.querySelector('#status').textContent.startsWith('The opponent cannot')")
    assert "Load it again" in screen.status
