"""Where what is made once is kept."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import Rules
from noughts.cli.main import main
from noughts.solver.tables.table import is_stored
from noughts.system.cache import cache_folder


def test_a_folder_that_is_named_is_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_CACHE", "/named")
    assert cache_folder() == Path("/named")


def test_the_cache_is_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOUGHTS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/noughts")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "noughts"


def test_without_a_home_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("NOUGHTS_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(OSError, match="let NOUGHTS_CACHE name a folder"):
        cache_folder()
    assert not is_stored(Rules(4, 4, 4))
    assert CliRunner().invoke(main, ["solve"]).exit_code == 0
    refused = CliRunner().invoke(main, ["table", "2,2,2"])
    assert refused.exit_code == 1
    assert "Error: there is no home folder" in refused.stderr
