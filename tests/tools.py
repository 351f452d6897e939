"""What tests need and cannot do without: programs, and a choice of what takes long.

A program that is missing skips by name the tests that need it. Where NOUGHTS_NEED names it, as CI
does, it fails them instead: a check that does not run is none.
"""

import asyncio
import os
import shutil
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"  # whether kernels are, or plain Python


PARAMETER = type(pytest.param(None))


def longer(*values: Any) -> list[Any]:
    """Parameters of a test that `make longer` takes alone; they may have marks already."""
    return [
        value._replace(marks=[*value.marks, pytest.mark.longer])
        if isinstance(value, PARAMETER)
        else pytest.param(value, marks=pytest.mark.longer)
        for value in values
    ]


def some(values: Iterable[Any], step: int = 2) -> list[Any]:
    """Parameters of a test: the first of these and each `step`-th; the others in `make longer`."""
    return [longer(each)[0] if number % step else each for number, each in enumerate(values)]


def fewer_compiled(*values: Any, step: int = 3) -> list[Any]:
    """Parameters of a test: all of these as plain Python, and compiled as `some` takes them.

    Each is a kernel of its own, which takes seconds to compile.
    """
    return some(values, step) if COMPILED else [*values]


def pairs(ones: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Parameters of a test that takes two: each of either once, and all pairs in `make longer`."""
    fewer = min(len(ones), len(others))
    return [
        pytest.param(one, other, marks=pytest.mark.longer if (n - m) % fewer else ())
        for n, one in enumerate(ones)
        for m, other in enumerate(others)
    ]


def in_a_loop(task: Coroutine[Any, Any, Any]) -> Any:
    """What a task gives, in a thread of its own: this one may have a loop, of the browser's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, task).result(60)


def tool(*names: str) -> str:
    """The path of the first of these programs that is here."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    if set(names) & set(os.environ.get("NOUGHTS_NEED", "").split()):
        pytest.fail(f"{' or '.join(names)} must be here (NOUGHTS_NEED), and is not")
    pytest.skip(f"no {' or '.join(names)} on this machine")
