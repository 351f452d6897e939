"""What empty boards are worth, in a dialog of the page: every board, by touch and keys."""

from __future__ import annotations

from itertools import product

import pytest

from noughts.solver import sources, values
from noughts.solver.known.value_list import LONGEST, SHORTEST, BoardValue
from noughts.web.boards import PAGE_SIDE
from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems

pytestmark = pytest.mark.wide  # a browser

FLAT = [each for each in values() if each.rules.has("any_order")]
FETCHED = "performance.getEntriesByType('resource').map((e) => e.name).join()"
WRITTEN = {1: "W", 0: "D", -1: "L", None: "?"}
WORDS = {1: "a win for the first player", 0: "a draw", -1: "a win for the second player"}
WORDS_OF_OPEN = {(0, 1): "open, at least a draw", (-1, 0): "open, at most a draw", (-1, 1): "open"}
SMALL = (
    "[...document.querySelectorAll('#values :is(button, input, [role=gridcell])')]"
    ".filter((e) => e.getClientRects().length).filter((e) => {"
    "const {width, height} = e.getBoundingClientRect(); return width < 24 || height < 24 })"
    ".map((e) => e.outerHTML.slice(0, 80))"
)


def ask_for(screen: Screen, k: int, misere: bool) -> None:
    screen.page.check(f"#values [name=values-k][value='{k}']")
    screen.page.set_checked("#values [type=checkbox]", misere)


def cells(screen: Screen) -> list[tuple[str, str]]:
    """The mark of each board that is shown, and what a screen reader says of it."""
    shown = "[...document.querySelectorAll('#values [role=gridcell]')]"
    found: list[list[str]] = screen.ask(f"{shown}.map((e) => [e.innerText, e.ariaLabel])")
    return [(mark, label) for mark, label in found]


def told(screen: Screen) -> str:
    return screen.page.inner_text("#values .told p")


def says(known: BoardValue, label: str) -> bool:
    """Whether a text says all that is known of a board."""
    longer, shorter = known.sides
    worth = WORDS_OF_OPEN.get((known.lower, known.upper)) or WORDS[known.lower]
    misere = ", misère" * known.rules.misere
    facts = [f"{longer}×{shorter}, {known.rules.k} in a row{misere}: {worth}."]
    if known.nodes > 1:
        facts.append(f" {known.nodes:,} positions" + " in vain" * (known.value is None) + ".")
    if known.certificate:
        facts.append(f"A certificate of {known.certificate:,} lines proves it.")
    for key, value in known.published.items():
        source = sources()[key]
        facts += [f"Published as {WORDS[value]} by ", f"{source.authors} ({source.year})"]
    names = [source.authors for source in sources().values() if source.key not in known.published]
    return (
        all(fact in label for fact in facts)
        and not any(name in label for name in names)
        and ("No publication was found" in label) == (not known.published)
        and ("proves it" in label) == bool(known.certificate)
        and ("It can be played here." in label) == (max(*known.sides, known.rules.k) <= PAGE_SIDE)
    )


def test_every_board_of_the_list_is_shown_and_those_of_the_page_can_be_played(
    open_page: Open,
) -> None:
    screen = open_page("#5,5,4:c3", viewport={"width": 320, "height": 568}, has_touch=True)
    page = screen.page
    assert "values" not in screen.ask(FETCHED)
    page.tap("#setup")
    page.tap("#more summary")
    page.tap("#worths")
    page.wait_for_selector("#values[open]")
    assert told(screen).startswith("5×5, 4 in a row: a draw.")  # the board of the game
    for k, misere in product(range(SHORTEST, LONGEST + 1), (False, True)):
        ask_for(screen, k, misere)
        known = sorted(
            (each for each in FLAT if (each.rules.k, each.rules.misere) == (k, misere)),
            key=lambda each: each.sides,
        )
        found = cells(screen)
        assert [mark for mark, _ in found] == [WRITTEN[each.value] for each in known]
        for each, (_, label) in zip(known, found, strict=True):
            assert says(each, label), (each, label)

    ask_for(screen, 3, True)  # with wins of the second player, and open boards
    assert screen.ask("document.documentElement.scrollWidth") == 320
    assert screen.ask("document.querySelector('#values').scrollWidth") <= 320
    assert screen.ask(SMALL) == []
    assert problems(screen, EVERY_RULE, "#values") == []
    page.emulate_media(color_scheme="dark")
    for misere in (True, False):  # and wins of the first player
        ask_for(screen, 3, misere)
        assert problems(screen, CONTRAST, "#values") == []

    page.locator("#values [role=gridcell]").filter(has_text="W").first.tap()
    assert told(screen).startswith("4×3, 3 in a row: a win for")
    assert page.is_visible("#values .told .primary")
    screen.press("End", "ArrowRight", "ArrowDown")  # 4x4 is the last of its row
    assert told(screen).startswith("5×4, 3 in a row")
    screen.press(
        "ArrowDown", "ArrowLeft", "Home", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "End"
    )
    assert told(screen).startswith("3×3, 3 in a row")
    focused = screen.ask("document.activeElement.ariaLabel")
    assert focused == f"{told(screen)} It can be played here."
    assert screen.ask("document.querySelectorAll('#values [tabindex=\"0\"]').length") == 1
    ask_for(screen, 5, False)
    page.locator("#values [aria-label^='6×6']").tap()
    screen.press("Escape")
    assert not page.is_visible("#values")
    assert page.is_visible("#sheet")
    page.tap("#worths")
    page.wait_for_selector("#values[open]")  # it opens at the board of the game
    ask_for(screen, 5, False)
    page.locator("#values [aria-label^='6×6']").tap()
    page.tap("#values .told .primary")
    assert not page.is_visible("#values, #sheet")
    screen.wait("document.querySelector('.game').dataset.board === '6,6,5'")
    assert screen.position == "/".join(["......"] * 6)
    assert screen.focus == "setup"
    page.go_back()
    assert screen.shows("...../...../..X../...../.....")


def test_without_a_network_it_says_so_and_is_there_once_there_is_one(
    open_page: Open, errors: list[str]
) -> None:
    screen = open_page("#15,15,5:", viewport={"width": 844, "height": 390}, service_workers="block")
    page = screen.page
    page.route("**/values.css", lambda route: route.abort())
    screen.setup()
    page.click("#worths")
    screen.wait("document.querySelector('#status').textContent.includes('could not be fetched')")
    assert screen.status == "The values could not be fetched: values.css is missing"
    assert not page.is_visible("#sheet")
    errors.clear()  # Chromium's, that a file is missing
    page.unroute("**/values.css")
    screen.setup()
    page.click("#worths")
    page.wait_for_selector("#values[open]")
    assert told(screen).startswith("5×5, 5 in a row")  # the list has no board of the game
    page.mouse.click(2, 2)  # beside it
    assert not page.is_visible("#values")
