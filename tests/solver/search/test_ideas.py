"""The benchmark that takes the ideas out of the engine still finds each of them there."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import pytest

from noughts.kernels import compiler
from noughts.solver.search import engine_caller
from tests.tools import some

pytestmark = pytest.mark.no_cover

IDEAS = runpy.run_path(str(Path(__file__).parents[3] / "benchmarks/ideas.py"))["IDEAS"]


@pytest.mark.parametrize("idea", some(IDEAS, 3))
def test_an_engine_without_an_idea_is_another_one_that_python_reads(idea: str) -> None:
    there, instead = IDEAS[idea]
    whole = compiler.source(*engine_caller.ENTRIES)
    assert there in whole
    without = whole.replace(there, instead)
    ast.parse(without)
    assert (without == whole) == (idea == "nothing")
