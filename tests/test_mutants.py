"""The mutants of `make mutants`: small faults, each of which compiles, and the excuses for some."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src/noughts"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The modules of the tool, which is run as a folder."""
    monkeypatch.syspath_prepend(str(ROOT / "tools/mutants"))
    import drawing
    import explained

    return drawing.mutants, explained.explained


@pytest.mark.wide
def test_a_mutant_is_the_module_with_one_change_that_python_reads(tool: Any) -> None:
    mutants, _ = tool
    source = (SOURCES / "core/turns.py").read_bytes()
    found = mutants(SOURCES, "core/turns.py")
    assert len(found) > 50
    for mutant in found:
        changed = mutant.applied(source)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source)), str(mutant)
        compile(changed, "mutant", "exec")
    assert len({mutant.key for mutant in found}) == len(found)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("f = a < b\n", {"f = (a <= b)", "f = (a >= b)"}),
        ("f = a & 3\n", {"f = (a | 3)", "f = a & (4)", "f = a & (2)"}),
        ("f = a[b:]\n", {"f = a[:]"}),
        ("f = not a\n", {"f = a"}),
        ("f = a or b\n", {"f = (a and b)", "f = b", "f = a"}),
        (
            "f = a if b else c\n",
            {"f = (c if b else a)", "f = a if False else c", "f = a if True else c"},
        ),
        ("if a:\n    raise b\n", {"if False:", "if True:", "pass"}),
        ("f: int = 1\n", {"f: int = (2)", "f: int = (0)"}),
        ("f = 'a' + b\n", set()),
        ("zip(a, b, strict=True)\n", {"pass"}),
    ],
)
def test_what_is_changed(tool: Any, tmp_path: Path, text: str, changes: set[str]) -> None:
    mutants, _ = tool
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    assert {mutant.added for mutant in mutants(tmp_path, "a.py")} == changes


def test_what_is_excused_can_still_be_drawn_and_has_a_reason(tool: Any) -> None:
    mutants, explained = tool
    reasons = explained()
    drawn = {
        mutant.key for path in {key[0] for key in reasons} for mutant in mutants(SOURCES, path)
    }
    assert reasons.keys() <= drawn
    assert all(len(reason.split()) > 4 for reason in reasons.values())


def test_an_excuse_without_a_reason_is_refused(tool: Any, tmp_path: Path) -> None:
    _, explained = tool
    (tmp_path / "list").write_text("core/bits.py:1 f\n- a\n+ b\n=\n", encoding="utf-8")
    with pytest.raises(ValueError, match="does not say why"):
        explained(tmp_path / "list")


@pytest.mark.wide
def test_a_function_that_is_imported_gets_the_code_of_a_mutant(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from patching import Patcher

    mutants, _ = tool
    text = "K = 5\n\n\nclass A:\n    N = 7\n\n    def f(self, a=3):\n        return a < K\n"
    (tmp_path / "patched_sample.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    sample: Any = import_module("patched_sample")
    bound = sample.A().f
    patcher = Patcher(tmp_path)
    put = {
        mutant.added: patcher.put(mutant) for mutant in mutants(tmp_path, sample.__name__ + ".py")
    }
    assert {added for added, is_put in put.items() if is_put} == {
        "return (a <= K)",
        "return (a >= K)",
    }
    assert len(put) == 8  # the others are outside of the function, whose code is made once
    assert bound(5)
    assert bound(6)
