"""The site: every public name and command has its page, and every link leads on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from threading import Thread
from types import ModuleType

import pytest
from playwright.sync_api import Page, sync_playwright

from noughts.cli.command import COMMANDS
from noughts.web.generated import refresh
from tests.test_exports import PACKAGES, exported
from tests.tools import tool
from tests.web.conftest import BROWSERS, FLAGS

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the tool, which is run as a folder."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.syspath_prepend(str(ROOT / "tools/site"))
    names = ("checking", "command_pages", "folder", "reference_pages", "staging")
    return {name: import_module(name) for name in names}


def test_every_public_name_has_a_page_of_its_own_and_a_link_from_its_package(
    tools: dict[str, ModuleType],
) -> None:
    reference = tools["reference_pages"]
    pages = reference.pages()
    rooms = [package for package in PACKAGES if package != "noughts" and exported(package)]
    for package in PACKAGES:
        for name in exported(package):
            home = reference.home_of(name, rooms) if package == "noughts" else package
            path = f"{home}/{reference.slug(name, home)}"
            assert f"# `{name}`\n" in pages[f"reference/{path}"]
            assert f"](../{path}.md)" in pages[f"reference/{package}/index"]


def test_no_two_pages_are_one_file_where_capitals_do_not_count(
    tools: dict[str, ModuleType],
) -> None:
    pages = tools["reference_pages"].pages()
    assert len({path.casefold() for path in pages}) == len(pages)


def test_every_command_has_a_page_with_its_help_and_an_example(
    tools: dict[str, ModuleType],
) -> None:
    pages = tools["command_pages"].pages()
    for name, about in COMMANDS.items():
        page = pages[f"commands/{name}"]
        assert about in page
        assert f"Usage: noughts {name}" in page
        assert f"\n## Examples\n\n```text\nnoughts {name}" in page


def test_a_link_between_pages_leads_to_the_same_page_on_the_site(
    tools: dict[str, ModuleType],
) -> None:
    turned = tools["staging"].turned
    text, sources = turned("[a](../README.md#a-game), [b](limits.md)", PurePosixPath("docs/x.md"))
    assert text == "[a](README.md#a-game), [b](limits.md)"
    assert not sources
    text, _ = turned(
        "[it](docs/arrays.md)\n```\n[it](docs/arrays.md)\n```\n", PurePosixPath("X.md")
    )
    assert text == "[it](arrays.md)\n```\n[it](docs/arrays.md)\n```\n"
    text, sources = turned("[bits](../src/noughts/core/bits.py)", PurePosixPath("docs/x.md"))
    assert text == "[bits](source/src/noughts/core/bits.py.md)"
    assert sources == {PurePosixPath("src/noughts/core/bits.py")}


def test_every_page_is_in_the_sites_navigation(tools: dict[str, ModuleType]) -> None:
    staging = tools["staging"]
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    listed = {(ROOT / "docs" / link[3]).resolve() for link in staging.LINK.finditer(index)}
    pages = {page for page in staging.repository_pages() if page.name != "index.md"}
    assert pages <= listed, "docs/index.md lists every page"


def test_a_page_of_a_task_is_called_what_the_index_calls_it(tools: dict[str, ModuleType]) -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    sections = dict(tools["staging"].SECTION.findall(index))
    for _, said, page, _ in tools["staging"].LINK.findall(sections["How to"]):
        title, _, _ = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n")
        assert title == f"# {said}" or page == "../CONTRIBUTING.md"


def test_the_check_of_a_site_finds_what_is_missing_and_what_comes_from_elsewhere(
    tools: dict[str, ModuleType], tmp_path: Path
) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here"><a href="#there"><a href="b.html#b"><a href="c.html">'
        '<a href="https://example.org/"><script src="https://example.org/x.js"></script>'
    )
    (tmp_path / "b.html").write_text('<h1 id="b"><img src="//example.org/x.png"><p>| a | b |</p>')
    (tmp_path / "c.css").write_text("@font-face { src: url(https://example.org/x.woff) }")
    assert list(tools["checking"].faults(tmp_path)) == [
        "a.html: #there names no place of that page",
        "a.html: c.html is not there",
        "a.html loads https://example.org/x.js",
        "b.html: a row in no table: | a | b |",
        "b.html loads //example.org/x.png",
        "c.css loads from elsewhere: url(http",
    ]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; a warning of Sphinx's fails it."""
    missing = [name for name in ("sphinx", "myst_parser", "furo") if not find_spec(name)]
    if missing and "NOUGHTS_NEED" not in os.environ:
        pytest.skip(f"no {' or '.join(missing)} in this environment; the extra [docs] brings it")
    into = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "tools/site/build_site.py"), "--into", str(into)]
    done = subprocess.run(command, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return into / "html"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page of a browser of its own."""
    program = tool(*BROWSERS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(10_000)
        yield page
        browser.close()


@pytest.mark.long
@pytest.mark.no_cover
def test_the_site_has_its_pages(built: Path) -> None:
    for name in ("index", "search", "play/index", "reference/noughts.core/Position"):
        assert (built / f"{name}.html").is_file()


@pytest.mark.long
@pytest.mark.no_cover
def test_a_page_of_the_reference_has_all_that_a_docstring_says(built: Path) -> None:
    def text(name: str) -> str:
        page = (built / f"reference/{name}.html").read_text(encoding="utf-8")
        return " ".join(unescape(re.sub("<[^>]+>", "", page)).split())

    page = text("noughts.core/Position")
    assert "Raises PositionError if the bitboards overlap" in page  # in code, without backticks
    assert ">>> position = Position().play(4).play(0)" in page
    assert "classmethod parse( text: str, rules: Rules | str = TICTACTOE, ) → Position" in page
    assert "property turn: Mark" in page
    assert "noughts.core.bits.completions( stones: B, rules: Lines, ) → B" in text(
        "noughts.core/bits"
    )
    assert "dict by name: pair, flags, base4" in text("noughts.codecs/CODECS")


# What somebody types, as keywords or as it comes to mind, and the page that answers it.
SOUGHT = {
    "play school web server": "questions",
    "How do I get lesson 3 as a Jupyter notebook?": "questions",
    "poster": "questions",
    "How many tic-tac-toe games end in a draw?": "questions",
    "How does a pupil's answer get checked, without internet?": "questions",
    "Why is cell 0 on the right of the binary number?": "learn/1-bits",
    "remoteness": "questions",
    "What is misère, and how do I play it?": "questions",
    "How often does X win if both play at random?": "questions",
    "alpha-beta": "learn/8-solving-4x4",
    "What is Qubic worth, and who showed it first?": "questions",
    "licence": "questions",
    "exploitability of my policy": "evaluate",
    "How can somebody check a certificate without trusting the library?": "certificates",
    "number of positions of 5x5": "solving",
    "store checksum byte order": "formats",
    "exit status": "formats",
    "How do I get JSON from a command?": "questions",
    "Can I use Positions from several threads?": "arrays",
    "What exceptions are raised, and what is their base class?": "questions",
}


@pytest.mark.long
@pytest.mark.no_cover
def test_who_types_a_question_finds_the_page_with_its_answer_near_the_top(
    built: Path, page: Page
) -> None:
    page.goto((built / "search.html").as_uri())  # a folder, and no server
    found = "typed => Search._performSearch(...Search._parseQuery(typed)).map(each => each[0])"
    for typed, answer in SOUGHT.items():
        first = page.evaluate(found, typed)[::-1][:4]
        assert answer in first, (typed, first)


@pytest.mark.wide
@pytest.mark.no_cover
def test_the_game_is_played_where_the_site_is_a_folder_and_where_it_is_served(
    tools: dict[str, ModuleType], tmp_path: Path, page: Page
) -> None:
    refresh()
    game = shutil.copytree(ROOT / tools["staging"].GAME, tmp_path / "play")
    tools["folder"].run_from_folder(game)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever).start()
        served = f"http://127.0.0.1:{server.server_port}/play/index.html"
        try:
            for address in ((game / "index.html").as_uri(), served):
                for board in ("3,3,3", "5,5,4"):  # answered from the table, and by a worker
                    page.goto("about:blank")
                    page.goto(f"{address}#{board}:")
                    page.locator("#grid [role=gridcell]").nth(4).click()
                    page.locator("#grid [aria-label*=': O']").wait_for()
                page.locator("#tab-lesson").click()
                page.get_by_text("A stone is a bit").wait_for()
        finally:
            server.shutdown()
    assert not errors
