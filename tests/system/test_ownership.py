"""Who else could have written a file."""

from __future__ import annotations

import grp
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts.system.ownership import is_own, others_who_write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "above/folder").mkdir(parents=True)
    return (tmp_path / "above/folder").resolve()


def test_a_folder_of_the_users_own_is_written_by_nobody_else(folder: Path) -> None:
    folder.chmod(0o755)
    assert others_who_write(folder) is None


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o702, 0o1777], ids=oct)
def test_a_folder_to_which_others_may_write_is_told(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    assert others_who_write(folder) == f"others may write to {folder} (mode {mode:o})"


def test_a_folder_above_from_which_others_could_take_it_away_is_told(folder: Path) -> None:
    folder.parent.chmod(0o777)
    told = f"others may write to {folder.parent} (mode 777)"
    assert others_who_write(folder) == told
    folder.parent.chmod(0o1777)  # as /tmp: others may add, but take nothing away
    assert others_who_write(folder) is None


def test_a_folder_of_another_user_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert others_who_write(folder) == f"{folder} belongs to user {owner}"
    assert not is_own(folder.stat())


def test_a_folder_above_may_be_roots_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.stat

    def stat(path: Path) -> os.stat_result:
        status = [*real(path)]
        status[4] = owners.get(path, 1000)
        return os.stat_result(status)

    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(Path, "stat", stat)
    owners = {Path("/"): 0}
    assert others_who_write(folder) is None
    owners[folder.parent] = 1001
    assert others_who_write(folder) == f"{folder.parent} belongs to user 1001"
    owners[folder.parent], owners[folder] = 0, 0
    assert others_who_write(folder) == f"{folder} belongs to user 0"


@pytest.mark.parametrize(
    ("name", "members", "private"),
    [("ada", [], True), ("ada", ["ada"], True), ("ada", ["bob"], False), ("staff", [], False)],
)
def test_a_group_of_the_user_alone_may_write(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    members: list[str],
    private: bool,
) -> None:
    folder.chmod(0o775)
    monkeypatch.setattr("pwd.getpwuid", lambda _: SimpleNamespace(pw_name="ada"))
    monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_name=name, gr_mem=members))
    assert is_own(folder.stat()) is private
    assert (others_who_write(folder) is None) is private


def test_a_user_without_a_name_has_no_group_of_his_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(number: int) -> None:
        raise KeyError(number)

    folder.chmod(0o775)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert not is_own(folder.stat())


def test_where_files_have_no_owners_nobody_else_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "geteuid")
    folder.chmod(0o777)
    assert others_who_write(folder) is None
    assert is_own(folder.stat())
