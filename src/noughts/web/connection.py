"""A connection to a browser, with a limit on its time and on how many there are.

uvicorn waits without end for the rest of a request, and takes connections until the process has no
file descriptors left; asyncio then writes a traceback for each that it cannot take. Here nobody
waits for long, and the newest always find a place: a request that comes at once is answered,
however many others are slow.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

TIME = 5  # seconds from the last answer, or from the beginning, to the end of the next answer
# asyncio accepts as many at a time as the backlog allows. Four times that can be on the way from
# there to the end of what was closed: 200 with the others, and macOS allows 256 files. And three
# times that can come between a request and its answer: too few to drive its connection out.
CONNECTIONS = 100
BACKLOG = 25


class Connection(H11Protocol):
    """HTTP/1.1 to one client, who is not trusted."""

    timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Begin its time; where there are too many, end the one that has the least left."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(TIME, self.drop)
        if len(self.connections) > CONNECTIONS:
            ours = (one for one in self.connections if isinstance(one, Connection))
            min(ours, key=lambda one: one.timer.when()).drop()

    def on_response_complete(self) -> None:
        """Begin the time of the next request."""
        self.timer.cancel()
        self.timer = self.loop.call_later(TIME, self.drop)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """End its time."""
        self.timer.cancel()
        super().connection_lost(exc)

    def drop(self) -> None:
        """End it now, without waiting for the client to read what it was sent."""
        self.connections.discard(self)
        self.transport.abort()

    def shutdown(self) -> None:
        """End it with the server."""
        self.drop()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's message
        """Answer what is not HTTP, unless a request before it is being answered or was."""
        if self.conn.our_state is h11.IDLE:
            headers = [*self.server_state.default_headers, (b"Connection", b"close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            self.transport.write(self.conn.send(answer) or b"")
        self.transport.close()
