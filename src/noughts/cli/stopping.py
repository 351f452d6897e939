"""A request to end that waits for the work in hand: what is done so far can be kept."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has only the first two


@contextmanager
def stopping() -> Iterator[Callable[[], int]]:
    """A function that says which signal has asked to end since the block began; 0 if none has.

    Where a signal is already ignored, it stays so.
    """
    asked = 0

    def ask(number: int, _: object) -> None:
        nonlocal asked
        asked = number

    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, ask)
    try:
        yield lambda: asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
