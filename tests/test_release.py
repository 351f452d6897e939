"""What a release says of itself is the same everywhere."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

import noughts

ROOT = Path(__file__).parents[1]
TOOL = SimpleNamespace(**runpy.run_path(str(ROOT / "tools/release.py")))


def test_version_and_licence_are_those_of_the_citation() -> None:
    cited = dict(
        re.findall(r"^(\S+): (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["version"] == TOOL.version() == noughts.__version__
    assert cited["license"] == project["license"]


def test_the_notes_of_a_tag_are_what_the_list_of_changes_says_of_its_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for version in ("0.1.0", noughts.__version__):
        notes = TOOL.notes(version)
        assert notes.strip() in changes
        assert "\n## " not in notes
    with pytest.raises(SystemExit, match=r"no heading '## 9\.0\.0'"):
        TOOL.notes("9.0.0")


def test_the_newest_python_of_pyenv_is_found_where_its_shim_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    for version in ("3.12.9", "3.12.10", "3.12-dev", "3.12.11rc1", "3.1.9"):
        folder = tmp_path / "versions" / version / "bin"
        folder.mkdir(parents=True)
        (folder / "python3.12").symlink_to(sys.executable)
    found = tmp_path / "versions/3.12.10/bin/python3.12"
    assert TOOL.pythons([]) == [str(found)]


def test_a_python_that_is_named_must_be_here(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="no Python to try with"):
        TOOL.pythons(["python0.1"])
    assert "python0.1 is not here" in capsys.readouterr().out
