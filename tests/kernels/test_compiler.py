"""Functions gathered into one source, which holds all that the result depends on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from noughts.kernels import compiled_cache, compiler
from noughts.kernels.compiled_expressions import function
from noughts.kernels.compiler import GIVEN, Written, build, entry, source
from noughts.kernels.set_bits import ones_in
from tests.tools import COMPILED

pytestmark = pytest.mark.traced

NEVER = 127
MASKS = np.array([1, 2, 4], np.uint8)
PAIR = (3, np.uint8(4))
OFFSET: int = GIVEN
changed: Callable[..., Any] = GIVEN


class Sums(NamedTuple):
    total: Any
    count: Any


def helper(n: Any) -> Any:
    return n + NEVER


def constant(n: Any) -> Any:
    return helper(n)


def masked(n: Any) -> Any:
    return [n & mask for mask in MASKS][1] + PAIR[0] + PAIR[1]


def given(n: Any) -> Any:
    return changed(n) + OFFSET


def mean(sums: Sums) -> Any:
    return sums.total // sums.count


def recursive(n: int) -> int:
    return 1 if n == 0 else n * recursive(n - 1)


def paths(n: Any) -> Any:
    return n, FOLDER


FOLDER = Path("here")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing in it, which must hold what was built."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    compiled_cache.load.cache_clear()
    return tmp_path / "cache"


def files(folder: Path) -> int:
    return len([*folder.glob("example_*.compiled")])


needs_files = pytest.mark.skipif(not COMPILED, reason="plain Python is kept in no file")


@pytest.mark.wide
def test_a_function_brings_what_it_uses() -> None:
    assert build("example", constant).constant(1) == 128
    assert build("example", masked).masked(np.uint8(2)) == 2 + 3 + 4
    assert build("example", recursive).recursive(5) == 120
    assert build("example", ones_in).ones_in(np.uint64(2**64 - 1)) == 64


def test_an_argument_may_be_a_structure() -> None:
    assert build("example", mean).mean(Sums(12, 4)) == 3


def test_what_is_given_stands_for_what_is_declared() -> None:
    doubled = function("changed", lambda n: n << 1, n=255)
    built = build("example", given, OFFSET=np.uint64(3), changed=doubled)
    assert built.given(np.uint64(5)) == 13


def test_a_written_function_may_call_one_that_is_not() -> None:
    text = "def twice(n):\n    return helper(n) + helper(n) + FEW"
    assert build("example", Written("twice", text, {"helper": helper, "FEW": 1})).twice(0) == 255


def test_a_forced_function_is_inlined_however_long_it_is() -> None:
    assert "forceinline" not in source(constant)
    text = source(constant, forced=("helper",))
    assert text.count("forceinline=True") == 1
    assert text.index("forceinline") < text.index("def helper") < text.index("def constant")
    assert build("example", constant, forced=("helper",)).constant(1) == 128
    with pytest.raises(TypeError, match="helped is to be forced, but the kernel uses no"):
        source(constant, forced=("helped",))


def test_words_wrap_round_without_a_warning() -> None:
    text = "def less(n):\n    return u64(n - u64(1))"
    assert build("example", Written("less", text)).less(np.uint64(0)) == 2**64 - 1


class Turned(NamedTuple):
    count: Any
    total: Any


@needs_files
@pytest.mark.parametrize(
    ("function", "given", "found", "name", "other", "then"),
    [
        (constant, 0, 127, "NEVER", 126, 126),
        (masked, np.uint8(2), 9, "MASKS", np.array([1, 0, 4], np.uint8), 7),
        (constant, 0, 127, "helper", Written("helper", "def helper(n):\n    return n - 1"), -1),
        (mean, Sums(12, 4), 3, "Sums", Turned, 0),  # what is asked has the other order then
    ],
    ids=["a constant", "an item of an array", "a function", "a structure"],
)
def test_what_a_function_uses_is_compiled_anew_where_it_is_another(
    function: Any,
    given: Any,
    found: int,
    name: str,
    other: Any,
    then: int,
    own_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = function.__name__
    assert getattr(build("example", function), called)(given) == found
    monkeypatch.setattr(f"{__name__}.{name}", other)
    again = Turned(*given) if other is Turned else given
    assert getattr(build("example", function), called)(again) == then
    assert files(own_cache) == 2


@needs_files
def test_another_text_of_an_expression_that_is_inlined_is_compiled_anew(own_cache: Path) -> None:
    for by in (1, 2):
        shifted = function("changed", lambda n, by=by: n << by, n=255)
        built = build("example", given, OFFSET=np.uint64(0), changed=shifted)
        assert built.given(np.uint64(1)) == 1 << by
    assert files(own_cache) == 2


@needs_files
def test_another_dtype_is_compiled_anew() -> None:
    wide, narrow = (np.array([200], dtype) for dtype in (np.uint16, np.uint8))
    text = "def doubled(n, out):\n    out[0] = n[0] + n[0]"
    built = build("example", Written("doubled", text))
    for array, twice in ((wide, 400), (narrow, 144), (wide, 400)):
        built.doubled(array, array_out := np.zeros_like(array))
        assert array_out[0] == twice


def test_what_no_source_can_hold_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"FOLDER is PosixPath\('here'\); a kernel can use numbers"):
        build("example", paths).paths(1)


@pytest.mark.parametrize("name", ["OFFSET", "changed"])
def test_what_is_declared_and_not_given_is_refused_by_name(name: str) -> None:
    known: dict[str, Any] = {"OFFSET": 1, "changed": Written("changed", "def changed(n): return n")}
    del known[name]
    with pytest.raises(TypeError, match=f"given uses {name}, which is neither given nor defined"):
        build("example", given, **known)


def test_a_name_that_means_two_things_is_refused() -> None:
    one = Written("one", "def one():\n    return N", {"N": 1})
    two = Written("two", "def two():\n    return N + one()", {"N": 2, "one": one})
    with pytest.raises(TypeError, match="N means two things in one kernel"):
        build("example", one, two)


def test_a_function_under_another_name_is_refused() -> None:
    with pytest.raises(TypeError, match="changed is helper; a compiled function has one name"):
        build("example", given, OFFSET=1, changed=helper)


def test_a_function_of_something_around_it_is_refused() -> None:
    offset = 3

    def inner(n: Any) -> Any:
        return n + offset

    with pytest.raises(TypeError, match=r"inner is .*<locals>.inner; a compiled function has one"):
        build("example", inner)


def test_an_entry_is_the_function_for_its_types() -> None:
    array = np.zeros(1, np.uint8)
    text = "def mark(out):\n    out[0] = 7"
    entry(build("example", Written("mark", text)).mark, array)(array)
    assert array[0] == 7


def test_plain_functions_keep_their_places_in_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "is_plain", lambda: True)
    plain = build(
        "example", given, OFFSET=2, changed=Written("changed", "def changed(n): return n")
    )
    assert plain.given(1) == 3
    assert plain.given.__wrapped__.__code__ is given.__code__
    assert entry(plain.given, 1) is plain.given
