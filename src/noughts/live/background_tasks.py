"""The background tasks of the live server: deleting old games hourly, and collecting garbage."""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from noughts.live.service import Service, milliseconds

HOUR = 3600.0  # seconds
NEW = 0.1  # seconds
SWITCH = 0.0005  # seconds; the database's thread asks for the interpreter lock after each row
CLOSED = 10_000  # sockets, after which all garbage is collected


class BackgroundTasks:
    """A server's tasks. Unless `days` is 0, they delete unfinished games unchanged for `days`."""

    def __init__(self, service: Service, days: float) -> None:
        self.service, self.days = service, days
        self._interval = 0.0  # the interpreter's switch interval before the tasks
        self._closed = 0  # the number of sockets closed so far
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the tasks. From now on, only these tasks collect garbage."""
        gc.disable()
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        jobs = (self._forget(), self._collect(), self.service.listen())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def end(self) -> None:
        """End the tasks, and restore the settings of the interpreter."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        gc.enable()
        sys.setswitchinterval(self._interval)

    async def _forget(self) -> None:
        """Each hour, delete the old unfinished games, and collect all garbage."""
        while True:
            with suppress(SQLAlchemyError):
                if self.days:
                    await self.service.database.forget(milliseconds() - int(self.days * 86_400_000))
            await asyncio.sleep(HOUR)
            gc.collect()

    async def _collect(self) -> None:
        """Collect the garbage of the young generations every `NEW` seconds; skip older objects.

        Python's own collector would traverse all sockets again and again, which takes most of a
        second for ten thousand sockets. The objects that asyncio keeps for a closed socket stay
        until `CLOSED` sockets have closed, or for an `HOUR`.
        """
        while True:
            await asyncio.sleep(NEW)
            gc.collect(1)

    def socket_closed(self) -> None:
        """Collect all garbage after every `CLOSED` sockets."""
        self._closed += 1
        if self._closed % CLOSED == 0:
            gc.collect()
