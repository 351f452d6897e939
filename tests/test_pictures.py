"""The pictures of the lessons are what their tool draws."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

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


def test_every_picture_is_drawn_by_the_tool_and_shown_in_a_lesson() -> None:
    names = {path.stem for path in (ROOT / "docs/learn/pictures").iterdir()}
    assert names == set(TOOL["PICTURES"])
    lessons = "".join(page.read_text("utf-8") for page in (ROOT / "docs/learn").glob("*.md"))
    for name in names:
        assert f"](pictures/{name}.svg)" in lessons
