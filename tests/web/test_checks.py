"""What checks the sources of the page, where its tools are missing and where they are not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tools import tool

CHECK = Path(__file__).parents[2] / "tools" / "page" / "check.sh"


def run(what: str, tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a check on a machine without any program but a shell."""
    return subprocess.run(
        [tool("sh"), str(CHECK), what],
        env={"PATH": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("what", ["lint", "types"])
def test_without_npm_a_check_is_skipped_by_name(tmp_path: Path, what: str) -> None:
    done = run(what, tmp_path, NOUGHTS_NEED="cc node")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"no npm on this machine: {what} of JavaScript is skipped\n"


def test_where_npm_has_to_be_it_fails(tmp_path: Path) -> None:
    done = run("lint", tmp_path, NOUGHTS_NEED="cc node npm chromium")
    assert done.returncode == 1
    assert done.stderr == "npm must be here (NOUGHTS_NEED): no npm on this machine\n"


def test_where_npm_cannot_install_the_check_is_skipped_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    for name in ("check.sh", "package-lock.json"):
        shutil.copy(CHECK.parent / name, folder)
    (tmp_path / "npm").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "npm").chmod(0o755)
    done = subprocess.run(
        [tool("sh"), str(folder / "check.sh"), "types"],
        env={"PATH": f"{tmp_path}:{os.defpath}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("npm cannot install the checks: types of JavaScript is skipped\n")
