"""Sources that become modules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from llvmlite.binding import FeatureMap

from noughts.errors import MissingExtraError
from noughts.kernels import compiled_cache
from tests.tools import COMPILED

SOURCE = "from numba import njit\n\n\n@njit(cache=True)\ndef twice(n):\n    return 2 * n\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    compiled_cache.load.cache_clear()
    return tmp_path / "cache"


def test_a_source_is_compiled_from_a_file_that_stays(own_cache: Path) -> None:
    assert compiled_cache.load("example", SOURCE).twice(21) == 42
    (file,) = own_cache.glob("example_*.py")
    written = file.stat().st_mtime_ns
    compiled_cache.load.cache_clear()
    assert compiled_cache.load("example", SOURCE).twice(4) == 8
    assert file.stat().st_mtime_ns == written  # or Numba would compile once more


def test_a_file_that_says_something_else_is_written_again(own_cache: Path) -> None:
    compiled_cache.load("example", SOURCE)
    (file,) = own_cache.glob("example_*.py")
    file.write_text("def twi", encoding="utf-8")
    compiled_cache.load.cache_clear()
    assert compiled_cache.load("example", SOURCE).twice(21) == 42
    assert [each.name for each in own_cache.iterdir() if each.suffix == ".part"] == []


def test_another_source_is_another_file(own_cache: Path) -> None:
    compiled_cache.load("example", SOURCE)
    assert compiled_cache.load("example", SOURCE.replace("2 * n", "3 * n")).twice(21) == 63
    assert len([*own_cache.glob("example_*.py")]) == 2


@pytest.mark.parametrize(
    "change",
    [
        ("sys.version", "3.99.0"),
        ("numba.__version__", "0.99.0"),
        ("llvmlite.__version__", "0.99.0"),
        ("numpy.__version__", "2.99.0"),
        ("llvmlite.binding.get_process_triple", lambda: "riscv64-unknown-linux-gnu"),
        ("llvmlite.binding.get_host_cpu_name", lambda: "znver9"),
        ("llvmlite.binding.get_host_cpu_features", lambda: FeatureMap(avx2=False)),
    ],
    ids=lambda change: change[0],
)
def test_under_other_circumstances_nothing_old_is_used(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, Any]
) -> None:
    compiled_cache.load("example", SOURCE)
    compiled_cache.load.cache_clear()
    monkeypatch.setattr(*change)
    compiled_cache.load("example", SOURCE)
    assert len([*own_cache.glob("example_*.py")]) == 2


def test_a_setting_of_numba_is_one_of_the_circumstances(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled_cache.load("example", SOURCE)
    compiled_cache.load.cache_clear()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    compiled_cache.load("example", SOURCE)
    assert len([*own_cache.glob("example_*.py")]) == 2


@pytest.mark.parametrize("module", ["noughts.core", "os", ".beside"])
def test_a_source_that_imports_what_may_change_without_it_is_refused(module: str) -> None:
    with pytest.raises(ValueError, match=f"the kernel example_[0-9a-f]+ imports {module}, which"):
        compiled_cache.load("example", f"from {module} import name\n")
    with pytest.raises(ValueError, match="imports json, which can change"):
        compiled_cache.load("example", "import numpy, json\n")


@pytest.mark.skipif(not COMPILED, reason="plain Python is kept in no file")
@pytest.mark.parametrize("damage", [b"", b"not a pickle"], ids=["empty", "garbage"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_is_compiled_again(own_cache: Path, kind: str, damage: bytes) -> None:
    assert compiled_cache.load("example", SOURCE).twice(21) == 42
    (file,) = own_cache.rglob(f"*.{kind}")
    file.write_bytes(damage)
    compiled_cache.load.cache_clear()
    assert compiled_cache.load("example", SOURCE).twice(21) == 42
    (mended,) = own_cache.rglob(f"*.{kind}")
    assert len(mended.read_bytes()) > len(damage)
    compiled_cache.load.cache_clear()
    assert compiled_cache.load("example", SOURCE).twice(21) == 42


def test_where_no_file_can_be_written_a_folder_of_the_process_serves(own_cache: Path) -> None:
    own_cache.write_text("a file, where a folder should be", encoding="utf-8")
    assert compiled_cache.load("example", SOURCE).twice(21) == 42


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match="compiled kernels need Numba; install with: "):
        compiled_cache.load("example", SOURCE)
