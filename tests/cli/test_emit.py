"""`noughts emit`: a module of the library's, and where it goes."""

from __future__ import annotations

from pathlib import Path

from noughts import Rules
from noughts.emit import language, module
from tests.commands import run

WRITTEN = language("python").write(module(Rules(2, 3, 3)))


def test_the_module_is_written_to_the_screen_or_to_a_file(tmp_path: Path) -> None:
    arguments = ["emit", "python", "--board", "2,3,3"]
    assert run(*arguments).stdout == WRITTEN
    path = tmp_path / "rules.py"
    assert run(*arguments, "-o", str(path)).stdout == ""
    assert path.read_text() == WRITTEN


def test_where_nothing_is_written_no_file_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "rules"
    result = run("emit", "cobol", "-o", str(path))
    assert result.exit_code == 2
    assert not path.exists()
