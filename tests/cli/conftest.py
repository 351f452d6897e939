"""What the tests of several commands share."""

import signal
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest


@pytest.fixture
def signals() -> Iterator[None]:
    """Signals do what they do in a terminal, although `nohup` and the like ignore them."""
    usual: dict[int, Any] = {
        signal.SIGHUP: signal.SIG_DFL,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGINT: signal.default_int_handler,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def no_line_of_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is quick says nothing of its progress, even on a machine that is very busy."""
    monkeypatch.setattr("noughts.cli.progress.LOGGED", inf)
