"""The files of the page: complete, fresh, light, and sufficient to themselves."""

from __future__ import annotations

import gzip
import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from noughts.web import generated as page

INDEX = (page.FOLDER / "index.html").read_text()


@pytest.fixture(scope="module", autouse=True)
def fresh() -> None:
    page.refresh()


def files() -> list[Path]:
    return sorted(path for path in page.FOLDER.iterdir() if path.is_file())


def modules() -> set[str]:
    """Those of people and those that are made, without the scripts of the service worker."""
    return {path.name for path in files() if path.suffix == ".js"} - {"sw.js", "files.js"}


def test_what_a_first_move_needs_is_less_than_60_kb_compressed() -> None:
    needed = {"index.html", "style.css", "icon.svg", "table.bin", *reached({"main.js"})}
    size = sum(len(gzip.compress((page.FOLDER / name).read_bytes(), 9)) for name in needed)
    assert size < 60_000
    wanted = {
        "worker.js",
        "exact_search.js",
        "bits_panel.js",
        "move_list.js",
        "lesson.js",
        "lesson_steps.js",
        "answers.js",
        "relatives.js",
        "relative_view.js",
        "expressions.js",
        "tree_search.js",
        "ultimate.js",
        "ultimate_view.js",
        "ultimate_search.js",
    }
    assert all((page.FOLDER / name).is_file() for name in wanted)
    assert not wanted & needed  # which come when they are


def imported(name: str) -> set[str]:
    """The modules that one imports at once; those that only its comments name are none of them."""
    text = (page.FOLDER / name).read_text()
    return set(re.findall(r"""^(?:import|export)[^;]*from "\./([^"]+)";""", text, re.MULTILINE))


def reached(names: set[str]) -> set[str]:
    """The modules that these import at once, and those that those do."""
    found = set(names)
    for name in names:
        found |= imported(name)
    return found if found == names else reached(found)


def test_the_table_has_a_byte_for_each_grid() -> None:
    table = (page.FOLDER / "table.bin").read_bytes()
    assert len(table) == 3**9
    assert sum(byte != page.UNREACHABLE for byte in table) == 5478


def test_no_module_waits_for_another_to_name_it() -> None:
    named = re.findall(r'rel="modulepreload" href="([^"]+)"', INDEX)
    assert named == sorted(reached({"main.js"}) - {"main.js"})


@pytest.mark.parametrize("written", ["rules.js", "rules_as_numbers.js"])
def test_no_rule_is_sent_that_nobody_asks_for(written: str) -> None:
    others = "".join((page.FOLDER / name).read_text() for name in modules() - {written})
    for name in re.findall(r"export function (\w+)", (page.FOLDER / written).read_text()):
        assert re.search(rf"\b{name}\b", others), name


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in files():
        if path.suffix != ".bin":
            named = set(re.findall(r"https?://[^\s\"']+", path.read_text()))
            assert named <= {"http://www.w3.org/2000/svg"}, path.name


def test_the_page_has_no_inline_script_or_style() -> None:
    assert not re.search(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=", INDEX)


def test_the_rules_stay_in_one_module() -> None:
    # The masks of the lines are the sign of a rule written twice.
    for name in modules() - {"rules.js"}:
        assert not re.search(r"\b(448|146|292)\b", (page.FOLDER / name).read_text()), name


@pytest.mark.parametrize("name", ["no", "no.js", "..%2Fserver.py", "%2e%2e/made.py", "..%2Fx.js"])
def test_nothing_but_the_page_is_served(url: str, name: str) -> None:
    with urllib.request.urlopen(url) as answer:
        assert answer.read().decode() == INDEX
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(url + name)
