"""Connections to browsers, with limits on their time and on their number.

uvicorn waits endlessly for the rest of a request, and accepts connections until the process has no
file descriptors left; asyncio then writes a traceback for each one that it cannot accept. Here no
connection waits for long, and new connections always find a place: a request that arrives promptly
is answered, however many others are slow.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

TIME = 5  # seconds from the last answer, or from the beginning, to the end of the next answer
# asyncio accepts as many connections at a time as the backlog allows. Up to four times that many
# can be open between accepting and the end of closing: 200 with the others, and macOS allows 256
# files. And up to three times that many can arrive between a request and its answer: too few to
# drive its connection out.
CONNECTIONS = 100
BACKLOG = 25


class Connection(H11Protocol):
    """HTTP/1.1 to one client, which is not trusted."""

    timer: asyncio.TimerHandle
    ours: set[Connection]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Start its time; if there are too many, end the connection with the least time left."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(TIME, self.drop)
        # Of this server; uvicorn's set has sockets, too, of which `live.server` has a limit.
        self.ours = vars(self.server_state).setdefault("of_http", set())
        self.ours.add(self)
        if len(self.ours) > CONNECTIONS:
            min(self.ours, key=lambda one: one.timer.when()).drop()

    def on_response_complete(self) -> None:
        """Start the time of the next request."""
        self.timer.cancel()
        self.timer = self.loop.call_later(TIME, self.drop)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """End its time."""
        self.timer.cancel()
        self.ours.discard(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """End it now, without waiting for the client to read what it was sent."""
        self.connections.discard(self)
        self.ours.discard(self)
        self.transport.abort()

    def shutdown(self) -> None:
        """End it with the server."""
        self.drop()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's message
        """Answer bytes that are not HTTP, unless an earlier request was or is being answered."""
        if self.conn.our_state is h11.IDLE:
            headers = [*self.server_state.default_headers, (b"Connection", b"close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            self.transport.write(self.conn.send(answer) or b"")
        self.transport.close()
