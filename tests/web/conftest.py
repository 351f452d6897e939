"""A server, a browser and Node.js for the tests of the page.

Where one of these is missing, `tests.tools` skips the tests that need it, or in CI fails them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from noughts.web.addresses import listen
from noughts.web.generated import FOLDER, refresh
from noughts.web.proof_requests import Proofs, Question
from noughts.web.server import server
from tests.tools import tool
from tests.web.screen import Screen

DESK: ViewportSize = {"width": 1280, "height": 900}
GIVEN_LATER = {"viewport", "color_scheme", "reduced_motion"}  # to a page that is open already
# Most tests are of somebody who plays against Perfect, and whom its answer does not keep waiting:
# the pause before it is over when the move is done, unless a test asks for it.
REGULAR = '{"opponent": "perfect"}'
BEGUN = """(() => {
  const begin = setTimeout;
  window.setTimeout = (act, time, ...rest) =>
    time === 500 && !sessionStorage.pauses ? queueMicrotask(act) : begin(act, time, ...rest);
})()"""
Open = Callable[..., Screen]
Node = Callable[..., Any]


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    """`node(script, *arguments)`: what a script beside this file prints, which is one JSON value.

    It runs in a copy of the page, with the line that tells Node.js what the page tells a browser:
    that these are modules.
    """
    program = tool("node")
    refresh()
    into = tmp_path_factory.mktemp("node") / "page"  # others may make files again
    folder = shutil.copytree(FOLDER, into, ignore=shutil.ignore_patterns("*.part"))
    (folder / "package.json").write_text('{"type": "module"}')
    for script in Path(__file__).parent.glob("*.mjs"):
        shutil.copy(script, folder)

    def run(script: str, *arguments: object, seconds: int = 120) -> Any:
        command = [program, str(folder / script), *map(json.dumps, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


class NoProofs(Proofs):
    """What a server has that proves nothing: it never has time."""

    async def answer(self, asked: Question) -> list[tuple[int, int]] | None:
        """No time for this."""


@contextmanager
def serving(proves: bool = False, site: Path | None = None) -> Iterator[str]:
    """Where the page is served, as `noughts web` serves it; or the folder of a site.

    Proofs are searched for in a process that takes time from all other tests, so only those of the
    proofs have them.
    """
    listener = listen(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.web.server.Proofs", Proofs if proves else NoProofs)
        serves = server(site=site)
    thread = threading.Thread(target=serves.run, kwargs={"sockets": [listener]})
    thread.start()
    while not serves.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    serves.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """Where the page is served for all tests."""
    with serving() as address:
        yield address


def new_page(browser: Browser, errors: list[str], **options: Any) -> Page:
    """A page in a context of its own, of a desk's size and without motion if not told otherwise."""
    options = {"viewport": DESK, "reduced_motion": "reduce"} | options
    page = browser.new_page(**options)
    page.set_default_timeout(20_000)  # as `Screen.wait`
    page.add_init_script(BEGUN)
    watch(page, errors)
    return page


@pytest.fixture(scope="session")
def errors() -> list[str]:
    """What the pages of a test report as errors."""
    return []


@pytest.fixture(scope="session")
def shared_page(browser: Browser, url: str, errors: list[str]) -> Page:
    """The page of all tests that ask for no other screen; another one costs a process each.

    What it says by chance is the name of its window, where that has one.
    """
    page = new_page(browser, errors)
    page.add_init_script("const chance = name; if (chance) Math.random = () => Number(chance);")
    return Screen(page).go(url).page


@pytest.fixture
def open_page(browser: Browser, shared_page: Page, url: str, errors: list[str]) -> Iterator[Open]:
    """`open_page("#b2", chance=0.5, **context)`: the page as a regular opens it.

    It has a context of its own where an option asks for what an open page cannot be given.
    Elsewhere `chance` is what Math.random says, `stored` is what the page finds that it has kept
    (None for whoever comes for the first time), and `pauses` says that the opponent's answer comes
    after its pause. Whatever the page reports as an error fails the test.
    """
    pages: list[Page] = []

    def open_one(
        address: str = "",
        chance: float | None = None,
        stored: str | None = REGULAR,
        pauses: bool = False,
        **options: Any,
    ) -> Screen:
        if options.keys() - GIVEN_LATER:
            pages.append(new_page(browser, errors, **options))
            pages[-1].add_init_script(
                f"if (location.host) localStorage.noughts ??= '{stored}'"  # not of about:blank
            )
            return Screen(pages[-1]).go(url + address)
        shared_page.bring_to_front()  # elsewhere Firefox says nothing of the focus
        shared_page.mouse.move(0, 0)
        shared_page.set_viewport_size(options.get("viewport", DESK))
        shared_page.emulate_media(
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "reduce"),
        )
        shared_page.evaluate(
            "([address, chance, stored, pauses]) => { localStorage.clear();"
            "sessionStorage.pauses = pauses;"
            "if (stored !== null) localStorage.setItem('noughts', stored);"
            "name = chance;"  # which outlasts pages
            "history.replaceState(null, '', address); }",
            [url + address, "" if chance is None else str(chance), stored, "yes" if pauses else ""],
        )
        screen = Screen(shared_page)
        screen.reload()
        return screen

    yield open_one
    for page in pages:
        page.close()
    reported, errors[:] = errors[:], []
    assert not reported


def watch(page: Page, errors: list[str]) -> None:
    """Note what goes wrong on a page: exceptions, and errors on its console, CSP's among them."""
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.extend([message.text] * (message.type == "error")))


@pytest.fixture(scope="module")
def screen_with_b2(browser: Browser, url: str) -> Iterator[Callable[[], Screen]]:
    """One page for many short tests, each of which begins with X in the centre."""
    errors: list[str] = []
    page = browser.new_page(viewport=DESK)
    watch(page, errors)
    screen = Screen(page).go(url)

    def again() -> Screen:
        screen.fragment("")
        screen.fragment(".../.X./...")
        return screen

    yield again
    page.close()
    assert not errors
