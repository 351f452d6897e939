"""The files of the page: complete, fresh, light, and sufficient to themselves."""

from __future__ import annotations

import re
import urllib.error
import urllib.request

import pytest

from noughts.web import generated as page

FILES = sorted(page.FOLDER.iterdir())
MODULES = {path.name for path in FILES if path.suffix == ".js"}
INDEX = (page.FOLDER / "index.html").read_text()


def test_what_is_made_is_fresh() -> None:
    assert page.stale() == [], "run `make page`"


def test_everything_together_weighs_less_than_100_kb() -> None:
    assert sum(path.stat().st_size for path in FILES) < 100_000


def test_the_table_has_a_byte_for_each_grid() -> None:
    table = (page.FOLDER / "table.bin").read_bytes()
    assert len(table) == 3**9
    assert sum(byte != page.UNREACHABLE for byte in table) == 5478


def test_no_module_waits_for_another_to_name_it() -> None:
    named = set(re.findall(r'rel="modulepreload" href="([^"]+)"', INDEX))
    named |= set(re.findall(r'from "\./([^"]+)"', (page.FOLDER / "main.js").read_text()))
    assert named | {"main.js"} == MODULES


def test_no_rule_is_sent_that_nobody_asks_for() -> None:
    rules = (page.FOLDER / "rules.js").read_text()
    others = "".join((page.FOLDER / name).read_text() for name in MODULES)
    for name in re.findall(r"export function (\w+)", rules):
        assert len(re.findall(rf"\b{name}\b", others)) > 1, name


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in FILES:
        if path.suffix != ".bin":
            named = set(re.findall(r"https?://[^\s\"']+", path.read_text()))
            assert named <= {"http://www.w3.org/2000/svg"}, path.name


def test_the_page_has_no_inline_script_or_style() -> None:
    assert not re.search(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=", INDEX)


def test_the_rules_stay_in_one_module() -> None:
    # The masks of the lines are the sign of a rule written twice.
    for name in MODULES - {"rules.js"}:
        assert not re.search(r"\b(448|146|292)\b", (page.FOLDER / name).read_text()), name


@pytest.mark.parametrize("name", ["no", "no.js", "..%2Fserver.py", "%2e%2e/made.py", "..%2Fx.js"])
def test_nothing_but_the_page_is_served(url: str, name: str) -> None:
    with urllib.request.urlopen(url) as answer:
        assert answer.read().decode() == INDEX
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(url + name)
