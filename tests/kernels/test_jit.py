"""Sources that become modules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from noughts.errors import MissingExtraError
from noughts.kernels import jit

SOURCE = "from numba import njit\n\n\n@njit(cache=True)\ndef twice(n):\n    return 2 * n\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    jit.load.cache_clear()
    return tmp_path / "cache"


def test_a_source_is_compiled_from_a_file_that_stays(own_cache: Path) -> None:
    assert jit.load("example", SOURCE).twice(21) == 42
    (file,) = own_cache.glob("example_*.py")
    written = file.stat().st_mtime_ns
    jit.load.cache_clear()
    assert jit.load("example", SOURCE).twice(4) == 8
    assert file.stat().st_mtime_ns == written  # or Numba would compile once more


def test_a_file_that_says_something_else_is_written_again(own_cache: Path) -> None:
    jit.load("example", SOURCE)
    (file,) = own_cache.glob("example_*.py")
    file.write_text("def twi", encoding="utf-8")
    jit.load.cache_clear()
    assert jit.load("example", SOURCE).twice(21) == 42
    assert [each.name for each in own_cache.iterdir() if each.suffix == ".part"] == []


def test_another_source_is_another_file(own_cache: Path) -> None:
    jit.load("example", SOURCE)
    assert jit.load("example", SOURCE.replace("2 * n", "3 * n")).twice(21) == 63
    assert len([*own_cache.glob("example_*.py")]) == 2


def test_where_no_file_can_be_written_a_folder_of_the_process_serves(own_cache: Path) -> None:
    own_cache.write_text("a file, where a folder should be", encoding="utf-8")
    assert jit.load("example", SOURCE).twice(21) == 42


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match="need Numba; install with: "):
        jit.load("example", SOURCE)


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_one_of_the_two_alone_is_not_enough(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    name = {"numpy": "NumPy", "numba": "Numba"}[missing]
    with pytest.raises(MissingExtraError, match=f"arrays need {name}; install with: "):
        jit.require("arrays")
