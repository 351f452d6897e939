"""The lessons as notebooks: every cell runs, and shows what the page shows."""

from __future__ import annotations

import doctest
import json
import os
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

from noughts.lessons.checking import EXERCISES

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "docs/learn").glob("*.md"))
TOOL: dict[str, Callable[[Path], str]] = runpy.run_path(str(ROOT / "tools/site/notebooks.py"))


def cells(lesson: Path, kind: str) -> list[dict[str, Any]]:
    made = json.loads(TOOL["notebook"](lesson))
    return [cell for cell in made["cells"] if cell["cell_type"] == kind]


def shown(cell: dict[str, Any]) -> str:
    """What a cell shows: what it prints, and the value of a last expression."""
    printed = "".join(each["text"] for each in cell["outputs"] if each["output_type"] == "stream")
    values = [
        each["data"]["text/plain"]
        for each in cell["outputs"]
        if each["output_type"] == "execute_result"
    ]
    return printed + "".join(f"{value}\n" for value in values)


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """What runs the cells of all lessons, one after the other: it takes a second to start."""
    manager = KernelManager()
    # Values as Python's console shows them, where Jupyter would break long ones.
    manager.start_kernel(
        extra_arguments=["--PlainTextFormatter.pprint=False"],
        env=os.environ | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"},
    )
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_cell_runs_in_jupyter_in_turn_and_shows_what_the_page_shows(
    lesson: Path, kernel: KernelManager
) -> None:
    made = nbformat.reads(TOOL["notebook"](lesson), as_version=4)
    made.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))  # names of another lesson
    client = NotebookClient(made, timeout=120, km=kernel)
    client.execute()
    assert client.kc
    client.kc.stop_channels()
    said = [shown(cell) for cell in made.cells if cell.cell_type == "code"]
    examples = doctest.DocTestParser().get_examples(lesson.read_text(encoding="utf-8"))
    wanted = [example.want for example in examples if example.want]
    exercises = "Your answer goes where the three dots are."  # what an answer of ... is told
    assert [each for each in said if each and exercises not in each] == wanted


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_picture_goes_along_and_no_link_leads_out_of_the_notebooks(lesson: Path) -> None:
    for cell in cells(lesson, "markdown"):
        assert cell["source"].count("](attachment:") == len(cell.get("attachments", {}))
        assert ".md)" not in cell["source"]
        assert "](.." not in cell["source"]
        assert "](pictures/" not in cell["source"]


def test_every_exercise_has_a_cell_for_its_answer() -> None:
    code = "".join(cell["source"] for lesson in LESSONS for cell in cells(lesson, "code"))
    for exercise in EXERCISES:
        assert f'check("{exercise}", ...)' in code
