"""The examples of the room and of its page run, apart from all others: they start processes."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

pytestmark = pytest.mark.wide  # to import Dask takes a second, and to start workers some more

distributed = pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")

from noughts import cluster as package
from noughts.cluster import workers
from tests.test_exports import exported

MODULES = [f"{package.__name__}.{each.name}" for each in iter_modules(package.__path__)]
PAGE = Path(__file__).parents[2] / "docs/cluster.md"


@pytest.fixture(scope="module", autouse=True)
def _started_once() -> Iterator[None]:
    """Every example that asks for a worker of its own finds the same one: a start takes seconds."""
    with (
        workers._begun(1) as begun,
        distributed.Client(begun, set_as_default=False) as client,
        pytest.MonkeyPatch.context() as patch,
    ):

        @contextmanager
        def started(count: int) -> Iterator[Any]:
            assert count == 1
            with client.as_current():
                yield client

        patch.setattr(workers, "_started", started)
        yield


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_so(module: str) -> None:
    flags = doctest.ELLIPSIS
    assert doctest.testmod(import_module(module), optionflags=flags).failed == 0


def test_the_examples_of_the_page_are_so() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (result.failed, result.attempted > 10) == (0, True)


def test_the_package_shows_what_is_public() -> None:
    assert dir(package) == exported("noughts.cluster")
