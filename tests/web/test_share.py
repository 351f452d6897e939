"""A game shared as a QR code, which a reader of our own reads."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route

from tests.web.conftest import Node, Open
from tests.web.qr import BLOCKS, HOLDS, Rows, read
from tests.web.screen import Screen
from tests.web.test_access import EVERY_RULE, problems

LINK = "http://127.0.0.1:8273/#15,15,5:"
TEXTS = [
    "",
    "http://127.0.0.1:8273/#b2a1c3;easy;X",
    "é\u2028🙂",
    *((LINK + "h8" * 1200)[: HOLDS[version - 1]] for version in (1, 2, 6, 7, 9, 10, 14)),
]
LONG_TEXTS = [(LINK + "h8" * 1200)[: HOLDS[version - 1]] for version in BLOCKS]


def painted(path: str, size: int) -> Rows:
    """The rows that a path paints, of runs one module high."""
    rows = [["0"] * size for _ in range(size)]
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert width == back
        rows[int(y)][int(x) : int(x) + int(width)] = "1" * int(width)
    return ["".join(row) for row in rows]


@pytest.mark.parametrize(
    "texts", [TEXTS, pytest.param(LONG_TEXTS, marks=pytest.mark.wide)], ids=["short", "long"]
)
def test_a_code_is_read_as_it_was_written(node: Node, texts: list[str]) -> None:
    for text, code in zip(texts, node("codes.mjs", texts), strict=True):
        assert read(code["rows"]) == text
        assert painted(code["path"], len(code["rows"])) == code["rows"]


@pytest.mark.wide
def test_a_code_is_as_small_as_the_standard_allows(node: Node) -> None:
    versions = [1, 2, 6, 9, 10, 16, 24, 31, 40]
    lengths = [HOLDS[version - 1] + more for version in versions for more in (0, 1)]
    codes = node("codes.mjs", ["x" * length for length in lengths])
    sizes = [code and len(code["rows"]) for code in codes]
    expected = [17 + 4 * (version + more) for version in versions for more in (0, 1)]
    assert sizes == [*expected[:-1], None]  # nothing holds more than the largest


def test_the_reader_takes_no_damaged_code(node: Node) -> None:
    (code,) = node("codes.mjs", ["http://127.0.0.1:8273/#b2a1c3;easy;X"])
    rows = code["rows"]
    size = len(rows)
    for at in range(0, size**2, 5):  # each row and each column
        i, j = divmod(at, size)
        damaged = [*rows]
        damaged[i] = rows[i][:j] + "10"[int(rows[i][j])] + rows[i][j + 1 :]
        with pytest.raises(AssertionError):
            read(damaged)


ELSEWHERE = "https://noughts.test/"


def open_elsewhere(open_page: Open, url: str, address: str) -> Screen:
    """The page at an address that other devices can open, too."""
    screen = open_page(service_workers="block")

    def answer(route: Route) -> None:
        headers = route.request.headers
        headers.pop("host", None)  # Firefox's, which the server refuses
        asked = route.request.url.replace(ELSEWHERE, url)
        route.fulfill(response=route.fetch(url=asked, headers=headers))

    screen.page.route(f"{ELSEWHERE}**", answer)
    return screen.go(ELSEWHERE + address)


@pytest.mark.wide
def test_a_link_that_only_this_machine_can_open_has_no_code(open_page: Open) -> None:
    screen = open_page("#b2")
    screen.page.click("#code")
    screen.wait("document.querySelector('#shared[open] a')")
    assert not screen.page.locator(".code").count()
    assert "noughts web --host" in screen.page.inner_text("#shared")


@pytest.mark.wide
def test_the_code_on_the_screen_is_the_link(open_page: Open, url: str) -> None:
    screen = open_elsewhere(open_page, url, "#5,5,4:c3")
    screen.press("p")
    assert screen.status == "There is nothing to pause: you play yourself."
    screen.page.click("#code")
    screen.wait("document.querySelector('#shared[open] path')")
    view = screen.ask("document.querySelector('.code').getAttribute('viewBox')").split()
    assert view[0] == view[1] == "-4"  # the quiet zone
    path = screen.page.get_attribute(".code path", "d")
    link = screen.page.inner_text("#shared a")
    assert link.endswith("/#5,5,4:c3;perfect;X")
    assert read(painted(path or "", int(view[2]) - 8)) == link
    assert problems(screen, EVERY_RULE) == []
    screen.press("u")  # the game has to wait
    assert screen.address == "5,5,4:c3"
    screen.press("Escape")
    assert not screen.page.is_visible("#shared")
    assert screen.focus == "code"


@pytest.mark.wide
def test_who_has_a_link_too_long_for_a_code_hears_what_to_do(open_page: Open, url: str) -> None:
    screen = open_elsewhere(open_page, url, "?" + "x" * 2400)
    screen.page.click("#code")
    screen.wait("document.querySelector('#headline').textContent.includes('long')")
    assert screen.status == "This link is too long for a QR code. Copy it instead."
    assert not screen.page.is_visible("#shared")
