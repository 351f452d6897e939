"""Sources that become modules."""

from __future__ import annotations

import os
import pickle
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import numba
import pytest
from llvmlite.binding import FeatureMap

from noughts.errors import MissingExtraError
from noughts.kernels import compiled_cache
from noughts.kernels.compiler import telling
from noughts.system.files import locked, unlock
from tests.tools import COMPILED

pytestmark = pytest.mark.traced

SOURCE = "from numba import njit\n\n\n@njit\ndef twice(n):\n    return 2 * n\n"


needs_files = pytest.mark.skipif(not COMPILED, reason="plain Python is kept in no file")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    compiled_cache.load.cache_clear()
    return tmp_path / "cache"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("example_*.twice.*.compiled"))


def again() -> Any:
    """The function as a later process has it."""
    compiled_cache.load.cache_clear()
    return compiled_cache.load("example", SOURCE).twice


@needs_files
def test_a_function_is_compiled_once_and_kept_in_a_file(own_cache: Path) -> None:
    assert again()(21) == 42
    (file,) = kept(own_cache)
    written = file.stat().st_mtime_ns
    assert file.stat().st_mode & 0o777 == 0o600
    assert again()(4) == 8
    assert (kept(own_cache), file.stat().st_mtime_ns) == ([file], written)


@needs_files
@pytest.mark.parametrize("answers", [True, False])
def test_where_another_process_compiles_the_same_its_code_is_read_unless_it_takes_too_long(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    again()(21)
    (file,) = kept(own_cache)
    data = file.read_bytes()
    file.unlink()
    function, told, found = again(), Event(), SimpleQueue[int]()
    monkeypatch.setattr(compiled_cache, "LONGEST_WAIT", 60 if answers else 0.1)
    with file.with_suffix(".compiling").open("wb") as other, telling(told.set):
        assert locked(other.fileno())
        waiting = Thread(target=lambda: found.put(function(21)))
        waiting.start()
        assert told.wait(60)  # as when it compiles
        if answers:
            assert not kept(own_cache)
            file.write_bytes(data)
            file.chmod(0o600)
            unlock(other.fileno())
        assert found.get(timeout=60) == 42
        waiting.join()
    assert sum(function._cache_misses.values()) == (not answers)
    assert not file.with_suffix(".compiling").exists()


@needs_files
def test_other_types_are_another_file(own_cache: Path) -> None:
    again()(21)
    assert again()(1.5) == 3
    assert len(kept(own_cache)) == 2
    first, second = kept(own_cache)
    first.write_bytes(second.read_bytes())  # as if the names of both types were one
    assert (again()(21), again()(1.5)) == (42, 3)


@needs_files
def test_a_function_that_python_never_calls_is_kept_within_those_that_call_it(
    own_cache: Path,
) -> None:
    source = (
        SOURCE
        + """

@njit(inline="always")
def once(n):
    return twice(n) // 2


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def thrice(n):
    return twice(n) + once(n)


@njit
def six_times(n):
    return thrice(twice(n))
"""
    )
    for _ in range(2):
        compiled_cache.load.cache_clear()
        assert compiled_cache.load("example", source).six_times(7) == 42
        names = {file.name.split(".")[1] for file in own_cache.iterdir()}
        assert names == {"six_times", "twice"}


@needs_files
def test_another_source_is_another_file(own_cache: Path) -> None:
    again()(21)
    other = compiled_cache.load("example", SOURCE.replace("2 * n", "3 * n"))
    assert (other.twice(21), again()(21)) == (63, 42)
    assert len(kept(own_cache)) == 2


@needs_files
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
    again()(21)
    monkeypatch.setattr(*change)
    again()(21)
    assert len(kept(own_cache)) == 2


@needs_files
def test_a_setting_of_numba_is_one_of_the_circumstances(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again()(21)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    again()(21)
    assert len(kept(own_cache)) == 2


@pytest.mark.parametrize("module", ["noughts.core", "os", ".beside"])
def test_a_source_that_imports_what_may_change_without_it_is_refused(module: str) -> None:
    with pytest.raises(ValueError, match=f"the kernel example imports {module}, which"):
        compiled_cache.load("example", f"from {module} import name\n")
    with pytest.raises(ValueError, match="imports json, which can change"):
        compiled_cache.load("example", "import numpy, json\n")


def test_an_import_anywhere_in_a_source_is_seen() -> None:
    many = "".join(f"a{number} = {number}\n" for number in range(300))  # constants
    for source in (f"{many}import os\n", "def f():\n    def g():\n        from . import os\n"):
        with pytest.raises(ValueError, match=r"the kernel example imports (os|\.), which"):
            compiled_cache.load("example", source)


def test_a_source_is_read_while_other_threads_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 cannot parse in two threads, and whatever else is installed may parse in one."""

    def parsed(*_: object) -> None:
        raise SystemError("AST constructor recursion depth mismatch (before=72, after=70)")

    with monkeypatch.context() as patch:
        patch.setattr("ast.parse", parsed)
        module = compiled_cache.load("example", SOURCE)
    assert module.twice(21) == 42


@needs_files
@pytest.mark.wide
def test_a_damaged_file_is_compiled_again(own_cache: Path) -> None:
    """Cut short at every 64th byte, or with any bit wrong, which could be an instruction."""
    again()(21)
    (file,) = kept(own_cache)
    whole = file.read_bytes()
    types = (numba.int64,)
    chance = random.Random(12)
    flips = [chance.randrange(8 * len(whole)) for _ in range(500)]
    damaged = [whole[:length] for length in range(0, len(whole), 64)]
    damaged += [_flipped(whole, bit) for bit in [*range(8 * 40), *flips]]
    for damage in damaged:
        file.write_bytes(damage)
        assert again()._cache.load_overload(types, again().targetctx) is None
    assert again()(21) == 42
    assert file.read_bytes()[:32] == sha256(file.read_bytes()[32:]).digest()
    assert again()._cache.load_overload(types, again().targetctx) is not None


def _flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _link_to_nothing(file: Path) -> None:
    file.unlink()
    file.symlink_to("nothing")


def _link_to_endless(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


@needs_files
@pytest.mark.parametrize("change", [_folder, _pipe, _link_to_nothing, _link_to_endless])
def test_whatever_stands_in_the_place_of_a_file_the_function_is_compiled(
    own_cache: Path, change: Callable[[Path], None]
) -> None:
    again()(21)
    (file,) = kept(own_cache)
    change(file)
    assert again()(21) == 42


class Planted:
    """What unpickling it runs would show."""

    def __reduce__(self) -> Any:
        return os.mkdir, (os.environ["NOUGHTS_CACHE"] + "/run",)


def plant(file: Path) -> None:
    data = pickle.dumps(((numba.int64,), Planted()))
    file.write_bytes(sha256(data).digest() + data)


@needs_files
def test_a_file_that_may_be_from_someone_else_is_never_unpickled(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again()(21)
    (file,) = kept(own_cache)
    plant(file)
    file.chmod(0o666)
    assert again()(21) == 42
    assert file.stat().st_mode & 0o777 == 0o600  # compiled and written again
    plant(file)
    owner = file.stat().st_uid
    real = os.fstat
    monkeypatch.setattr(os, "fstat", lambda of: _owned(real(of), owner + 1))
    assert again()(21) == 42
    monkeypatch.undo()
    monkeypatch.setenv("NOUGHTS_CACHE", str(own_cache))
    assert not (own_cache / "run").exists()
    plant(file)
    again()(21)
    assert (own_cache / "run").exists()  # so what was planted would have run


def _owned(status: os.stat_result, owner: int) -> os.stat_result:
    return os.stat_result([*status[:4], owner, *status[5:]])


@needs_files
def test_in_a_folder_to_which_others_may_write_nothing_is_kept_or_unpickled(
    own_cache: Path,
) -> None:
    again()(21)
    (file,) = kept(own_cache)
    plant(file)
    own_cache.chmod(0o777)
    with pytest.warns(RuntimeWarning, match=r"is compiled in each process: others may write to"):
        assert again()(21) == 42
    assert again()(1.5) == 3  # and it has been said
    assert [each.name for each in own_cache.iterdir()] == [file.name]


def test_where_no_file_can_be_written_functions_are_compiled_all_the_same(
    own_cache: Path,
) -> None:
    own_cache.write_text("a file, where a folder should be", encoding="utf-8")
    assert again()(21) == 42


@needs_files
def test_where_the_disk_is_full_functions_are_compiled_all_the_same(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert again()(21) == 42
    assert list(own_cache.iterdir()) == []


@needs_files
def test_code_with_an_address_of_this_process_in_it_is_not_kept(own_cache: Path) -> None:
    source = """
import numpy
from numba import njit

LARGE = numpy.arange(1 << 18)

@njit
def twice(n):
    return LARGE[n] * 2
"""
    for _ in range(2):
        compiled_cache.load.cache_clear()
        assert compiled_cache.load("example", source).twice(21) == 42
    assert kept(own_cache) == []


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match="compiled kernels need Numba; install with: "):
        compiled_cache.load("example", SOURCE)
