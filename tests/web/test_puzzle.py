"""The puzzle of a day on the page: the library's, tried, solved, shared and remembered."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest

from noughts import Position
from noughts.puzzles import LEVELS, collection, daily
from noughts.puzzles.daily_collection import FILE, WEEK
from noughts.puzzles.endgame_search import worths
from tests.tools import some
from tests.web.conftest import Node, Open
from tests.web.screen import MARKS, Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems

YEAR = [date(2026, 1, 1) + timedelta(days=day) for day in range(366)]
BOARDS = FILE.read_text(encoding="utf-8").split("\n", 1)[0].split()
CHOICES = [("", ""), ("", "hard"), ("3,3,3", ""), ("5,5,4", "easy"), ("3x3x3,3,misere", "hard")]
TRIED = [{"day": YEAR[0].toordinal(), "level": "", "board": board} for board in BOARDS]
ADDRESSES = {
    "puzzle": "puzzle=2026-01-01",
    "puzzle=2025-12-30": "puzzle=2025-12-30",
    "puzzle=2025-12-30;hard;5,5,4": "puzzle=2025-12-30;hard;5,5,4",
    "puzzle=;4,4,4": "puzzle=2026-01-01;4,4,4",
    "puzzle=2031-01-01": "puzzle=2026-01-01",  # not before its day
    "puzzle=2025-99-99;cruel;2,2,2": "puzzle=2026-01-01",
    "puzzle=practice": "puzzle=practice",
    "puzzle=x": None,
    "b2a1": None,
    "": None,
}
DAY = "2026-11-22"  # a Sunday
PUZZLE = daily(DAY, "3,3,3")
ADDRESS = f"#puzzle={DAY};3,3,3"
WRONG = [move for move in PUZZLE.position.legal_moves if move != PUZZLE.answer]


@pytest.fixture(scope="module")
def told(node: Node) -> Any:
    """What the page makes of days, tries and addresses."""
    return node("puzzles.mjs", [2026, len(YEAR)], CHOICES, TRIED, [*ADDRESSES])


@pytest.mark.wide
def test_the_page_has_the_puzzles_of_the_library_for_a_year_of_days(told: Any) -> None:
    assert (told["first"], told["iso"]) == (YEAR[0].toordinal(), "2026-01-01")
    assert told["levels"] == [WEEK[day.weekday()] for day in YEAR[:7]]
    for day, found in zip(YEAR, told["puzzles"], strict=True):
        for (board, level), (there, hard, code, line) in zip(CHOICES, found, strict=True):
            puzzle = daily(day, board or None, level or None)
            assert (there, hard, line) == (str(puzzle.rules), puzzle.level, [*puzzle.line])
            x, o, cells = puzzle.position.x, puzzle.position.o, puzzle.rules.cells
            assert int(code, 36) == x | o << cells


@pytest.mark.wide
def test_a_try_on_the_page_is_worth_what_the_library_says(told: Any) -> None:
    for choice, found in zip(TRIED, told["tries"], strict=True):
        puzzle = daily(YEAR[0], str(choice["board"]))
        assert found["position"] == str(puzzle.position)
        assert (found["task"], found["answer"]) == (puzzle.task, puzzle.answer)
        assert found["left"] == [len(puzzle.remaining(hints)) for hints in range(5)]
        for tried in found["tries"]:
            ours = puzzle.attempt(tried["cell"])
            assert tried["value"] == ours.value
            if tried["reply"] is None:
                assert ours.reply is None
            else:
                after = puzzle.position.play(tried["cell"])
                assert refutes(after, tried["reply"], -ours.value)


def refutes(position: Position, reply: int, value: int) -> bool:
    """Whether a reply is worth this to who makes it."""
    return any((move.cell, move.value) == (reply, value) for move in worths(position))


@pytest.mark.wide
def test_addresses_name_a_day_a_level_and_a_board(told: Any) -> None:
    assert told["of"] == [name for name in LEVELS if collection("3,3,3", name)]
    assert told["again"] == [*ADDRESSES.values()]
    assert told["odd"] == [*[None] * 4, "2031-01-01", "2025-99-99", None, "x", "b2a1", None]


# In a browser.


def enter(open_page: Open, address: str = ADDRESS, **options: Any) -> Screen:
    screen = open_page(address, **options)
    screen.page.wait_for_selector("#puzzle .cell")
    return screen


def cell(screen: Screen, number: int) -> Any:
    return screen.page.locator(f"#puzzle .cell[data-cell='{number}']")


def told_in(screen: Screen) -> str:
    return screen.page.inner_text("#puzzle .told")


def stones(screen: Screen) -> str:
    marks: list[str] = screen.ask(
        "[...document.querySelectorAll('#puzzle .cell')].map((c) => c.dataset.mark)"
    )
    return "".join(MARKS[int(mark)] for mark in marks)


def result(screen: Screen) -> str:
    return "".join(
        screen.ask("[...document.querySelectorAll('.squares i')].map((i) => i.dataset.sign)")
    )


def flat(position: Position) -> str:
    return str(position).replace("/", "")


@pytest.mark.wide
def test_a_wrong_move_is_refuted_on_the_board_and_the_right_one_solves_it(
    open_page: Open,
) -> None:
    screen = enter(open_page)
    assert screen.page.inner_text("#puzzle .task") == PUZZLE.task
    assert stones(screen) == flat(PUZZLE.position)
    cell(screen, WRONG[0]).click()
    assert told_in(screen).startswith(f"{'abc'[WRONG[0] % 3]}{WRONG[0] // 3 + 1} ")
    assert stones(screen).count(".") == flat(PUZZLE.position).count(".") - 2
    screen.page.click("#puzzle >> text=Try again")
    assert stones(screen) == flat(PUZZLE.position)
    assert cell(screen, WRONG[0]).locator(".hint b").is_visible()
    cell(screen, WRONG[0]).click()  # which is not counted again
    cell(screen, PUZZLE.answer).click()  # and need not be taken back
    assert told_in(screen).startswith("Yes! ")
    end = PUZZLE.position
    for move in PUZZLE.line:
        end = end.play(move)
    assert stones(screen) == flat(end)
    sign = "LD"[PUZZLE.attempt(WRONG[0]).value + 1]
    assert result(screen) == f"{sign}+"
    cell(screen, WRONG[-1]).click()  # it is over
    assert stones(screen) == flat(end)
    screen.reload()
    screen.page.wait_for_selector("#puzzle .cell")
    assert result(screen) == f"{sign}+"


@pytest.mark.wide
def test_hints_leave_fewer_cells_and_the_answer_can_be_shown(open_page: Open) -> None:
    screen = enter(open_page)
    few = len(PUZZLE.remaining(1))
    screen.page.click("#puzzle >> text=Hint")
    assert screen.page.locator("#puzzle .maybe").count() == few
    assert told_in(screen).startswith("It is one of ")
    screen.page.click("#puzzle >> text=Show answer")
    assert result(screen) == "hx"
    assert screen.page.locator("#puzzle .answer").get_attribute("data-cell") == str(PUZZLE.answer)
    assert screen.focus == "BUTTON"  # on to the next
    screen.page.click("#puzzle .squares ~ button")  # erases
    assert result(screen) == ""
    assert stones(screen) == flat(PUZZLE.position)


@pytest.mark.wide
def test_days_in_succession_are_counted_kept_and_erased(open_page: Open) -> None:
    today = date.today()
    kept = {"last": today.toordinal() - 1, "days": 4, "most": 6, "results": {}}
    screen = open_page(stored=json.dumps({"puzzles": kept}))
    screen.page.click("#puzzle-button")
    screen.page.wait_for_selector("#puzzle .cell")
    streak = "#puzzle .streak"
    assert screen.page.inner_text(streak) == "Streak: 4 days, best 6"
    assert screen.page.inner_text("#puzzle .task") == daily(today).task
    screen.page.click("#puzzle [value=easy]")
    for level, onward in (("easy", "Next: medium"), ("medium", "Next: hard")):
        puzzle = daily(today, level=level)
        shown = "[...document.querySelectorAll('#puzzle .cell')].map((c) => c.dataset.mark)"
        marks = "".join(str(MARKS.index(mark)) for mark in flat(puzzle.position))
        screen.wait(f"{shown}.join('') === '{marks}'")
        cell(screen, puzzle.answer).click()  # and the day counts once
        assert screen.page.inner_text(streak) == "Streak: 5 days, best 6"
        screen.page.click(f"#puzzle >> text={onward}")
    screen.reload()
    screen.page.wait_for_selector("#puzzle .cell")
    assert screen.page.inner_text(streak) == "Streak: 5 days, best 6"
    screen.page.click("#puzzle >> text=Erase")
    assert screen.page.inner_text(streak) == "Solve one every day"


@pytest.mark.wide
def test_who_has_never_tried_one_begins_with_practice_which_has_no_day(open_page: Open) -> None:
    screen = open_page()
    screen.page.click("#tab-daily")
    screen.page.click("#daily-puzzle")
    screen.page.wait_for_selector("#puzzle .cell")
    practice = collection("3,3,3", "easy")[0]
    assert stones(screen) == flat(practice.position)
    assert told_in(screen).startswith("Your first puzzle: ")
    assert not screen.page.is_visible("#puzzle .date")
    cell(screen, practice.answer).click()
    assert result(screen) == "+"
    screen.page.click("#puzzle .acts >> text=Today’s puzzle")
    screen.wait("document.querySelector('#puzzle .date').checkVisibility()")
    today = daily(date.today())
    assert stones(screen) == flat(today.position)
    assert screen.page.inner_text("#puzzle .streak") == "Solve one every day"  # practice is no day
    screen.press("Escape")
    assert screen.focus == "daily-puzzle"


@pytest.mark.wide
def test_the_result_is_copied_with_a_link_and_does_not_give_the_answer_away(
    open_page: Open,
) -> None:
    screen = enter(open_page)
    cell(screen, PUZZLE.answer).click()
    screen.page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }"
    )
    screen.page.click("#puzzle >> text=Share the result")
    screen.wait("window.copied")
    title, link = screen.ask("window.copied").split("\n")
    assert title == f"Puzzle {DAY}, {PUZZLE.level}, on 3,3,3 🟩"
    assert link.endswith(ADDRESS)
    screen.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }"
    )
    screen.page.click("#puzzle >> text=Share the result")
    screen.wait("document.querySelector('#puzzle .told').textContent.includes('Puzzle 2026')")


@pytest.mark.wide
def test_days_levels_and_boards_can_be_chosen_and_stand_in_the_address(open_page: Open) -> None:
    screen = enter(open_page)
    screen.page.click("[aria-label='The day before']")
    screen.wait("location.hash === '#puzzle=2026-11-21;3,3,3'")
    screen.page.click("[aria-label='The day after']")
    screen.wait(f"location.hash === '{ADDRESS}'")
    screen.page.select_option("#puzzle select", "5,5,4,torus,misere")
    screen.wait("location.hash === '#puzzle=2026-11-22;5,5,4,torus,misere'")
    screen.page.click("#puzzle [value=hard]")
    screen.wait("location.hash === '#puzzle=2026-11-22;hard;5,5,4,torus,misere'")
    puzzle = daily(DAY, "5,5,4,torus,misere", "hard")
    assert stones(screen) == flat(puzzle.position)
    screen.page.select_option("#puzzle select", "3,3,3,torus,misere")
    screen.wait("location.hash === '#puzzle=2026-11-22;3,3,3,torus,misere'")
    screen.fragment("puzzle=2026-11-20;hard")
    screen.wait("document.querySelector('#puzzle .date').textContent.startsWith('Fri')")
    screen.press("Escape")
    screen.wait("location.hash === ''")
    assert screen.focus == "puzzle-button"
    screen.page.click("#puzzle-button")
    screen.page.wait_for_selector("#puzzle .cell")
    screen.fragment("b2a1")  # a link to a game
    screen.wait("!document.querySelector('#puzzle').open")
    assert screen.address == "b2a1"


@pytest.mark.wide
def test_the_keyboard_is_enough(open_page: Open) -> None:
    screen = enter(open_page)
    screen.wait("document.activeElement?.matches('#puzzle [role=gridcell]')")
    row, col = divmod(PUZZLE.answer, 3)
    screen.press(*["ArrowDown"] * row, *["ArrowRight"] * col, "Enter")
    assert result(screen) == "+"
    screen.press("h")  # a key of the game behind it
    assert screen.page.get_attribute("#hint", "aria-pressed") == "false"


@pytest.mark.no_cover
@pytest.mark.wide
@pytest.mark.parametrize("width", some([320, 390, 1280]))
def test_axe_finds_nothing_and_nothing_sticks_out(open_page: Open, width: int) -> None:
    screen = enter(open_page, viewport={"width": width, "height": 800})
    cell(screen, WRONG[0]).click()
    screen.page.click("#puzzle >> text=Try again")
    screen.page.click("#puzzle >> text=Hint")
    assert problems(screen, EVERY_RULE, "#puzzle") == []
    assert screen.ask("document.querySelector('#puzzle').scrollWidth") == width
    cell(screen, PUZZLE.answer).click()
    assert problems(screen, EVERY_RULE, "#puzzle") == []
    screen.page.emulate_media(color_scheme="dark")
    assert problems(screen, CONTRAST, "#puzzle") == []


@pytest.mark.wide
@pytest.mark.parametrize(
    "stored", ["5", "null", '{"last": 1}', '{"last": 1, "days": 1, "most": 1, "results": {"a": 7}}']
)
def test_what_is_stored_may_be_anything(open_page: Open, stored: str) -> None:
    screen = enter(open_page, stored=f'{{"puzzles": {stored}}}')
    assert screen.page.inner_text("#puzzle .streak") == "Solve one every day"
    cell(screen, PUZZLE.answer).click()
    assert result(screen) == "+"


@pytest.mark.wide
def test_a_puzzle_that_cannot_be_fetched_says_so(open_page: Open) -> None:
    screen = open_page("#b2;person", service_workers="block")
    broken = {"content_type": "text/javascript", "body": "throw new Error('no network');"}
    screen.page.route("**/puzzle_dialog.js", lambda route: route.fulfill(**broken))
    screen.page.click("#puzzle-button")
    told = "The puzzle could not be fetched: no network"
    screen.wait(f"document.querySelector('#headline').textContent === '{told}'")
