"""Workers that are killed, again and again, while they work."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Killer(threading.Thread):
    """Kills one of two workers every so often, once both are there, for as long as it is let."""

    def __init__(self, client: Any, seconds: float) -> None:
        super().__init__(daemon=True)
        self.client, self.seconds = client, seconds
        self.ended, self.killed = threading.Event(), 0

    def run(self) -> None:
        draw = random.Random(1)
        while not self.ended.wait(self.seconds):
            processes = list(self.client.run(os.getpid, on_error="ignore").values())
            if len(processes) == 2:
                os.kill(draw.choice(processes), signal.SIGKILL)
                self.killed += 1


@contextmanager
def killing(client: Any, seconds: float) -> Iterator[Killer]:
    """A killer that goes about its work while the block lasts."""
    killer = Killer(client, seconds)
    killer.start()
    try:
        yield killer
    finally:
        killer.ended.set()
        killer.join()
