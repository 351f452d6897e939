"""The widget in a real JupyterLab, by mouse and keyboard in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from noughts import Game
from tests.notebook.conftest import notebook
from tests.web.test_access import AXE, EVERY_RULE

pytest.importorskip("anywidget")
pytest.importorskip("jupyterlab")
pytestmark = [pytest.mark.wide, pytest.mark.no_cover]

CELLS = [
    "from noughts.notebook import GameWidget\nfirst = GameWidget(opponent='perfect:first')\nfirst",
    "second = GameWidget('3x3x3,3', side='both')\nsecond",
    "def last(position):\n"
    "    return position.legal_moves[-1]\n"
    "third = GameWidget('4,4,3', last, side='o')\n"
    "third",
]
WAIT = 60_000  # milliseconds: a kernel starts, and perhaps compiles


class Lab:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def widget(self, number: int) -> Locator:
        """The widget of a cell of the notebook."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number).locator(".noughts")

    def cell(self, number: int, name: str) -> Locator:
        """A cell of the board of a widget."""
        return self.widget(number).locator(f".noughts-cells button[aria-label^='{name} ']")

    def action(self, number: int, label: str) -> Locator:
        """A button of a widget."""
        return self.widget(number).get_by_role("button", name=label, exact=True)

    def says(self, number: int, part: str, text: str) -> None:
        """Wait until a part of a widget has a text."""
        expect(self.widget(number).locator(f".noughts-{part}")).to_have_text(text, timeout=WAIT)

    def command(self, name: str, arguments: Any = None) -> None:
        """Let JupyterLab do something."""
        self.page.evaluate(
            "([name, given]) => { jupyterapp.commands.execute(name, given ?? {}); }",
            [name, arguments],
        )

    def run(self, code: str) -> str:
        """What code prints, as a new cell at the end of the notebook."""
        outputs = self.page.locator(".jp-Notebook .jp-Cell")
        count = outputs.count()
        self.page.evaluate(
            """async (code) => {
                const { commands, shell } = jupyterapp;
                const { content } = shell.currentWidget;
                content.activeCellIndex = content.widgets.length - 1;
                await commands.execute('notebook:insert-cell-below');
                content.activeCell.model.sharedModel.setSource(code);
                await commands.execute('notebook:run-cell');
            }""",
            code,
        )
        return outputs.nth(count).locator(".jp-OutputArea-output").inner_text().strip()


@pytest.fixture(scope="module")
def opened(lab: tuple[str, Path], browser: Browser) -> Iterator[Lab]:
    """A notebook with three widgets, all of which are shown."""
    page = browser.new_page(viewport={"width": 1200, "height": 1900}, reduced_motion="reduce")
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(notebook(lab, "game.ipynb", CELLS))
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=WAIT)
    page.evaluate(  # before the kernel is there, JupyterLab would ask for one
        """async () => {
            const { commands, shell } = jupyterapp;
            await shell.currentWidget.sessionContext.ready;
            commands.execute('notebook:run-all-cells');
        }"""
    )
    shown = Lab(page)
    for number in range(len(CELLS)):
        expect(shown.widget(number)).to_be_visible(timeout=WAIT)
    stills = page.locator(".noughts-still")  # where no widget runs they are to be seen
    expect(stills).to_have_count(len(CELLS))
    assert not any(still.is_visible() for still in stills.all())
    yield shown
    page.close()
    assert not problems


def test_a_game_is_played_by_mouse_and_python_sees_it(opened: Lab) -> None:
    opened.says(0, "status", "X (you) to move")
    opened.cell(0, "b2").click()
    opened.says(0, "record", "b2 a1")
    assert opened.run("print(repr(first.game))") == repr(Game.parse("b2 a1"))
    opened.cell(0, "a1").click(force=True)  # which is taken, and says so
    opened.cell(0, "b1").click()
    opened.says(0, "record", "b2 a1 b1 b3")
    opened.action(0, "Take back").click()
    opened.says(0, "record", "b2 a1")
    opened.action(0, "Play again").click()
    opened.says(0, "record", "b2 a1 b1 b3")


def test_hints_are_asked_for_and_stay_until_they_are_not(opened: Lab) -> None:
    assert opened.run("first.game = 'a1 b2 c3'; print(first.record)") == "a1 b2 c3"
    opened.says(0, "status", "O (perfect) to move")
    opened.action(0, "Let it move").click()
    opened.says(0, "record", "a1 b2 c3 b1")
    opened.action(0, "Hints").click()
    opened.says(
        *(0, "note", "W wins, D draws, L loses; a percentage is judged. The best are bold.")
    )
    hints = opened.widget(0).locator(".noughts-picture [font-size='14'] text")
    assert sorted(hints.all_text_contents()) == ["D5", "L2", "L2", "L2", "L2"]
    assert opened.action(0, "Hints").get_attribute("aria-pressed") == "true"
    opened.action(0, "Hints").click()
    opened.says(0, "note", "")


def test_several_widgets_have_a_game_each_and_a_box_shows_its_layers(opened: Lab) -> None:
    before = opened.widget(0).locator(".noughts-record").inner_text()
    for name in ("2b2", "1a1", "1b2", "1a2", "3b2"):
        opened.cell(1, name).click()
        expect(opened.cell(1, name)).not_to_have_attribute("aria-label", f"{name} free")
    opened.says(1, "status", "X (player #1) wins with the line 1b2 2b2 3b2.")
    assert opened.widget(0).locator(".noughts-record").inner_text() == before
    opened.action(1, "New game").click()
    opened.says(1, "score", "Score: player #1 1, player #2 0, draws 0")
    opened.says(1, "record", "3x3x3,3:")


def test_a_function_of_the_notebook_plays_first_and_replies(opened: Lab) -> None:
    opened.says(2, "record", "4,4,3: d4")
    opened.cell(2, "a1").click()
    opened.says(2, "record", "4,4,3: d4 a1 c4")
    assert opened.run("print(third.game.position)") == "O.../..../..../..XX"


def test_it_is_played_by_keyboard_alone(opened: Lab) -> None:
    assert opened.run("first.game = '3,3,3'; print(first.game.position)") == ".../.../..."
    opened.says(0, "record", "")
    opened.cell(0, "a1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        opened.page.keyboard.press(key)  # the last leads nowhere
    expect(opened.cell(0, "a3")).to_be_focused()
    opened.page.keyboard.press("Enter")
    opened.says(0, "record", "a3 b2")
    expect(opened.cell(0, "a3")).to_be_focused()


def test_it_is_dark_where_jupyterlab_is(opened: Lab) -> None:
    ground = opened.widget(0).locator("svg > rect[rx='6']")
    expect(ground).to_have_count(0)
    opened.command("apputils:change-theme", {"theme": "JupyterLab Dark"})
    expect(ground).to_have_attribute("fill", "#15181d", timeout=WAIT)
    opened.command("apputils:change-theme", {"theme": "JupyterLab Light"})
    expect(ground).to_have_count(0, timeout=WAIT)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_axe_finds_nothing(opened: Lab, theme: str) -> None:
    opened.command("apputils:change-theme", {"theme": theme})
    dark = str(theme.endswith("Light")).lower()
    opened.page.wait_for_function(f"document.body.dataset.jpThemeLight === '{dark}'")
    opened.page.evaluate(AXE)
    found = opened.page.evaluate("rules => axe.run('.noughts', rules)", EVERY_RULE)
    assert [(each["id"], each["nodes"]) for each in found["violations"]] == []
