"""A JupyterLab of the tests' own, for the browser of the tests.

Where JupyterLab or anywidget is missing, the tests that need it are skipped by name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

TOKEN = "of-the-tests"  # noqa: S105 - of a server that lives as long as they do


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Where a JupyterLab listens, with a folder that it shows and settings of its own."""
    pytest.importorskip("jupyterlab")
    folder = tmp_path_factory.mktemp("lab")
    own = {
        f"JUPYTER_{name}_DIR": str(folder / f".{name.lower()}")
        for name in ("CONFIG", "DATA", "RUNTIME")
    }
    options = (
        *("--no-browser", "--allow-root", "--expose-app-in-browser", "--ServerApp.port=0"),
        f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.user_settings_dir={folder / '.settings'}",
        f"--LabApp.workspaces_dir={folder / '.workspaces'}",
    )
    about_news = folder / ".settings/@jupyterlab/apputils-extension"
    about_news.mkdir(parents=True)
    (about_news / "notification.jupyterlab-settings").write_text(
        json.dumps({"fetchNews": "false", "checkForUpdates": False})
    )
    with (folder / ".log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            env=os.environ | own | {"IPYTHONDIR": str(folder / ".ipython")},
            stdout=log,
            stderr=log,
        )
        try:
            yield _address(folder, server), folder
        finally:
            server.terminate()
            server.wait(timeout=30)


def _address(folder: Path, server: subprocess.Popen[bytes]) -> str:
    """Where the server listens, once it does."""
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        for file in (folder / ".runtime").glob("jpserver-*.json"):
            return str(json.loads(file.read_text())["url"])
        time.sleep(0.1)
    pytest.fail(f"JupyterLab does not start: {(folder / '.log').read_text()[-2000:]}")


def notebook(lab: tuple[str, Path], name: str, cells: list[str]) -> str:
    """Write a notebook of these cells; the address at which JupyterLab opens it."""
    address, folder = lab
    content = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "source": cell,
                "outputs": [],
                "execution_count": None,
            }
            for number, cell in enumerate(cells)
        ],
    }
    (folder / name).write_text(json.dumps(content))
    return f"{address}lab/tree/{quote(name)}?token={TOKEN}"
