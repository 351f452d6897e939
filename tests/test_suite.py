"""What the suite says of its own files, and would otherwise be wrong in silence."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from tests.conftest import COMPILED, WAITING

TESTS = Path(__file__).parent
MAKEFILE = (TESTS.parent / "Makefile").read_text(encoding="utf-8")


def test_what_is_compiled_or_waits_for_a_browser_is_there() -> None:
    assert all(path.exists() for path in (*COMPILED, *WAITING))


def test_every_test_that_is_plain_is_in_a_room_that_make_check_runs_as_plain_python() -> None:
    (rooms,) = re.findall(r"^PLAIN_TOO := \$\(addprefix tests/,(.*)\)$", MAKEFILE, re.MULTILINE)
    lines = (
        (file, line)
        for file in TESTS.rglob("test_*.py")
        for line in file.read_text("utf-8").splitlines()
    )
    marked = {
        file.relative_to(TESTS).parts[0]
        for file, line in lines
        if line.startswith(("@", "pytestmark = ")) and "mark.plain" in line
    }
    assert marked == set(rooms.split())


def test_lines_of_code_have_no_docstrings_comments_blanks_or_imports_among_them() -> None:
    tool = runpy.run_path(str(TESTS.parent / "tools/count.py"))
    text = '''"""A docstring
of two lines."""

from math import (
    prod,
)


def product(*sizes):  # one
    """Another."""
    # A comment.
    return prod(  # two, three, four
        sizes,
    )
'''
    assert tool["code_lines"](text) == 4
