"""The pictures of the lessons are what their tool draws."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from noughts import Rules
from noughts.lessons.solving import hold

ROOT = Path(__file__).parents[1]
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools/pictures.py"))


@pytest.mark.parametrize("name", TOOL["PICTURES"])
def test_a_picture_is_up_to_date(name: str) -> None:
    kept = (ROOT / f"docs/learn/pictures/{name}.svg").read_text(encoding="utf-8")
    assert kept == TOOL["PICTURES"][name](), "make pictures"


@pytest.mark.parametrize("name", TOOL["PICTURES"])
def test_a_picture_says_in_words_what_it_shows(name: str) -> None:
    title = Xml.fromstring(TOOL["PICTURES"][name]())[0]  # noqa: S314 - ours
    assert title.tag.endswith("title")
    assert len(title.text or "") > 20


def test_the_pairs_of_the_picture_hold_every_line_that_o_has_not_stopped() -> None:
    for x, o, pairs in TOOL["PAIRINGS"]:
        used = [x, o, *(cell for pair in pairs for cell in pair)]
        assert sorted(used) == [*range(16)]
        assert hold(pairs, [line for line in Rules(4, 4, 4).lines if not line >> o & 1])


def test_every_picture_is_drawn_by_the_tool_and_shown_in_a_lesson() -> None:
    names = {path.stem for path in (ROOT / "docs/learn/pictures").iterdir()}
    assert names == set(TOOL["PICTURES"])
    lessons = "".join(page.read_text("utf-8") for page in (ROOT / "docs/learn").glob("*.md"))
    for name in names:
        assert f"](pictures/{name}.svg)" in lessons
