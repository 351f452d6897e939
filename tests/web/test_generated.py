"""What is made of the page: by whom, from what, and where it is kept."""

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from noughts import TICTACTOE, Position
from noughts.solver.tables.table import table
from noughts.web import generated as page

ROOT = Path(__file__).parents[2]
# With no package but the standard library, as pip builds it: hatchling itself has no part in it.
BUILD = """
import runpy, sys, types
name = "hatchling.builders.hooks.plugin.interface"
for end in range(len(name.split("."))):
    module = name.rsplit(".", end)[0]
    sys.modules[module] = types.ModuleType(module)
sys.modules[name].BuildHookInterface = object
made = {"artifacts": ["others"]}
runpy.run_path(sys.argv[1])["MakesThePage"]().initialize("editable", made)
print(*made["artifacts"])
"""


def test_a_byte_is_value_and_remoteness_at_the_base_3_code() -> None:
    made = page.table_bytes()
    for position in (Position(), Position.parse("XX./OO./..."), Position.parse("XO./.../...")):
        code = sum(position[cell] * 3**cell for cell in range(9))
        value, remoteness = table(TICTACTOE)[position]
        assert divmod(made[code], 16) == (value + 1, remoteness)
    assert made[2] == page.UNREACHABLE  # a single O


@pytest.mark.traced
@pytest.mark.wide
def test_making_writes_what_is_missing_or_stale_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    assert page.make() == list(page.MADE)
    (tmp_path / "levels.js").write_bytes(b"old")
    (tmp_path / "boards.js").unlink()
    assert page.make() == ["boards.js", "levels.js"]
    (tmp_path / "main.js").write_bytes(b"new")
    assert page.make() == ["files.js"]  # which has a hash of all


def test_only_a_checkout_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(page, "MAKER", tmp_path / "hatch_build.py")
    page.refresh()
    assert list(tmp_path.iterdir()) == []


def test_git_has_nothing_that_is_made() -> None:
    folder = "/src/noughts/web/page/"
    lines = (ROOT / ".gitignore").read_text().splitlines()
    ignored = [line.removeprefix(folder) for line in lines if line.startswith(folder)]
    made = {name: [one for one in ignored if fnmatch(name, one)] for name in page.MADE}
    assert all(made.values())
    assert {one for found in made.values() for one in found} == set(ignored)


def test_a_build_with_the_standard_library_alone_makes_and_names_all() -> None:
    command = [sys.executable, "-I", "-S", "-c", BUILD, str(ROOT / "hatch_build.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    made = [f"src/noughts/web/page/{name}" for name in page.MADE]
    assert done.stdout.split() == ["others", *made]
    assert page.make() == []
