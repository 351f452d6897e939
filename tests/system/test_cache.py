"""Where what is made once is kept."""

from __future__ import annotations

import grp
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from noughts import Rules
from noughts.cli.main import main
from noughts.solver.tables.table import is_stored
from noughts.system.cache import cache_folder, code_folder, is_own, others_who_write


def test_a_folder_that_is_named_is_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_CACHE", "/named")
    assert cache_folder() == Path("/named")


def test_the_cache_is_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOUGHTS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/noughts")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "noughts"


def test_the_folder_of_code_is_made_for_the_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "new"))
    assert code_folder() == (tmp_path / "new").resolve()
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_link_to_the_folder_is_followed_and_its_target_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (tmp_path / "link").symlink_to(target)
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "link"))
    assert code_folder() == target.resolve()
    target.chmod(0o777)
    with pytest.warns(RuntimeWarning, match=r"others may write to .*target \(mode 777\)"):
        assert code_folder() is None


def test_a_folder_to_which_others_could_write_is_not_used_and_one_warning_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))
    with pytest.warns(RuntimeWarning, match="compiled code is not kept in .*NOUGHTS_CACHE") as told:
        assert [code_folder() for _ in range(3)] == [None] * 3
    assert len(told) == 1


def test_without_a_place_there_is_no_folder_of_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "file"))
    assert code_folder() is None


def test_without_a_home_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("NOUGHTS_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(OSError, match="set NOUGHTS_CACHE to a folder"):
        cache_folder()
    assert code_folder() is None
    assert not is_stored(Rules(4, 4, 4))
    assert CliRunner().invoke(main, ["solve"]).exit_code == 0
    refused = CliRunner().invoke(main, ["table", "2,2,2"])
    assert refused.exit_code == 1
    assert "Error: there is no home folder" in refused.stderr


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
