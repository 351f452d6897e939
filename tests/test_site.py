"""The site: every public name and command has its page, and every link leads on."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from types import ModuleType

import pytest

from noughts.cli.command_list import COMMANDS
from tests.test_exports import PACKAGES, exported

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the tool, which is run as a folder."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.syspath_prepend(str(ROOT / "tools/site"))
    names = ("checking", "command_pages", "reference_pages", "staging")
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


def test_a_page_has_the_whole_docstring_with_its_examples_in_fences(
    tools: dict[str, ModuleType],
) -> None:
    page = tools["reference_pages"].pages()["reference/noughts.core/Position"]
    assert "Raises `PositionError` if the bitboards overlap" in page
    assert "```pycon\n>>> position = Position().play(4).play(0)\n" in page
    assert ":::{py:method} parse(text, rules=TICTACTOE) -> Position\n:classmethod:\n" in page


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
    (tmp_path / "b.html").write_text('<h1 id="b"><img src="//example.org/x.png">')
    (tmp_path / "c.css").write_text("@font-face { src: url(https://example.org/x.woff) }")
    assert list(tools["checking"].faults(tmp_path)) == [
        "a.html: #there names no place of that page",
        "a.html: c.html is not there",
        "a.html loads https://example.org/x.js",
        "b.html loads //example.org/x.png",
        "c.css loads from elsewhere: url(http",
    ]


@pytest.mark.long
@pytest.mark.no_cover
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    missing = [name for name in ("sphinx", "myst_parser", "furo") if not find_spec(name)]
    if missing and "NOUGHTS_NEED" not in os.environ:
        pytest.skip(f"no {' or '.join(missing)} in this environment; the extra [docs] brings it")
    command = [sys.executable, str(ROOT / "tools/site/build_site.py"), "--into", str(tmp_path)]
    done = subprocess.run(command, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    built = tmp_path / "html"
    for page in ("index", "search", "play/index", "reference/noughts.core/Position"):
        assert (built / f"{page}.html").is_file()
