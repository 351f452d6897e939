"""`noughts emit`: a module of the library's, and where it goes."""

from __future__ import annotations

from pathlib import Path

from noughts import Rules, __version__
from noughts.emit import language, module
from noughts.emit.packages import package
from tests.commands import good, refused, run

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


def test_a_package_is_written_whole_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    boards = ("--board", "3,3,3", "--board", "3,3,3,wild")
    assert good("emit", "rust", "--package", str(folder), *boards) == ""
    rules = [Rules.parse(board) for board in boards[1::2]]
    found = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert found == package("rust", rules, __version__)
    assert "exists already" in refused("emit", "rust", "--package", str(folder))
    assert "takes several" in refused("emit", "c", *boards)
    assert "--name names a package" in refused("emit", "c", "--name", "mine")
    assert "excludes" in refused("emit", "c", "--package", str(tmp_path / "x"), "--prefix", "a")
