"""Where what is made once is kept."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import Rules
from noughts.cli.main import main
from noughts.solver.tables.table import is_stored
from noughts.system.cache import cache_folder, code_folder


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
