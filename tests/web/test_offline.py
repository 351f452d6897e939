"""The page without a network, and how it becomes a newer one."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from noughts.web import generated
from tests.web.conftest import new_page, serving, watch
from tests.web.screen import Screen
from tests.web.test_address import hosted
from tests.web.test_boards import THINKING

pytestmark = pytest.mark.wide  # a browser

KEPT = "navigator.serviceWorker.ready.then(() => true)"


def test_every_board_is_there_without_a_server(browser: Browser) -> None:
    errors: list[str] = []
    page = new_page(browser, errors)
    with serving() as url:
        screen = Screen(page).go(url)
        assert screen.ask(KEPT)
        screen.reload()
    screen.reload()  # nobody serves it now
    screen.side("X")
    for board in ("3,3,3,torus", "15,15,5"):
        screen.board(board)
        screen.play(4)
        screen.wait(THINKING)
        assert screen.position.count("O") == 1
    page.close()
    assert errors == []


def test_kept_files_come_without_the_workers_script(browser: Browser, url: str) -> None:
    errors: list[str] = []
    page = new_page(browser, errors)
    screen = Screen(page).go(url)
    assert screen.ask(KEPT)
    screen.reload()
    sources = screen.ask(
        "['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))"
        ".map((entry) => `${entry.name} ${entry.workerFinalSourceType}`)"
    )
    assert len(sources) > 28
    assert [source for source in sources if not source.endswith(" cache")] == []
    page.close()
    assert errors == []


def test_a_newer_page_takes_its_place_whole(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(generated.FOLDER, tmp_path / "page")
    for path in folder.iterdir():  # what has not changed for long, a browser may not ask for again
        os.utime(path, (0, 0))
    monkeypatch.setattr(generated, "FOLDER", folder)
    errors: list[str] = []
    with hosted(tmp_path) as root, browser.new_context() as context:
        page = context.new_page()
        watch(page, errors)
        screen = Screen(page).go(f"{root}/page/")
        assert screen.ask(KEPT)
        index = folder / "index.html"
        index.write_text(index.read_text().replace("<h1>noughts</h1>", "<h1>newer</h1>"))
        generated.make()
        screen.reload()
        assert page.inner_text("h1") == "noughts"  # kept, while the newer one arrives
        page.evaluate(
            "navigator.serviceWorker.getRegistration()"
            ".then((found) => { window.found = found; return found.update(); })"
        )
        screen.wait("window.found.waiting")
        for _ in range(100):  # once no tab shows the old one, the browser soon takes the newer one
            page.close()
            time.sleep(0.1)
            page = context.new_page()
            screen = Screen(page).go(f"{root}/page/")
            if page.inner_text("h1") == "newer":
                break
        assert page.inner_text("h1") == "newer"
        names = "caches.keys().then((names) => names.length)"
        assert screen.ask(names) == 1
    assert errors == []


def test_the_page_can_be_installed() -> None:
    manifest = json.loads((generated.FOLDER / "page.webmanifest").read_text())
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        assert (generated.FOLDER / icon["src"]).is_file()


def test_all_files_are_kept() -> None:
    text = (generated.FOLDER / "files.js").read_text()
    names = {path.name for path in generated.FOLDER.iterdir()}
    listed = set(json.loads(text[text.index("[") : text.rindex("]") + 1].replace(",\n]", "\n]")))
    assert listed == names - {"index.html", "sw.js", "files.js"} | {"./"}
