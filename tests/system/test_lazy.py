"""Names that a package exports, and when their modules are imported."""

from __future__ import annotations

import sys

import pytest

from noughts.system.lazy import exports

PACKAGE = "noughts.core"
HOMES = {PACKAGE: "svg", "noughts.core.game": "Game"}


def test_a_name_is_what_its_module_has_and_a_submodule_is_a_module() -> None:
    names, get, listed = exports(PACKAGE, HOMES)
    assert names == ["Game", "svg"]
    assert {*names} <= {*listed()}
    assert get("Game") is sys.modules["noughts.core.game"].Game
    assert get("svg") is sys.modules["noughts.core.svg"]


def test_another_name_is_refused_as_python_refuses_it() -> None:
    _, get, _ = exports(PACKAGE, HOMES)
    with pytest.raises(AttributeError, match=r"module 'noughts\.core' has no attribute 'Gone'"):
        get("Gone")
