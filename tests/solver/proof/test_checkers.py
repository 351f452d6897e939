"""What both checkers are: short programs that share nothing with the project that they check."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import ModuleType

import pytest

from noughts.solver.proof import checker, misere_checker, tree_checker


@pytest.mark.parametrize(
    "program", [checker, tree_checker, misere_checker], ids=lambda module: module.__name__
)
def test_a_checker_is_short_and_needs_the_standard_library_alone(program: ModuleType) -> None:
    source = Path(str(program.__file__)).read_text()
    assert source.count("\n") <= 200
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
