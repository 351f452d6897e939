"""A WebSocket of a game, for the load on a server. It reads only a few bytes of each frame."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from typing import Any

GAME = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]  # a draw
PATIENCE = 60  # the most seconds to wait for an answer


class Socket(asyncio.Protocol):
    """A socket of one player in a game, and the tasks that wait for its messages."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self.path, self.cookie = path, cookie
        self.open = asyncio.get_running_loop().create_future()
        self.seen: dict[int, asyncio.Future[None]] = {}  # by the number of moves
        self.answered: asyncio.Future[None] | None = None
        self.bytes = b""

    async def opened(self, port: int) -> None:
        """Connect, and wait for the server's answer."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await asyncio.wait_for(self.open, PATIENCE)

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket, without compression."""
        self.transport = transport
        host = "{}:{}".format(*transport.get_extra_info("peername"))
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read all complete frames."""
        self.bytes += data
        if not self.open.done():
            head, end, self.bytes = self.bytes.partition(b"\r\n\r\n")
            if not end:
                self.bytes = head
                return
            assert b" 101 " in head, head
            self.open.set_result(None)
        while len(self.bytes) > 1:
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
        """Read a message."""
        raise NotImplementedError

    def asked(self, ply: int) -> bytes:
        """The message of a move of `GAME`."""
        raise NotImplementedError

    def go_on(self, plies: int, is_answer: bool) -> None:
        """Wake the tasks that wait for so many moves, or for the answer to a move."""
        waits = self.answered if is_answer else self.seen.pop(plies, None)
        if waits:
            waits.set_result(None)

    def write(self, text: bytes, kind: int = 1) -> None:
        """Send a short frame. Its mask is all zeros, which leaves the text unchanged."""
        self.transport.write(bytes([128 | kind, 128 | len(text), 0, 0, 0, 0]) + text)

    async def play(self, ply: int, other: Socket) -> float:
        """The seconds until a move is answered, and the other player has seen it."""
        loop = asyncio.get_running_loop()
        self.answered, other.seen[ply + 1] = loop.create_future(), loop.create_future()
        waits, begin = (self.answered, other.seen[ply + 1]), time.perf_counter()
        self.write(self.asked(ply))
        for each in waits:
            await asyncio.wait_for(each, PATIENCE)
        return time.perf_counter() - begin


async def started(command: list[str], **options: Any) -> tuple[int, subprocess.Popen[bytes]]:
    """Start a server and wait until it takes connections; return its port and process.

    The port is added to the end of the command.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([*command, f"{port}"], stdout=subprocess.DEVNULL, **options)
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            assert process.poll() is None
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return port, process
