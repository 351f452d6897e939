"""The site: every public name and command has its page, and every link leads on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from threading import Thread
from types import ModuleType
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, Playwright

from noughts.cli.command import COMMANDS
from noughts.lessons.checking import EXERCISES
from noughts.web.generated import refresh
from tests.browsers import launch
from tests.conftest import IN_FIREFOX
from tests.test_exports import PACKAGES, exported

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the tool, which is run as a folder."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.syspath_prepend(str(ROOT / "tools/site"))
    names = ("checking", "command_pages", "folder", "here", "reference_pages", "staging")
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
    sheet = PurePosixPath("docs/pictures/sheet-bits.svg")
    shown = f"![bits]({sheet.relative_to('docs')})"
    assert turned(shown, PurePosixPath("docs/x.md")) == (shown, set())
    linked = turned(shown[1:], PurePosixPath("docs/x.md"))  # opened, and not downloaded
    assert linked == ('<a href="pictures/sheet-bits.svg">bits</a>', {sheet})


def test_every_page_is_in_the_sites_navigation(tools: dict[str, ModuleType]) -> None:
    staging = tools["staging"]
    index = (ROOT / "docs/pages.md").read_text(encoding="utf-8")
    listed = {(ROOT / "docs" / link[3]).resolve() for link in staging.LINK.finditer(index)}
    pages = {
        page for page in staging.repository_pages() if page.name not in ("index.md", "pages.md")
    }
    assert pages <= listed, "docs/pages.md lists every page"


def test_a_page_of_a_task_is_called_what_the_list_calls_it(tools: dict[str, ModuleType]) -> None:
    index = (ROOT / "docs/pages.md").read_text(encoding="utf-8")
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


def build(into: Path, *options: str) -> None:
    """Build the site into a folder; a warning of Sphinx's fails it."""
    missing = [name for name in ("sphinx", "myst_parser", "furo") if not find_spec(name)]
    if missing and "NOUGHTS_NEED" not in os.environ:
        pytest.skip(f"no {' or '.join(missing)} in this environment; the extra [docs] brings it")
    command = [sys.executable, str(ROOT / "tools/site/build_site.py"), "--into", str(into)]
    done = subprocess.run([*command, *options], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.no_cover
def test_sphinx_warns_of_nothing_in_a_page(tmp_path: Path) -> None:
    build(tmp_path, "--only-read")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    into = tmp_path_factory.mktemp("site")
    build(into)
    return into / "html"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder that is served."""
    serve = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def page(playwright: Playwright) -> Iterator[Page]:
    """A page of a browser of its own, which finds no other host."""
    alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with launch(playwright, alone, **{"network.dns.disabled": True}) as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(10_000)
        yield page


@pytest.mark.longer
@pytest.mark.no_cover
def test_the_site_has_its_pages(built: Path) -> None:
    for name in ("index", "search", "play/index", "reference/noughts.core/Position"):
        assert (built / f"{name}.html").is_file()


@pytest.mark.longer
@pytest.mark.no_cover
def test_what_the_site_has_from_elsewhere_is_in_the_list_of_licences(built: Path) -> None:
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([^`]*\.\w+)`", page)
    ours = {path.name for path in (ROOT / "tools/site/static").iterdir()}
    folders = [built / "_static", *built.glob("python-*")]
    found = {path.name for folder in folders for path in folder.rglob("*") if path.is_file()} - ours
    assert found <= {name.rpartition("/")[2] for name in listed}
    sources = [
        path for path in (ROOT / "src").rglob("*") if path.suffix in (".js", ".css", ".html")
    ]
    assert len(sources) > 100
    notice = re.compile(r"copyright|@license|\(c\) \d", re.IGNORECASE)
    assert not [path for path in sources if notice.search(path.read_text(encoding="utf-8"))]


@pytest.mark.longer
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
    "DQN": "environments",
    "7,7,5": "values",
    "who wins on 7x7": "values",
    "why does nobody win": "learn/4-minimax",
    "Connect Four": "family",
    "draw": "questions",
    "who wins": "questions",
    "teacher": "teaching",
    "privacy": "teaching",
    "cookies": "questions",
    "best first move": "questions",
    "hint for an exercise": "questions",
    "solution of exercise 1.3": "questions",
    "who won list of lists": "questions",
    "worksheet": "questions",
    "matchboxes to print": "teaching",
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


@pytest.mark.longer
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
    with served(tmp_path) as address:
        for place in ((game / "index.html").as_uri(), f"{address}play/index.html"):
            for board in ("3,3,3", "5,5,4"):  # answered from the table, and by a worker
                page.goto("about:blank")
                page.goto(f"{place}#{board}:")
                page.locator("#grid [role=gridcell]").nth(4).click()
                page.locator("#grid [aria-label*=': O']").wait_for()
            page.locator("#tab-lesson").click()
            page.get_by_text("A stone is a bit").wait_for()
    assert not errors


def test_every_exercise_has_a_cell_on_the_site(tools: dict[str, ModuleType]) -> None:
    pages = sorted((ROOT / "docs/learn").glob("*.md"))
    texts = [tools["staging"].with_cells(page.read_text(encoding="utf-8")) for page in pages]
    for number in EXERCISES:
        answer = (
            rf':class: answer\n\n   from noughts.lessons import check\n[^`]*check\("{number}", '
        )
        assert sum(len(re.findall(answer, text)) for text in texts) == 1, number


def test_where_npm_is_missing_it_is_said(
    tools: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "tools/site/package-lock.json", tmp_path)
    monkeypatch.setattr(tools["here"], "HERE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tools["here"].fetch() == "there is no npm on this machine"
    (tmp_path / "npm").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "npm").chmod(0o755)
    assert tools["here"].fetch() == "npm cannot install Pyodide"


class Cell(NamedTuple):
    """A cell of a page: the text that somebody writes, what runs it, and what it shows."""

    text: Locator
    run: Locator
    shown: Locator

    @classmethod
    def of(cls, page: Page, block: str) -> Cell:
        """The cell of the first block that has a text."""
        found = page.locator("article .highlight-python").filter(has_text=block).first
        behind = "xpath=following-sibling::{}[1]"
        return cls(
            found.locator(behind.format("textarea")),
            found.locator(behind.format("div[@class='bar']")).get_by_text("Run", exact=True),
            found.locator(behind.format("pre")),
        )

    def answers(self, text: str, shown: str) -> None:
        """Write a text, run it, and wait for what it shows."""
        self.text.fill(text)
        self.run.click()
        self.shown.filter(has_text=shown).wait_for()


HAS_LINE = """
def has_line(stones):
    {}
    return any(stones & stones >> step & stones >> 2 * step & starts[step] for step in starts)

check("3.3", has_line)"""


@pytest.mark.longer
@pytest.mark.no_cover
def test_lessons_run_where_they_are_read_and_without_a_network_after_the_first_visit(
    built: Path, page: Page
) -> None:
    if not (built / "sw.js").is_file():
        assert "npm" not in os.environ.get("NOUGHTS_NEED", ""), "the site has no Python"
        pytest.skip("the site is built without Python, which npm brings")
    assert page.context.browser
    context = page.context.browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)  # Python takes a tenth, where nothing else runs
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with served(built) as address:
        page.goto(f"{address}learn/1-bits.html")
        example = Cell.of(page, "bin(22)")
        example.run.click()
        example.shown.filter(has_text="22\n'0b10110'\n'0b111'").wait_for()
        answer = Cell.of(page, 'check("1.3"')
        begun = answer.text.input_value()
        answer.answers(
            begun.replace("...", "return stones & 1 << cell", 1), "Not yet. Your function"
        )
        mended = begun.replace("...", "return stones & 1 << cell != 0", 1)
        answer.answers(mended, "Right.")
        page.reload()  # what was written is kept
        assert Cell.of(page, 'check("1.3"').text.input_value() == mended
    context.set_offline(True)
    page.goto(f"{address}index.html")  # its board, too
    page.get_by_label("b2: empty").click()
    page.locator(".front [aria-label$=': O']").wait_for()
    page.locator(".front").get_by_text("000 010 000 = 16").wait_for()
    page.goto(f"{address}learn/3-lines.html")
    answer = Cell.of(page, 'check("3.3"')
    # `stones` is defined above, and an answer that names it is preceded by the examples.
    answer.answers("print(bin(stones), check)", "NameError: name 'check' is not defined")
    check = "from noughts.lessons import check"
    masked = check + HAS_LINE.format("starts = {1: 0b001_001_001, 3: 511, 4: 511, 2: 0b100}")
    answer.answers(check + HAS_LINE.format("starts = dict.fromkeys([1, 2, 3, 4], 511)"), "Not yet.")
    answer.answers(masked, "Right.")
    answer.answers("int(input('Which cell? ')) + 1", "Which cell?")
    answer.shown.locator("input").fill("7")
    answer.shown.locator("input").press("Enter")
    answer.shown.filter(has_text="Which cell? 7\n8").wait_for()
    answer.text.fill("while True: pass")
    answer.run.click()
    answer.run.locator("xpath=..").get_by_text("Stop").click()
    answer.shown.filter(has_text="Stopped.").wait_for()
    page.get_by_text("Erase what I wrote").click()
    written = 'document.querySelector("article textarea")?.value'  # none while the page loads again
    page.wait_for_function(f'{written}.includes("while") === false')
    context.close()
    # Firefox says that of a script which was stopped.
    assert set(errors) <= ({"undefined"} if IN_FIREFOX else set())
    assert all(url.startswith(address) for url in asked)
    assert any("pyodide" in url for url in asked)
