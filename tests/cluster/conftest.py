"""Workers for the tests: threads of this process, which start at once and are traced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.arrays.conftest import silent_wraparound

__all__ = ["silent_wraparound"]

Started = Callable[[int], Any]


@pytest.fixture(scope="module")
def started() -> Iterator[Started]:
    """A function that gives a client with so many workers; each is started once."""
    distributed = pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")
    clients: dict[int, Any] = {}
    with ExitStack() as stack:

        def start(count: int) -> Any:
            if count not in clients:
                cluster = distributed.LocalCluster(
                    n_workers=count,
                    threads_per_worker=1,
                    processes=False,
                    protocol="tcp://",
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                )
                clients[count] = stack.enter_context(
                    distributed.Client(stack.enter_context(cluster))
                )
            return clients[count]

        yield start
