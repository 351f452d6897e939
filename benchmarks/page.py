"""The browser game: its weight, how soon it can be played, and how soon a move is answered.

What bounds them: the bytes of the table and the rules; starting a renderer and reading modules;
and the drawing of a frame. Medians of visits with an empty cache, and once more with what the
service worker has kept by then, in Chromium. An empty page, visited in turn with this one, says
what no page can do without.
"""

import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

from noughts.web import generated as page
from noughts.web.server import listen

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
READY = "performance.getEntriesByName('interactive')[0]?.startTime"
COMPLETE = "performance.getEntriesByName('complete')[0]?.startTime"
# What has arrived by then, as it was sent: compressed.
WEIGHT = """() => [...performance.getEntriesByType('resource'),
  ...performance.getEntriesByType('navigation')]
  .filter((entry) => entry.responseEnd < performance.getEntriesByName('interactive')[0].startTime)
  .reduce(([bytes, files], entry) => [bytes + entry.encodedBodySize, files + 1], [0, 0])"""
# From a click: the page's own work, then to the second frame, by when the first is on the screen.
ANSWER = """(cell) => new Promise((done) => {
  const begin = performance.now();
  document.querySelector(`.cell[data-cell="${cell}"]`).click();
  const worked = performance.now() - begin;
  const drawn = () => done([worked, performance.now() - begin]);
  requestAnimationFrame(() => requestAnimationFrame(drawn));
})"""


KEPT = "navigator.serviceWorker.ready.then(() => true)"
EMPTY = b"<!doctype html><title>empty</title><script>performance.mark('interactive')</script>"


class Empty(BaseHTTPRequestHandler):
    """Serves an empty page."""

    def do_GET(self) -> None:
        """Answer with it."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(EMPTY)

    def log_message(self, *_: object) -> None:
        """Nobody reads this."""


@contextmanager
def empty_page() -> Iterator[str]:
    """Where an empty page is served."""
    with HTTPServer(("127.0.0.1", 0), Empty) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def arrived(visit: Page, url: str, mark: str) -> float:
    """Milliseconds until a page takes moves, once it has a mark."""
    visit.goto(url)
    while not visit.evaluate(mark):
        visit.wait_for_timeout(20)
    return float(visit.evaluate(READY))


def one_visit(browser: Browser, url: str, empty: str) -> tuple[list[float], list[int]]:
    """Milliseconds to the page that takes moves, then for the answers to two moves; its weight."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    visit = context.new_page()
    nothing = arrived(visit, empty, READY)
    visit.goto("about:blank")
    ready = arrived(visit, url, COMPLETE)
    complete = visit.evaluate(COMPLETE)
    weight = visit.evaluate(WEIGHT)
    first, second = (visit.evaluate(ANSWER, cell) for cell in (8, 1))
    visit.evaluate(KEPT)
    visit.wait_for_timeout(2000)  # nobody comes back sooner
    visit.goto("about:blank")
    again = arrived(visit, url, COMPLETE)
    visit.goto("about:blank")
    nothing_again = arrived(visit, empty, READY)
    context.close()
    return [nothing, ready, complete, *first, *second, nothing_again, again], weight


def main() -> None:
    """Print the weight and the times."""
    page.refresh()
    sizes = {path.name: path.stat().st_size for path in page.FOLDER.iterdir()}
    made = sum(sizes[name] for name in page.MADE)
    print(f"{sum(sizes.values()):,} bytes in {len(sizes)} files, {made:,} of them made")
    with listen(0) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "noughts", "web", "--no-open", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert server.stdout
        server.stdout.readline()
        with sync_playwright() as playwright:
            executable = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            url = f"http://127.0.0.1:{port}/"
            with empty_page() as empty:
                seen = [one_visit(browser, url, empty) for _ in range(15)]
            visits = [times for times, _ in seen]
            bytes_, files = seen[0][1]
            print(f"{bytes_:,} bytes in {files} files, compressed, before the first move")
            print(
                f"Chromium {browser.version}, {sys.platform}; medians of {len(visits)} visits, ms"
            )
            browser.close()
    finally:
        server.terminate()
        server.wait()
    names = [
        "an empty page",
        "takes moves",
        "shows the bits",
        "first move, work",
        "  to two frames on",
        "next move, work",
        "  to two frames on",
        "an empty page, warm",
        "takes moves, warm",
    ]
    for name, times in zip(names, zip(*visits, strict=True), strict=True):
        print(f"{name:24}{statistics.median(times):8.1f}   worst {max(times):8.1f}")


if __name__ == "__main__":
    main()
