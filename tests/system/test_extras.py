"""The advice to install an extra: a command that works where it is read."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts.errors import MissingExtraError
from noughts.system import extras
from noughts.system.extras import explained, install_command, require
from noughts.system.lazy import exports

From = Callable[[object], None]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> From:
    """Makes it look as if the package had been installed from there; None is an index."""
    monkeypatch.setattr(sys, "executable", "/opt/a b/bin/python")

    def come(origin: object) -> None:
        text = None if origin is None else json.dumps(origin)
        package = SimpleNamespace(read_text=lambda _: text)
        monkeypatch.setattr(metadata, "distribution", lambda _: package)

    return come


def test_what_came_from_an_index_is_added_to_from_there(installed: From) -> None:
    installed(None)
    assert install_command("fast") == "'/opt/a b/bin/python' -m pip install 'noughts[fast]'"


def test_what_runs_from_a_checkout_is_added_to_from_there(installed: From, tmp_path: Path) -> None:
    folder = tmp_path / "a checkout"
    installed({"url": folder.as_uri(), "dir_info": {"editable": True}})
    command = shlex.split(install_command("parquet"))
    assert command == ["/opt/a b/bin/python", "-m", "pip", "install", "-e", f"{folder}[parquet]"]


def test_in_a_checkout_with_its_own_environment_make_does_it(
    installed: From, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.chdir(tmp_path)
    assert install_command("fast") == "make fast"
    assert install_command("web") == "make web"
    assert install_command("parquet").endswith(f"install -e '{tmp_path}[parquet]'")
    monkeypatch.chdir("/")
    assert install_command("fast").endswith(f"install -e '{tmp_path}[fast]'")


@pytest.mark.parametrize(
    ("origin", "wanted"),
    [
        ({"url": "file:///a/noughts", "dir_info": {}}, "noughts[fast] @ file:///a/noughts"),
        (
            {"url": "https://a.b/noughts.whl", "archive_info": {}},
            "noughts[fast] @ https://a.b/noughts.whl",
        ),
        (
            {"url": "https://a.b/noughts", "vcs_info": {"vcs": "git"}},
            "noughts[fast] @ git+https://a.b/noughts",
        ),
    ],
)
def test_what_came_from_an_address_is_added_to_from_there(
    installed: From, origin: object, wanted: str
) -> None:
    installed(origin)
    assert shlex.split(install_command("fast"))[-1] == wanted


def test_what_is_not_installed_at_all_is_installed_from_its_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    monkeypatch.chdir("/")
    folder = Path(extras.__file__).parents[3]
    assert shlex.split(install_command("fast"))[-1] == f"{folder}[fast]"


def test_only_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, installed: From) -> None:
    installed(None)
    require("fast", "examples")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match=r"examples need Numba; install with: .* 'noughts"):
        require("fast", "examples")


WITHOUT_EXTRAS = """
import importlib, pathlib, sys
import noughts
from noughts.errors import MissingExtraError
from noughts.system.extras import EXTRAS

for modules in EXTRAS.values():
    sys.modules |= dict.fromkeys(modules)  # None there makes an import fail
sources = pathlib.Path(noughts.__file__).parent
for init in sorted(sources.rglob("__init__.py")):
    name = ".".join(["noughts", *init.parent.relative_to(sources).parts])
    try:
        package = importlib.import_module(name)
        names = package.__all__ if hasattr(package, "__all__") else []
    except MissingExtraError as error:
        print(name, error)
        continue
    for each in names:
        try:
            getattr(package, each)
        except MissingExtraError as error:
            print(f"{name}.{each}", error)
"""


def test_whatever_is_public_names_the_extra_that_it_needs() -> None:
    command = [sys.executable, "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    told = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert {"noughts.arrays", "noughts.store", "noughts.solver.counts"} <= {
        name for name, _ in told
    }
    assert all("; install with: " in error for _, error in told)


def test_a_module_that_an_extra_brings_is_named_with_its_extra() -> None:
    told = str(explained(ModuleNotFoundError(name="numba.core"), "an example"))
    assert re.fullmatch(r"an example needs Numba; install with: .*\bfast\b.*", told)


def test_a_module_that_no_extra_brings_is_named_as_python_does() -> None:
    error = ModuleNotFoundError(name="elsewhere")
    assert explained(error, "an example") is error
    _, get, _ = exports("noughts", {"noughts.nowhere": "Nothing"})
    with pytest.raises(ModuleNotFoundError, match=r"noughts\.nowhere"):
        get("Nothing")
