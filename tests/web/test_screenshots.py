"""The pictures of the page show the page as it is, and what the documentation says of them."""

from __future__ import annotations

import base64
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.tools import longer
from tests.web.test_access import CONTRAST, EVERY_RULE, problems

ROOT = Path(__file__).parents[2]
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools/screenshots.py"))
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
# The mean colours of a picture's parts, some 50 pixels wide, which no font changes by much.
COLOURS = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const [width, height] = [22, 15];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return [...context.getImageData(0, 0, width, height).data];
}"""


def colours(page: Page, png: bytes) -> list[int]:
    found: list[int] = page.evaluate(COLOURS, base64.b64encode(png).decode())
    return found


@pytest.fixture
def blank(browser: Browser) -> Page:
    return browser.new_page()


@pytest.mark.wide
@pytest.mark.parametrize("path", TOOL["SHOTS"], ids=lambda path: path.stem)
def test_a_picture_shows_the_page_as_it_is(
    browser: Browser, blank: Page, url: str, path: Path
) -> None:
    kept, taken = path.read_bytes(), TOOL["take"](browser, url, TOOL["SHOTS"][path])
    assert TOOL["text_in"](kept) == TOOL["text_in"](taken), "make screenshots"
    pairs = [*zip(colours(blank, kept), colours(blank, taken), strict=True)]
    assert len({one for one, _ in pairs}) > 20
    assert sum(abs(one - other) for one, other in pairs) / len(pairs) < 3, "make screenshots"


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "path",
    # Axe looks at the other screens where they are tested.
    [path if path.stem in ("first", "won") else longer(path)[0] for path in TOOL["SHOTS"]],
    ids=lambda path: path.stem,
)
def test_axe_finds_nothing_in_a_picture(browser: Browser, url: str, path: Path) -> None:
    with TOOL["shown"](browser, url, TOOL["SHOTS"][path], "light") as screen:
        assert problems(screen, EVERY_RULE) == []
        screen.page.emulate_media(color_scheme="dark")
        assert problems(screen, CONTRAST) == []


@pytest.mark.parametrize("path", TOOL["SHOTS"], ids=lambda path: path.stem)
def test_a_page_shows_it_and_says_what_it_shows(path: Path) -> None:
    shot = TOOL["SHOTS"][path]
    seen = TOOL["text_in"](path.read_bytes())
    pages = [page for page in PAGES if f"![{shot.about}](" in page.read_text(encoding="utf-8")]
    assert pages
    for page in pages:
        link = f"![{shot.about}]({path.relative_to(page.parent)})"
        assert link in page.read_text(encoding="utf-8")
    # "X on a1 and b2": each cell that is named has the mark before it.
    for mark, cells in re.findall(r"\b([XO]) on ((?:[a-c][1-3](?: and (?=[a-c]))?)+)", shot.about):
        for cell in cells.split(" and "):
            assert re.search(rf'gridcell "{cell}, \d: {mark}"', seen), cell
    for number in re.findall(r"\b\d+\b", shot.about):
        assert f'text: "{number}"' in seen
    for cell, lost in re.findall(r"\b([a-c][1-3]) (?:gave )?a (draw|win)", shot.about):
        assert re.search(rf"\b{cell}\b.*\n.*{lost} became", seen), cell


def test_a_text_is_put_into_a_picture_and_read_again() -> None:
    png = next(iter(TOOL["SHOTS"])).read_bytes()
    again = TOOL["with_text"](png, "drawn ×")
    kinds = [kind for kind, _ in TOOL["chunks"](again)]
    assert kinds[:2] == [b"IHDR", b"iTXt"]
    assert kinds[-1] == b"IEND"
    assert TOOL["text_in"](again) == "drawn ×"
