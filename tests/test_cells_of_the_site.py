"""What runs the cells of the site, outside of a browser: it shows what Python's console shows."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parents[1] / "tools/site/here"
SESSION: dict[str, Any] = runpy.run_path(str(HERE / "session.py"))
Run = Callable[[str], tuple[str, str]]


@pytest.fixture
def run() -> Run:
    """How a text ends in a session, and what it shows."""
    shown: list[str] = []
    session = SESSION["Session"](shown.append)

    def ran(text: str) -> tuple[str, str]:
        shown.clear()
        return session.run(text), "".join(shown)

    return ran


def test_the_value_of_each_expression_is_shown_in_turn_with_what_is_printed(run: Run) -> None:
    assert run("1 + 1\nprint('a', end='')\nNone\n'b'") == ("", "2\na'b'\n")


def test_cells_share_names(run: Run) -> None:
    run("def double(n):\n    return 2 * n")
    assert run("double(4)") == ("", "8\n")
    assert run("halve(4)")[0] == "name"


def test_an_error_names_the_readers_own_lines_and_no_others(run: Run) -> None:
    how, told = run("from noughts import Game\nprint('before', end=' ')\nGame().push(9)")
    assert how == "error"
    assert told.startswith('before Traceback (most recent call last):\n  File "cell 1", line 3')
    assert "    Game().push(9)\n" in told
    assert told.count("File") == 1
    assert "noughts.errors.CellError: 9 is not a cell" in told
    assert run("1 +")[1].startswith('  File "cell 2", line 1\n    1 +\n')


def test_what_needs_a_package_says_that_the_page_has_none_and_so_does_what_follows(
    run: Run,
) -> None:
    assert "the page Start" not in run("nothing")[1]
    how, told = run("import numpy_and_others")
    assert how == "error"
    assert told == f"No module named 'numpy_and_others'. {SESSION['ELSEWHERE']}\n"
    assert run("array")[1] == f"name 'array' is not defined. {SESSION['AFTER']}\n"
    told = run(
        "from noughts.errors import MissingExtraError\n"
        "raise MissingExtraError('games need NumPy; install it')"
    )[1]
    assert told == f"games need NumPy. {SESSION['ELSEWHERE']}\n"


def test_a_loop_that_prints_without_an_end_is_ended(run: Run) -> None:
    how, told = run("while True:\n    print('again')")
    assert how == "error"
    assert told.endswith("RuntimeError: this prints more than 100,000 letters\n")


def test_input_asks_the_page_where_the_page_can_answer(run: Run) -> None:
    assert "cannot wait for an answer" in run("input('Where? ')")[1]
    asked = SESSION["Session"](lambda _: None, {"Where? ": "b2"}.get)
    assert asked.run("answer = input('Where? ')") == ""
    assert asked.names["answer"] == "b2"
