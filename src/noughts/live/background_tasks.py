"""What the live server does unasked: each hour it forgets old games, and it collects garbage."""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from noughts.live.service import Service, milliseconds

HOUR = 3600.0  # seconds
NEW = 0.1  # seconds
SWITCH = 0.0005  # seconds; the database's thread asks for Python's lock again after each row
CLOSED = 10_000  # sockets, after which all garbage is collected


class BackgroundTasks:
    """The tasks of a server that keeps a game for `days` without a change; 0 means for ever."""

    def __init__(self, service: Service, days: float) -> None:
        self.service, self.days = service, days
        self._interval = 0.0  # of the interpreter, before the tasks
        self._closed = 0  # sockets so far
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the tasks. From now on, garbage is collected by them alone."""
        gc.disable()
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        jobs = (self._forget(), self._collect(), self.service.listen())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def end(self) -> None:
        """End the tasks, and leave the interpreter as it was."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        gc.enable()
        sys.setswitchinterval(self._interval)

    async def _forget(self) -> None:
        """Each hour, forget the games that nobody finishes, and collect all garbage."""
        while True:
            with suppress(SQLAlchemyError):
                if self.days:
                    await self.service.database.forget(milliseconds() - int(self.days * 86_400_000))
            await asyncio.sleep(HOUR)
            gc.collect()

    async def _collect(self) -> None:
        """Collect garbage while it is `NEW`, and leave all older objects alone.

        By itself, Python goes through all sockets again and again, which takes most of a second
        for ten thousand. What asyncio keeps of a closed socket stays for up to `CLOSED` of them, or
        an `HOUR`.
        """
        while True:
            await asyncio.sleep(NEW)
            gc.collect(1)

    def socket_closed(self) -> None:
        """Collect all garbage after every `CLOSED` sockets."""
        self._closed += 1
        if self._closed % CLOSED == 0:
            gc.collect()
