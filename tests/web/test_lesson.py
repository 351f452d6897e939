"""The first lesson: its steps take what the library takes, and anybody can do them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts import Position
from noughts.codecs import CODECS
from noughts.codecs.word import new, step
from tests import oracle
from tests.web.conftest import Node, Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems
from tests.web.test_boards import NOTE_SHIFTS

ROOT = Path(__file__).parents[2]
BOARD = oracle.Board((3, 3), 3)
MASKS = [oracle.mask_of(line, BOARD) for line in oracle.lines(BOARD)]
DIAGONAL = next(mask for mask in MASKS if mask & 0b100_000_001 == 0b100_000_001)
FIVE = 0b001_110_101  # of which one line is whole
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 320, "height": 568}}


@pytest.fixture(scope="module")
def steps(node: Node) -> list[dict[str, Any]]:
    """Each step with all answers that it takes for done."""
    found: list[dict[str, Any]] = node("steps.mjs")
    return found


def apart(stones: int, distance: int) -> bool:
    """Whether three bits of a number are set that stand so far apart."""
    bits = {bit for bit in range(9) if stones >> bit & 1}
    return any({bit + distance, bit + 2 * distance} <= bits for bit in bits)


def test_each_of_eight_steps_is_open_at_first_and_tells_what_it_shows(
    steps: list[dict[str, Any]],
) -> None:
    assert len(steps) == 8
    for one in steps:
        assert not one["first"], one["title"]
        assert one["broken"] == [], one["title"]
        assert 0 < len(one["done"]) < one["walked"], one["title"]


def test_a_step_takes_what_is_right_and_nothing_else(steps: list[dict[str, Any]]) -> None:
    bit, number, mask, shift, edge, two_bits, three_values, word = (one["done"] for one in steps)
    assert bit == [1 << 4]
    assert number == [DIAGONAL]
    assert mask == [line for line in MASKS if line & ~FIVE == 0]
    assert shift == [3]
    assert sorted(edge) == [
        stones
        for stones in range(512)
        if apart(stones, 1) and not any(line & ~stones == 0 for line in MASKS)
    ]
    assert two_bits == [{"x": 0b010, "o": 0b100}]
    assert three_values == [CODECS["base3"].encode(Position(0b010, 0b100))]
    won = new()
    for cell in (4, 0, 5, 1, 3):
        won = step(won, cell + 1)
    assert word == [won]


def tap(screen: Screen, *cells: int) -> None:
    for cell in cells:
        screen.cell(cell).tap()


def choose(screen: Screen, value: int) -> None:
    screen.page.locator(f"#lesson .one[aria-label^='{value}:']").tap()


def write(screen: Screen, text: str) -> None:
    screen.write("#answer", text)


# What is wrong, and then what is right.
ANSWERS: list[tuple[Callable[[Screen], None], Callable[[Screen], None]]] = [
    (lambda screen: tap(screen, 0), lambda screen: tap(screen, 0, 4)),
    (lambda screen: write(screen, "27"), lambda screen: write(screen, "273")),
    (lambda screen: choose(screen, 7), lambda screen: choose(screen, 84)),
    (lambda screen: choose(screen, 1), lambda screen: choose(screen, 3)),
    (lambda screen: tap(screen, 0, 1, 2), lambda screen: tap(screen, 0, 1, 3, 4)),
    (lambda screen: tap(screen, 1, 1), lambda screen: tap(screen, 1, 1, 2, 2)),
    (lambda screen: write(screen, "2x"), lambda screen: write(screen, "21")),
    (lambda screen: tap(screen, 0), lambda screen: tap(screen, 3)),
]


def stored(screen: Screen) -> Any:
    return screen.ask("JSON.parse(localStorage.getItem('noughts')).lesson")


@pytest.mark.wide
def test_the_lesson_is_done_by_touch_and_by_keys_and_is_remembered(open_page: Open) -> None:
    screen = open_page(**PHONE)
    page = screen.page
    assert (
        screen.ask("performance.getEntriesByType('resource').map((e) => e.name).join()").count(
            "lesson"
        )
        == 0
    )
    screen.ask(NOTE_SHIFTS)
    page.tap("#tab-lesson")
    page.wait_for_selector("#lesson .dots")
    for at, (wrong, right) in enumerate(ANSWERS):
        assert screen.ask("document.documentElement.scrollWidth") == 320
        assert page.inner_text("#task h2").startswith(f"{at + 1}. ")
        if at == 2:  # the cells of a mask are seen, though the bits were never opened
            cells = "[...document.querySelectorAll('.choices .mask *')]"
            assert screen.ask(f"new Set({cells}.map((e) => getComputedStyle(e).fill)).size") == 2
        wrong(screen)
        assert page.locator("#lesson .good").count() == 0
        assert ("Not yet: " in page.inner_text("#lesson .told")) == (at < 2)
        if at == 4:  # a1 b1 c1
            assert page.inner_text("#lesson .told").startswith("From a1 it finds a real line")
        assert page.inner_text("#lesson .next") == "Skip"
        assert page.locator("#lesson [aria-current=step]").inner_text() == f"{at + 1}"
        assert page.locator("#lesson [aria-invalid=true]").count() == (at == 6)  # "2x"
        right(screen)
        assert page.locator("#lesson .good").count() == 1, at
        assert screen.status.startswith("Done. ")
        assert stored(screen) == 2 ** (at + 1) - 1
        assert problems(screen, EVERY_RULE, "#lesson, #grid" if at else "html") == []
        page.tap("#lesson .next")
    assert screen.ask("shifts") == []
    assert stored(screen) == 0  # the last button was "Begin again"
    assert page.locator("#grid").count() == 1  # the lesson has the board of the game
    page.tap("#leave")
    assert screen.position == ".../.../..."
    assert page.is_visible("#ladder")
    page.tap("#tab-lesson")

    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 800})
    for at in (1, 2, 5):
        page.locator("#lesson .dot").nth(at).click()
        assert problems(screen, CONTRAST) == []

    page.locator("#lesson .dot").first.click()
    screen.cell(0).focus()
    screen.press("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter")
    assert stored(screen) == 1
    screen.press("Digit5", "Digit9")  # the centre is free again, and a stone is in c3
    assert page.inner_text("#lesson output") == "256"
    screen.press("n", "u")  # these mean nothing here, and nothing to the game
    page.click("#lesson .next")
    assert page.inner_text("#task h2").startswith("2. ")
    page.focus("#answer")
    page.keyboard.type("273")
    assert stored(screen) == 3
    assert screen.labels()[0] == "X, marked, worth 1"

    page.click("#tab-moves")
    for _ in range(2):  # the first writes what it read, though the lesson was not open
        screen.reload()
        assert not page.is_visible("#lesson")
        screen.press("h")
        screen.clear()
    page.click("#tab-lesson")
    page.wait_for_selector("#lesson .dots")
    assert page.inner_text("#task h2").startswith("3. ")
    assert page.locator("#lesson .dot.done").count() == 2
    screen.reload()
    assert page.is_visible("#task")  # the tab that was open last
    screen.fragment("b2;person")
    assert screen.shows(".../.X./...")  # whoever follows a link wants the game
    assert not page.is_visible("#task")
    page.click("#tab-lesson")
    screen.reload()
    assert not page.is_visible("#task")


@pytest.mark.wide
def test_the_bits_of_a_shift_move(open_page: Open) -> None:
    screen = open_page(reduced_motion="no-preference")
    moving = "document.getAnimations().filter((a) => a.effect.target.matches('.bit')).length"
    screen.page.click("#tab-lesson")
    screen.page.wait_for_selector("#lesson .dots")
    screen.page.locator("#lesson .dot").nth(3).click()
    assert screen.ask(moving) == 0
    screen.page.click("#lesson .one[aria-label^='3:']")
    assert screen.ask(moving) == 2 * (9 + 3)  # of both shifts, with three that fall off
    screen.wait(f"{moving} === 0")
    assert screen.page.locator(".fallen").count() == 0
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.click("#lesson .one[aria-label^='1:']")
    assert screen.ask(moving) == 0


@pytest.mark.wide
def test_a_game_that_is_watched_waits_while_the_lesson_has_the_board(open_page: Open) -> None:
    screen = open_page()
    screen.watch("random", "easy", "slow")
    screen.press("Escape")
    screen.page.click("#tab-lesson")
    screen.page.wait_for_selector("#lesson .dots")
    screen.page.click("#leave")
    assert screen.page.inner_text("#headline") == "Paused."


@pytest.mark.wide
def test_the_end_leads_on_to_the_lessons_of_the_guide(open_page: Open) -> None:
    screen = open_page(stored='{"lesson": 127, "tab": "lesson"}', locale="en")  # a page of its own
    screen.page.wait_for_selector("#lesson .dots")
    assert not screen.page.is_visible(".guide")
    screen.play(3)
    titles = screen.page.locator(".guide li").all_inner_texts()
    lessons = sorted((ROOT / "docs/learn").glob("[1-9]-*.md"))
    heads = [lesson.read_text(encoding="utf-8").partition("\n")[0] for lesson in lessons]
    assert [f"# Lesson {at}: {title}".lower() for at, title in enumerate(titles, 1)] == [
        head.lower() for head in heads
    ]
    links = "[...document.querySelectorAll('.guide a')].map((a) => a.getAttribute('href'))"
    assert screen.ask(links) == []  # where the guide does not stand beside the page
    made = "Object.assign(document.createElement('meta'), {name: 'guide', content: '../learn/'})"
    screen.page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => document.head.append({made}))"
    )
    screen.reload()
    plans = "document.querySelector('#lesson > .how a').getAttribute('href')"
    assert screen.ask(plans) == "../learn/../teaching.html"
    assert screen.ask(links) == [f"../learn/{lesson.stem}.html" for lesson in lessons]
    why = "document.querySelector('#top a').getAttribute('href')"  # nobody beats Perfect
    screen.wait(f"{why} === '../learn/4-minimax.html'")


@pytest.mark.wide
def test_the_tabs_are_walked_by_keys_and_remembered(open_page: Open) -> None:
    screen = open_page()
    screen.page.focus("#tab-bits")
    screen.press("ArrowLeft", "Enter")
    assert screen.page.is_visible("#moves")
    screen.play(4)
    assert screen.page.locator("#played li").all_inner_texts() == ["Start", "1 X b2", "2 O a1"]
    screen.page.locator("#played button").nth(1).click()
    assert screen.position == ".../.X./..."
    assert screen.page.locator("#played [aria-current=step]").inner_text() == "1 X b2"
    assert screen.page.locator("#played .undone").count() == 1
    assert problems(screen, EVERY_RULE) == []
    screen.reload()
    assert screen.page.is_visible("#moves")
    screen.press("Tab")
    screen.page.focus("#tab-moves")
    twice = "const tab = document.getElementById('tab-lesson'); tab.click(); tab.click();"
    screen.ask(f"(() => {{ {twice} }})()")  # while it is being fetched
    screen.page.wait_for_selector("#lesson .dots")
    assert screen.page.locator("#lesson .dots").count() == 1
    screen.press("End", "ArrowRight", "ArrowRight", "Enter")
    assert screen.page.is_visible("#bits")
    screen.page.click("#chosen-row [data-shows~='base3']")
    screen.reload()
    assert screen.page.is_visible(".row.base3")
    assert screen.page.locator("#rows section:visible").count() == 1
    screen.fragment("4,4,3:a1")
    screen.shows("X.../..../..../....")
    assert screen.page.is_visible("#moves")  # there are no bits of this board
    screen.page.click("#tab-bits")
    assert screen.page.is_visible("#elsewhere")
    assert not screen.page.is_visible("#rows")
    screen.fragment("b2")
    assert screen.page.is_visible("#rows")


def test_a_step_has_an_address(open_page: Open) -> None:
    screen = open_page("#lesson=3")
    screen.page.wait_for_selector("#lesson .dot[aria-current]")
    screen.wait("document.querySelector('#task h2')?.textContent.startsWith('3. ')")
    screen.page.click("#lesson .next")
    assert screen.whole_address == "lesson=4"
    screen.reload()
    screen.wait("document.querySelector('#task h2')?.textContent.startsWith('4. ')")
    screen.fragment("lesson=2")
    screen.wait("document.querySelector('#task h2')?.textContent.startsWith('2. ')")
    screen.page.click("#leave")
    assert screen.whole_address == ""
    screen.fragment("b2;person")  # a game, beside the lesson that was begun
    assert screen.shows(".../.X./...")
    assert screen.whole_address == "b2;person"
