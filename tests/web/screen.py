"""`Screen`: the page as a person meets it, so that a test reads like what they do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page

MARKS = ".XO"
COMPLETE = "performance.getEntriesByName('complete').length === 1"
# The page's policy forbids eval, which Playwright's own waiting uses.
UNTIL = """(done, fail) => {{
  const until = performance.now() + 20_000;
  const look = () => {} ? done() : performance.now() < until ? setTimeout(look, 5) : fail('waited');
  look();
}}"""


class Screen:
    """One open page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        self.page.evaluate(f"() => new Promise({UNTIL.format(condition)})")

    def go(self, address: str) -> Screen:
        """Open an address and wait until all of the page is there."""
        self.page.goto(address)
        self.wait(COMPLETE)
        return self

    def reload(self) -> None:
        """What F5 does."""
        self.page.reload()
        self.wait(COMPLETE)

    def fragment(self, text: str) -> None:
        """Write another fragment into the address of the open page, as following a link does."""
        self.page.evaluate(
            "(text) => location.hash.slice(1) === text || new Promise((done) => {"
            "addEventListener('hashchange', done, {once: true}); location.hash = text; })",
            text,
        )

    @property
    def address(self) -> str:
        """The game that stands behind the # of the address."""
        return self.whole_address.partition(";")[0]

    @property
    def whole_address(self) -> str:
        """What stands behind the # of the address: the game, and who plays it."""
        return str(self.page.evaluate("location.hash")).removeprefix("#")

    @property
    def position(self) -> str:
        """The position as the board shows it."""
        layers: list[list[list[str]]] = self.page.evaluate(
            "[...document.querySelectorAll('.layer')].map((layer) =>"
            "[...layer.querySelectorAll('[role=row]')].map((row) =>"
            "[...row.children].map((cell) => cell.dataset.mark)))"
        )
        return "//".join(
            "/".join("".join(MARKS[int(mark)] for mark in row) for row in layer) for layer in layers
        )

    def shows(self, position: str) -> bool:
        """Whether the board comes to show a position; the browser steps back in its own time."""
        marks = "".join(str(MARKS.index(mark)) for mark in position.upper() if mark in MARKS)
        drawn = "[...document.querySelectorAll('.cell')].map((c) => c.dataset.mark).join('')"
        self.wait(f"{drawn} === '{marks}'")
        return True

    @property
    def status(self) -> str:
        """What the live region says."""
        return self.page.inner_text("#status").replace("\u00a0", "")

    def cell(self, cell: int) -> Locator:
        """A cell of the board."""
        return self.page.locator(f".cell[data-cell='{cell}']")

    def labels(self) -> list[str]:
        """What a screen reader says of each cell, after its name."""
        cells: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.cell')].map((c) => c.ariaLabel)"
        )
        return [label.partition(": ")[2] for label in cells]

    def play(self, *cells: int) -> None:
        """Click cells of the board."""
        for cell in cells:
            self.cell(cell).click()

    def write(self, field: str, text: str) -> None:
        """Type a text in place of what stands in a field: to fill it in is no change in Firefox."""
        self.page.locator(field).select_text()
        self.press("Delete")
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        """Press keys by their codes."""
        for key in keys:
            self.page.keyboard.press(key)

    @contextmanager
    def finger_on(self, cell: int) -> Iterator[None]:
        """A finger that stays on a cell. In Firefox, a phone's mouse is one."""
        self.cell(cell).scroll_into_view_if_needed()
        box = self.cell(cell).bounding_box()
        assert box
        x, y = box["x"] + 9, box["y"] + 9
        browser = self.page.context.browser
        if browser and browser.browser_type.name == "firefox":
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            yield
            self.page.mouse.up()
            return
        touch = self.page.context.new_cdp_session(self.page)
        touched = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        touch.send("Input.dispatchTouchEvent", touched)
        yield
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def setup(self) -> None:
        """Open the sheet, and what is folded in there."""
        self.page.click("#setup")
        if not self.page.is_visible("#clear"):
            self.page.click("#more summary")

    def boards(self) -> None:
        """Show all boards that are pictures, in the sheet."""
        self.page.click("#setup")
        self.page.click("#to-boards")
        self.page.evaluate(
            "document.querySelectorAll('details.boards').forEach((each) => {"
            "each.name = ''; each.open = true; })"
        )

    def choose(self, name: str, value: str) -> None:
        """Choose something in the sheet: an `opponent`, a `side`, a `pace` or `labels`."""
        self.setup()
        self.page.check(f"[name={name}][value='{value}']")
        self.press("Escape")

    def watch(self, first: str, second: str, pace: str = "medium") -> None:
        """Watch two players, in the sheet."""
        self.page.click("#setup")
        if self.page.is_visible("#watch"):
            self.page.click("#watch")
        self.page.select_option("[name=first]", first)
        self.page.select_option("select[name=opponent]", second)
        self.page.check(f"[name=pace][value={pace}]")

    def clear(self) -> None:
        """Clear the scores, in the sheet."""
        self.setup()
        self.page.click("#clear")
        self.press("Escape")

    def oppose(self, opponent: str) -> None:
        """Choose the opponent."""
        self.choose("opponent", opponent)

    def side(self, mark: str) -> None:
        """Choose the side, X or O."""
        self.choose("side", mark.lower())

    def board(self, text: str) -> None:
        """Choose a board, as the library writes it."""
        self.boards()
        pictured = self.page.locator(f".pictured[value='{text}']")
        if pictured.count():
            pictured.click()
        else:
            self.press("Escape")
            self.setup()
            self.write("#typed", text)
            self.press("Enter")
        self.wait(f"document.querySelector('.game').dataset.board === '{text}'")
        self.press("Escape")

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won, drawn and lost, as shown."""
        won, drawn, lost = (
            int(self.page.inner_text(f"#{name}")) for name in ("won", "drawn", "lost")
        )
        return won, drawn, lost

    def represent(self, row: str) -> None:
        """Show the representation that has this row, in the tab of the bits."""
        if not self.page.is_visible("#bits"):
            self.page.click("#tab-bits")
        chip = self.page.locator(f"#chosen-row [data-shows~='{row}']")
        if chip.get_attribute("aria-pressed") == "false":
            chip.click()

    def bit(self, row: str, about: str) -> Locator:
        """A digit of a representation, by how its description begins."""
        self.represent(row)
        return self.page.locator(f".row.{row} .digit[data-about^='{about}']")

    def type_number(self, row: str, text: str) -> None:
        """Write a number into the field of a representation, and press Enter."""
        self.represent(row)
        self.write(f"#number-{row}", text)
        self.page.press(f"#number-{row}", "Enter")

    def number(self, row: str) -> str:
        """The number that a representation shows."""
        self.represent(row)
        return self.page.input_value(f"#number-{row}")

    def refusal(self, row: str) -> str:
        """Why the number written was refused; empty where it was not."""
        return self.page.inner_text(f"#why-{row}").strip()

    @property
    def focus(self) -> str:
        """What has the focus: its id, or the name of its cell."""
        return str(
            self.page.evaluate(
                "document.activeElement.id || document.activeElement.ariaLabel?.slice(0, 2) || "
                "document.activeElement.tagName"
            )
        )

    def ask(self, expression: str) -> Any:
        """What a JavaScript expression gives."""
        return self.page.evaluate(expression)
