"""Everybody can use it: axe-core, narrow and enlarged screens, motion, focus, colour."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.screen import Screen

pytestmark = pytest.mark.wide  # a browser; test_smoke.py is quick

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
EVERY_RULE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # all that a scheme changes
GAME = ".game"  # beside the bits, which look alike in every state


def problems(screen: Screen, rules: dict[str, Any] = EVERY_RULE, within: str = "html") -> list[str]:
    """What axe-core finds, a line each."""
    if not screen.ask("'axe' in window"):
        screen.page.evaluate(AXE)
    found: dict[str, Any] = screen.page.evaluate(
        "([within, rules]) => axe.run(within, rules)", [within, rules]
    )
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scheme", "rules"),
    [("light", EVERY_RULE), pytest.param("dark", CONTRAST, marks=pytest.mark.longer)],
    ids=["light", "dark"],
)
def test_axe_finds_nothing_in_any_state(
    open_page: Open, scheme: str, rules: dict[str, Any]
) -> None:
    screen = open_page("#XO./.X./..O", color_scheme=scheme)
    screen.page.click(".help summary")
    screen.press("h")
    screen.type_number("x", "999")  # refused
    screen.bit("o", "Bit 1").hover()
    assert problems(screen, rules) == []
    for address in ("a1a2b2b1c3", "a1b1c1b2a2c2b3a3c3", "XX./.../..."):  # won, drawn, no position
        screen.fragment(address)
        assert problems(screen, rules, GAME) == [], address


@pytest.mark.no_cover
def test_axe_finds_nothing_on_a_phone(open_page: Open) -> None:
    screen = open_page("#b2", viewport={"width": 320, "height": 640}, is_mobile=True)
    screen.page.click("#tab-bits")
    assert problems(screen) == []


@pytest.mark.parametrize("width", [320, 640], ids=["320 px", "1280 px at 200%"])
def test_nothing_sticks_out_of_a_narrow_screen(open_page: Open, width: int) -> None:
    screen = open_page("#XO./.X./..O", viewport={"width": width, "height": 500})
    screen.page.click("#tab-bits")
    screen.press("h")
    screen.type_number("base4", "0x3")
    assert screen.ask("document.documentElement.scrollWidth") == width
    wide = (
        "[...document.querySelectorAll('main *, header *')].filter((e) => e.getClientRects().length"
        " && (e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1"
        " && getComputedStyle(e).display !== 'inline' && !e.closest('svg, input, .unseen')))"
        ".map((e) => e.outerHTML.slice(0, 80))"
    )
    assert screen.ask(wide) == []


def test_whatever_can_be_pressed_is_large_enough_for_a_finger(open_page: Open) -> None:
    screen = open_page(viewport={"width": 320, "height": 640})
    screen.page.click("#tab-bits")
    small = (
        "[...document.querySelectorAll('button, select, summary, input, [role=gridcell]')]"
        ".filter((e) => e.getClientRects().length).filter((e) => {"
        "const {width, height} = e.getBoundingClientRect(); return width < 24 || height < 24 })"
        ".map((e) => e.outerHTML.slice(0, 80))"
    )
    assert screen.ask(small) == []


def test_the_bits_are_shown_beside_the_board_and_the_moves_below_it(open_page: Open) -> None:
    assert open_page().page.is_visible("#rows")
    phone = open_page(viewport={"width": 390, "height": 800})
    assert not phone.page.is_visible("#rows")
    assert phone.page.is_visible("#moves")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_do_not_want_it(open_page: Open, motion: str) -> None:
    screen = open_page("#a1a2b2b1c3", reduced_motion=motion)
    moving = (
        "[...document.querySelectorAll('*')]"
        ".filter((e) => getComputedStyle(e).transitionDuration !== '0s').length"
    )
    assert (screen.ask(moving) > 0) == (motion == "no-preference")


def test_colours_follow_the_system(open_page: Open) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    assert open_page(color_scheme="dark").ask(paper) != open_page(color_scheme="light").ask(paper)


def test_worth_and_marks_are_told_apart_without_colour(open_page: Open) -> None:
    screen = open_page("#XX./OO./..X")
    screen.press("h")
    shown = screen.ask("[...document.querySelectorAll('.hint b')].map((h) => h.innerText)")
    assert shown == ["+ Win", "+ Win", "− Loss", "− Loss"]
    assert screen.page.locator(".cell[data-mark='1'] path.stroke").count() == 6
    assert screen.page.locator(".cell[data-mark='2'] circle.stroke").count() == 2


def test_the_focus_is_never_lost(open_page: Open) -> None:
    screen = open_page("#b2")
    for button in ("reply", "undo", "redo", "hint", "newGame", "share", "clear"):
        if screen.page.is_visible(f"#{button}"):
            screen.page.focus(f"#{button}")
            screen.press("Enter")
            assert screen.focus != "BODY", button
    screen.page.focus("#setup")
    screen.oppose("person")
    assert screen.focus == "setup"


def test_there_is_one_live_region(open_page: Open) -> None:
    regions = open_page().page.locator("[aria-live], [role=status], [role=alert], [role=log]")
    assert regions.count() == 1
