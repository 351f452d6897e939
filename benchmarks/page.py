"""The browser game: its size, the time until it can be played, and the time to answer a move.

The limits are the bytes of the table and the rules, the start of a renderer, the loading of
modules, and the drawing of a frame. In Chromium, a first visit has an empty cache, and a second
visit has the files that the service worker has kept. Visits to an empty page alternate with these
visits, and show the time that no page can avoid.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import measure

from noughts.web import generated as page

VISITS = 15
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
READY = "performance.getEntriesByName('interactive')[0]?.startTime"
COMPLETE = "performance.getEntriesByName('complete')[0]?.startTime"
# The bytes that have arrived by then, compressed as they were sent.
WEIGHT = """() => [...performance.getEntriesByType('resource'),
  ...performance.getEntriesByType('navigation')]
  .filter((entry) => entry.responseEnd < performance.getEntriesByName('interactive')[0].startTime)
  .reduce(([bytes, files], entry) => [bytes + entry.encodedBodySize, files + 1], [0, 0])"""
# The times from a click: the page's own work, and until the second frame, when the first is shown.
ANSWER = """(cell) => new Promise((done) => {
  const begin = performance.now();
  document.querySelector(`.cell[data-cell="${cell}"]`).click();
  const worked = performance.now() - begin;
  const drawn = () => done([worked, performance.now() - begin]);
  requestAnimationFrame(() => requestAnimationFrame(drawn));
})"""
KEPT = "navigator.serviceWorker.ready.then(() => true)"
EMPTY = "<!doctype html><title>empty</title><script>performance.mark('interactive')</script>"
NAMES = (
    *("an empty page", "takes moves", "shows the bits", "first move, work"),
    *("first move, to two frames on", "next move, work", "next move, to two frames on"),
    *("an empty page, warm", "takes moves, warm"),
)


def visits(name: str) -> list[object]:
    """The median and the maximum of one of the times, in milliseconds."""
    found = times()
    if found is None:
        return ["no Playwright"]
    return [f"{median(found[name]):.1f}", f"{max(found[name]):.1f}"]


@cache
def times() -> dict[str, list[float]] | None:
    """All times of some visits. The size of the page is printed."""
    (playwright,) = measure.installed("playwright.sync_api")
    if playwright is None:
        return None
    page.refresh()
    sizes = {path.name: path.stat().st_size for path in page.FOLDER.iterdir()}
    made = sum(sizes[name] for name in page.MADE)
    print(f"{sum(sizes.values()):,} bytes in {len(sizes)} files, {made:,} of them made")
    with tempfile.TemporaryDirectory() as folder, playwright.sync_playwright() as started:
        (Path(folder) / "index.html").write_text(EMPTY)
        with (
            served("noughts", "web", "--no-open", "--port") as url,
            served("http.server", "--bind", "127.0.0.1", "-d", folder) as empty,
        ):
            executable = shutil.which("chromium") or shutil.which("google-chrome")
            browser = started.chromium.launch(executable_path=executable, args=FLAGS)
            count = 1 if measure.short else VISITS
            seen = [one_visit(browser, url, empty) for _ in range(count)]
            size, files = seen[0][1]
            print(f"{size:,} bytes in {files} files, compressed, before the first move")
            print(f"Chromium {browser.version}, {sys.platform}; medians of {count} visits, ms")
            browser.close()
    return {name: [visit[at] for visit, _ in seen] for at, name in enumerate(NAMES)}


@contextmanager
def served(*module: str) -> Iterator[str]:
    """Run a Python module as a server on a free port, its last argument; give its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-u", "-m", *module, str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert server.stdout
        server.stdout.readline()
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait()


def arrived(visit: Any, url: str, mark: str) -> float:
    """Open a page, wait for a mark, and return the milliseconds until the page took moves."""
    visit.goto(url)
    while not visit.evaluate(mark):
        visit.wait_for_timeout(20)
    return float(visit.evaluate(READY))


def one_visit(browser: Any, url: str, empty: str) -> tuple[list[float], list[int]]:
    """The times of a visit in milliseconds, and the sizes of the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    visit = context.new_page()
    nothing = arrived(visit, empty, READY)
    visit.goto("about:blank")
    ready = arrived(visit, url, COMPLETE)
    complete = visit.evaluate(COMPLETE)
    weight = visit.evaluate(WEIGHT)
    first, second = (visit.evaluate(ANSWER, cell) for cell in (8, 1))
    visit.evaluate(KEPT)
    visit.wait_for_timeout(2000)  # no visitor returns sooner
    visit.goto("about:blank")
    again = arrived(visit, url, COMPLETE)
    visit.goto("about:blank")
    nothing_again = arrived(visit, empty, READY)
    context.close()
    return [nothing, ready, complete, *first, *second, nothing_again, again], weight
