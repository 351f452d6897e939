"""What the suite says of its own files, and would otherwise be wrong in silence."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from tests.conftest import COMPILED, SLOW_IF_PLAIN, WAITING

TESTS = Path(__file__).parent
MAKEFILE = (TESTS.parent / "Makefile").read_text(encoding="utf-8")


def test_what_is_compiled_or_waits_for_a_browser_is_there() -> None:
    assert all(path.exists() for path in (*COMPILED, *SLOW_IF_PLAIN, *WAITING))
    assert all(any(map(path.is_relative_to, COMPILED)) for path in SLOW_IF_PLAIN)


def test_no_test_of_the_core_is_plain_as_make_check_runs_these_as_plain_python_anyway() -> None:
    (rooms,) = re.findall(r"^ROOMS := (.*)$", MAKEFILE, re.MULTILINE)
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
    assert marked
    assert marked.isdisjoint({*rooms.split(), "players", "solver"})


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
