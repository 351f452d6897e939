"""Takes the screenshots of the page for the documentation, in Chromium: `make screenshots`.

It also takes all of them in light and dark colours, for review, and puts them in build/screenshots.

Each screenshot describes its content: a text chunk of the PNG contains the page as a screen reader
presents it. Pixels and fonts differ from machine to machine, but this text does not.
"""

from __future__ import annotations

import shutil
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the tests have the code that drives the page

from tests.browsers import FLAGS, WITH_PROFILES  # noqa: E402
from tests.web.conftest import serving  # noqa: E402
from tests.web.screen import Screen  # noqa: E402

SIZE = ViewportSize(width=1100, height=740)
LOOKED_AT = ROOT / "build/screenshots"
PHONE = ViewportSize(width=390, height=844)
HEAD = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"Description\0"  # a keyword of the PNG standard


Scheme = Literal["light", "dark"]


class Shot(NamedTuple):
    """A screenshot: a link, the actions on the page, and a description in words."""

    link: str
    do: Callable[[Screen], None]
    about: str
    size: ViewportSize = SIZE
    scheme: Scheme = "light"


def bits(screen: Screen) -> None:
    """Show the bits."""
    screen.represent("x")


def won(screen: Screen) -> None:
    """Show a win, which a link does not show: take back the last move and make it again."""
    screen.press("u")
    screen.cell(2).click()


def tried(screen: Screen) -> None:
    """Show a puzzle after a wrong move, and the moves that a hint leaves."""
    screen.page.wait_for_selector("#puzzle .cell")
    screen.page.click("#puzzle .cell[data-cell='0']")
    screen.page.click("#puzzle >> text=Try again")
    screen.page.click("#puzzle >> text=Hint")


def room(screen: Screen) -> None:
    """Show the game for a room."""
    screen.page.click("#room-button")
    screen.page.wait_for_selector("#room .value")


def aimed(screen: Screen) -> None:
    """Aim at a cell with a finger."""
    screen.cell(100).evaluate(
        "(cell) => cell.dispatchEvent("
        "new PointerEvent('click', {bubbles: true, pointerType: 'touch'}))"
    )


def choice(screen: Screen) -> None:
    """Show the choice of boards."""
    screen.page.click("#setup")
    screen.page.click("#to-boards")


def lesson(screen: Screen) -> None:
    """Show the step of the lesson in which a shift finds a line."""
    screen.page.click("#tab-lesson")
    screen.page.wait_for_selector("#lesson .dots")
    screen.page.locator("#lesson .dot").nth(3).click()
    screen.page.click("#lesson .one[aria-label^='3:']")


def lines(screen: Screen) -> None:
    """Point at a cell of a box, so that its lines are shown."""
    screen.cell(21).focus()


def nothing(screen: Screen) -> None:
    """Show the page as it opens."""


def review(screen: Screen) -> None:
    """Show the value of each position of the game, and of the free cells."""
    screen.press("h")
    screen.page.click("#tab-moves")
    screen.page.click("#look")
    screen.wait("document.querySelectorAll('#graph circle').length === 6")


# The screenshots, by file name.
SHOTS = {
    ROOT / "docs/pictures/page.png": Shot(
        "XO./.X./..O;perfect;X",
        bits,
        "The page: a board with X on a1 and b2 and O on b1 and c3, and beside it the numbers 17 "
        "and 258, bit by bit",
    ),
    ROOT / "docs/pictures/review.png": Shot(
        "a1b1b2a2c2;person",
        review,
        "The page with the review of a game: b1 gave a draw away, and c2 a win",
    ),
    ROOT / "docs/pictures/first.png": Shot(
        "",
        nothing,
        "The first visit on a phone: a ladder from Easy to Perfect, and an empty board",
        PHONE,
    ),
    ROOT / "docs/pictures/won.png": Shot(
        "a1a2b1b2c1;easy;X",
        won,
        "A win on a phone, in the dark: the line is behind the marks, and Medium comes next",
        PHONE,
        "dark",
    ),
    ROOT / "docs/pictures/lost.png": Shot(
        "a1b2b1c1c3a3;easy;X",
        nothing,
        "A loss on a phone: what comes next is the largest button",
        PHONE,
    ),
    ROOT / "docs/pictures/choice.png": Shot(
        "",
        choice,
        "The choice of a board on a phone, in the dark: pictures in groups",
        PHONE,
        "dark",
    ),
    ROOT / "docs/pictures/lesson.png": Shot(
        "",
        lesson,
        "A step of the lesson: stones that are shifted twice leave the bit where a line begins",
    ),
    ROOT / "docs/pictures/qubic.png": Shot(
        "4x4x4,4:1a1 4d4 2b2 3c3;person".replace(" ", ""),
        lines,
        "Qubic: four layers, and the lines through the cell that is pointed at",
    ),
    ROOT / "docs/pictures/room.png": Shot(
        "b2a1c3;person",
        room,
        "The game for a room: X on b2 and c3 is 272, O on a1 is 1",
        ViewportSize(width=1280, height=720),
    ),
    ROOT / "docs/pictures/puzzle.png": Shot(
        "puzzle=2026-11-20;5,5,4",
        tried,
        "The puzzle of a day: O to move and win in three; a1 loses, and a hint leaves six cells",
        PHONE,
    ),
    ROOT / "docs/pictures/large.png": Shot(
        "15,15,5:h8i9j8;person",
        aimed,
        "A board of 15x15 on a phone, where a finger has aimed at k7",
        PHONE,
    ),
}


SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@contextmanager
def shown(browser: Browser, url: str, shot: Shot, scheme: Scheme) -> Iterator[Screen]:
    """Open a new page, and perform the actions of a screenshot on it."""
    page = browser.new_page(viewport=shot.size, color_scheme=scheme, reduced_motion="reduce")
    screen = Screen(page).go(f"{url}#{shot.link}")
    shot.do(screen)
    page.mouse.move(0, 0)
    yield screen
    page.close()


def take(browser: Browser, url: str, shot: Shot, scheme: Scheme | None = None) -> bytes:
    """The PNG of a screenshot, in its own colour scheme or in another."""
    with shown(browser, url, shot, scheme or shot.scheme) as screen:
        return with_text(screen.page.screenshot(), told(screen.page))


def told(page: Page) -> str:
    """The content of the page for a screen reader, as lines."""
    return page.locator("body").aria_snapshot()


def with_text(png: bytes, text: str) -> bytes:
    """A PNG with a text chunk after its first chunk, the header."""
    end = len(HEAD) + 12 + int.from_bytes(png[len(HEAD) : len(HEAD) + 4], "big")
    chunk = b"iTXt" + KEYWORD + b"\1\0\0\0" + zlib.compress(text.encode(), 9)
    framed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:end] + framed + png[end:]


def text_in(png: bytes) -> str:
    """The text chunk of a screenshot that this program has taken."""
    texts = [content for kind, content in chunks(png) if kind == b"iTXt"]
    return zlib.decompress(texts[0][len(KEYWORD) + 4 :]).decode()


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The type and the content of each chunk of a PNG."""
    at = len(HEAD)
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8 : at + 8 + size]
        at += size + 12


def main() -> None:
    """Take every screenshot."""
    LOOKED_AT.mkdir(parents=True, exist_ok=True)
    executable = next(filter(None, map(shutil.which, WITH_PROFILES)), None)
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        for path, shot in SHOTS.items():
            path.write_bytes(take(browser, url, shot))
            for scheme in SCHEMES:
                looked_at = LOOKED_AT / f"{path.stem}-{scheme}.png"
                looked_at.write_bytes(take(browser, url, shot, scheme))
        browser.close()


if __name__ == "__main__":
    main()
