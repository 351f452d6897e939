"""Makes notebooks of the lessons: a page's text and examples, and a cell for each exercise.

A block of examples becomes several cells, since a notebook shows only the value of a cell's last
expression. Pictures are embedded, and links to pages outside the notebooks become plain text.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from typing import Any

EXAMPLES = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXERCISE = re.compile(r"^\d+\. \*\*(\d+\.\d+)\*\*", re.MULTILINE)
FUNCTION = re.compile(r"\bWrite (?:a function )?`((\w+)\([^`]*\))`")
PICTURE = re.compile(r"!\[([^\]]*)\]\((pictures/([\w-]+\.svg))\)")
# A link to a page of the same folder. Each of these pages becomes a notebook.
LESSON = re.compile(r"\]\(([\w-]+)\.md\)")
OTHER = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)[./\w-]+\.(?:md|py|svg)[^)]*\)")


def notebook(page: Path) -> str:
    """The notebook of a lesson, as text."""
    cells: list[dict[str, Any]] = []
    for place, part in enumerate(EXAMPLES.split(page.read_text(encoding="utf-8"))):
        if place % 2:
            cells += map(_code, _cells_of(part))
        else:
            cells += _text_and_exercises(part, page.parent)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _cells_of(examples: str) -> list[str]:
    """The code of a block, split after each example that shows a result."""
    cells = [""]
    for example in DocTestParser().get_examples(examples):
        cells[-1] += example.source
        if example.want:
            cells.append("")
    return [cell.rstrip() for cell in cells if cell]


def _text_and_exercises(text: str, folder: Path) -> list[dict[str, Any]]:
    cells = []
    for part, exercise in exercises(text):
        if part.strip():
            cells.append(_markdown(part, folder))
        if exercise:
            cells.append(_code(answer(exercise)))
    return cells


def exercises(text: str) -> Iterator[tuple[str, str]]:
    """Split the text into parts, each with the number of the exercise that it sets, or ""."""
    starts = [found.start() for found in EXERCISE.finditer(text)]
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        part = text[start:end]
        exercise = EXERCISE.match(part)
        if exercise:
            asked, _, part = part.partition("\n\n")
            yield asked, exercise[1]
        yield part, ""


def answer(number: str, asked: str = "") -> str:
    """The beginning of an answer: the call of `check`, and the function that the exercise wants."""
    function = FUNCTION.search(asked)
    begun = f"def {function[1]}:\n    ...\n\n" if function else ""
    given = function[2] if function else "..."
    return f'from noughts.lessons import check\n\n{begun}check("{number}", {given})'


def _markdown(text: str, folder: Path) -> dict[str, Any]:
    attached = {
        name: {"image/svg+xml": base64.b64encode((folder / path).read_bytes()).decode()}
        for _, path, name in PICTURE.findall(text)
    }
    text = PICTURE.sub(r"![\1](attachment:\3)", text)
    text = OTHER.sub(r"\1", LESSON.sub(r"](\1.ipynb)", text))
    cell: dict[str, Any] = {"cell_type": "markdown", "metadata": {}, "source": text.strip()}
    return {**cell, "attachments": attached} if attached else cell


def _code(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": source,
    }
