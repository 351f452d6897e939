"""Connections to browsers, with limits on their duration and on their number.

uvicorn waits endlessly for the rest of a request, and accepts connections until the process has no
file descriptors left; asyncio then writes a traceback for each connection that it cannot accept.
Here a connection has limited time for each request, and a new connection ends an older one if there
are too many. The server answers a request that arrives promptly, however many others are slow.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

TIME = 5  # seconds from the connection's start, or from its last answer, to the end of the next
# asyncio accepts up to `BACKLOG` connections at a time. Up to four times as many can be open
# between accepting and the end of closing. With `CONNECTIONS` that makes 200, and macOS allows 256
# files. Up to three times as many can arrive between a request and its answer, which is too few
# to displace the request's connection.
CONNECTIONS = 100
BACKLOG = 25


class Connection(H11Protocol):
    """An HTTP/1.1 connection to one client, which is not trusted."""

    timer: asyncio.TimerHandle
    ours: set[Connection]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Start the timer. If too many connections exist, end the one with the least time left."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(TIME, self.drop)
        # The HTTP connections of this server. uvicorn's set also has its WebSockets, which
        # `live.server` limits.
        self.ours = vars(self.server_state).setdefault("of_http", set())
        self.ours.add(self)
        if len(self.ours) > CONNECTIONS:
            min(self.ours, key=lambda one: one.timer.when()).drop()

    def on_response_complete(self) -> None:
        """Start the timer for the next request."""
        self.timer.cancel()
        self.timer = self.loop.call_later(TIME, self.drop)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self.timer.cancel()
        self.ours.discard(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """End the connection now, even if the client has not read all that it was sent."""
        self.connections.discard(self)
        self.ours.discard(self)
        self.transport.abort()

    def shutdown(self) -> None:
        """End the connection when the server ends."""
        self.drop()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's message
        """Answer bytes that are not HTTP, except in a request's body; in both cases, disconnect."""
        if self.conn.our_state is h11.IDLE:
            headers = [*self.server_state.default_headers, (b"Connection", b"close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            self.transport.write(self.conn.send(answer) or b"")
        self.transport.close()
