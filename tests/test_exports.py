"""What packages export is what is documented, whatever has been imported before."""

from __future__ import annotations

import ast
import random
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import noughts
from tests.test_layers import MODULES
from tests.tools import longer

ROOT = Path(__file__).parents[1]
REFERENCE = runpy.run_path(str(ROOT / "tools/reference.py"))
ROOMS = sorted(
    name for name, path in MODULES.items() if path.name == "__init__.py" and "." not in name
)
PACKAGES = ["noughts", *(f"noughts.{name}" for name in ROOMS if name)]
PACKAGES.append("noughts.envs.jax")  # a package of its own, since it has an extra of its own
PUBLIC_MODULES = {"noughts.core.bits", "noughts.store.parquet"}
METHODS = (FunctionType, classmethod, property)


def statements(package: str) -> list[tuple[str, str]]:
    """Each `from module import name` of a package's `__init__`, for types or to be run."""
    text = MODULES[package.removeprefix("noughts").removeprefix(".")].read_text()
    return [
        (node.module or "", alias.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (node.module or "").startswith("noughts")
    ]


def exported(package: str) -> list[str]:
    module: Any = import_module(package)
    names: list[str] = module.__all__
    return names


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_is_public_and_shows_nothing_else(package: str) -> None:
    names = exported(package)
    assert len(set(names)) == len(names)
    assert not any(name.startswith("_") for name in names)
    if names:  # else the package is private as a whole
        shown = dir(import_module(package))
        assert {name for name in shown if not name.startswith("_")} == set(names)


def test_a_package_within_a_room_is_private_and_looks_it() -> None:
    for name, path in MODULES.items():
        if path.name == "__init__.py" and f"noughts.{name}".rstrip(".") not in PACKAGES:
            assert "__all__" not in path.read_text("utf-8"), name


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_see_what_a_package_exports(package: str) -> None:
    text = MODULES[package.removeprefix("noughts").removeprefix(".")].read_text()
    if "exports(" in text:
        typed = {name for _, name in statements(package)} - {"exports"}
        assert typed == set(exported(package))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_imported_late_is_not_that_of_a_module_beside_it(package: str) -> None:
    modules = {f"{package}.{name}" for name in exported(package)}
    if "exports(" in MODULES[package.removeprefix("noughts").removeprefix(".")].read_text():
        known = {f"noughts.{name}" for name in MODULES}
        assert modules & known <= PUBLIC_MODULES


LOOK = """
import sys
from importlib import import_module

modules, wanted = eval(sys.stdin.read())
for module in modules:
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        assert error.name == "stable_baselines3", error  # the one that `dev` does not bring
for package, home, name in wanted:
    value = getattr(import_module(package), name)
    source = import_module(home)
    same = getattr(source, name) if home != package else sys.modules[f"{package}.{name}"]
    assert value is same, (package, name, value)
"""


@pytest.mark.wide
@pytest.mark.parametrize("seed", [0, *longer(1, 2)])
def test_every_name_means_what_is_documented_after_imports_in_any_order(seed: int) -> None:
    wanted = [
        (package, home, name)
        for package in PACKAGES
        for home, name in statements(package)
        if name in exported(package)
    ]
    # A migration is no part of a package.
    modules = [
        f"noughts.{name}"
        for name, path in MODULES.items()
        if name and path.stem != "__main__" and (path.parent / "__init__.py").exists()
    ]
    random.Random(seed).shuffle(modules)
    random.Random(-seed).shuffle(wanted)
    done = subprocess.run(
        [sys.executable, "-c", LOOK], input=repr((modules, wanted)), text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr


def test_only_the_modules_that_are_meant_are_exported_as_modules() -> None:
    values = {
        f"{package}.{name}": getattr(import_module(package), name)
        for package in PACKAGES
        for name in exported(package)
    }
    modules = {name for name, value in values.items() if isinstance(value, ModuleType)}
    assert modules == PUBLIC_MODULES


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(
        AttributeError, match="module 'noughts' has no attribute 'Plyer'"
    ) as missing:
        _ = noughts.Plyer  # type: ignore[attr-defined] # that is what is tested
    assert (missing.value.name, missing.value.obj) == ("Plyer", noughts)


@pytest.mark.parametrize(
    "program", ["from noughts import Player, table", "from noughts import versus, tournament"]
)
def test_the_front_door_loads_no_numpy(program: str) -> None:
    listing = f"import sys; {program}; print(*sys.modules)"
    printed = subprocess.check_output([sys.executable, "-c", listing], text=True).split()
    assert not {"numpy", "numba"} & set(printed)


def test_the_library_loads_nothing_of_itself_before_it_is_asked_for() -> None:
    listing = "import sys; import noughts; print(*(m for m in sys.modules if 'noughts' in m))"
    printed = subprocess.check_output([sys.executable, "-c", listing], text=True).split()
    assert sorted(printed) == ["noughts", "noughts.system", "noughts.system.lazy"]


def test_every_error_can_be_imported_from_the_front_door() -> None:
    errors = {
        name
        for name, value in vars(import_module("noughts.errors")).items()
        if isinstance(value, type) and issubclass(value, noughts.NoughtsError)
    }
    assert len(errors) > 20
    assert errors <= set(exported("noughts"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_class_and_function_has_an_example(package: str) -> None:
    for name in exported(package):
        value = getattr(import_module(package), name)
        if isinstance(value, type) and issubclass(value, Exception):
            continue
        if isinstance(value, type | FunctionType | ModuleType):
            methods = [each for each in vars(value).values() if isinstance(each, METHODS)]
            texts = [str(each.__doc__) for each in (value, *methods)]
            assert ">>> " in " ".join(texts), f"{package}.{name}"


# The reference.


def test_the_reference_is_what_the_code_says() -> None:
    assert (ROOT / "docs/reference.md").read_text() == REFERENCE["reference"](), "make reference"


def test_the_reference_has_every_package() -> None:
    assert sorted(REFERENCE["PACKAGES"]) == sorted(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_a_line_in_the_reference(package: str) -> None:
    text = (ROOT / "docs/reference.md").read_text()
    _, _, section = text.partition(f"## {package}\n")
    section = section.partition("\n## ")[0]
    for name in exported(package):
        assert f"\n- `{name}" in section, f"{package}.{name}"
