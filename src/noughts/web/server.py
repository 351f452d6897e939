"""Serves the browser game from this machine to itself."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

from noughts.errors import ServerError
from noughts.system.extras import require
from noughts.web.made import FOLDER

if TYPE_CHECKING:
    from starlette.applications import Starlette

HOST = "127.0.0.1"  # this machine alone
PORT = 8273  # any would do; 273 is the diagonal a1 b2 c3
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".bin": "application/octet-stream",
}
HEADERS = {
    "Cache-Control": "no-cache",  # a browser asks again each time whether a file has changed
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


def application() -> Starlette:
    """The ASGI application: the files of the page, and the headers that go with them.

    Raises `MissingExtraError` where Starlette or uvicorn is not installed.
    """
    require("web", "pages in the browser")  # at once, before the server is begun
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    # Twenty small files that are all asked for at once: reading one takes less time than handing
    # it to a thread would, as Starlette's own StaticFiles does.
    async def file(request: Request) -> Response:
        path = FOLDER / (request.path_params.get("name") or "index.html")
        if path.suffix not in TYPES or not path.is_file():
            raise HTTPException(404)
        return Response(path.read_bytes(), headers=HEADERS, media_type=TYPES[path.suffix])

    return Starlette(routes=[Route("/{name}", file), Route("/", file)])


def listen(port: int | None) -> socket.socket:
    """A socket on this port, or on the usual one or any free one where none was asked for."""
    try:
        listener = socket.create_server((HOST, PORT if port is None else port))
    except OSError as error:
        if port is None:
            return listen(0)
        raise ServerError(
            f"port {port} cannot be used ({os.strerror(error.errno or 0)}); "
            "without --port a free one is found"
        ) from error
    # Connections inherit it. Without it, an answer's second packet waits 40 ms for the browser to
    # acknowledge the first, for every one of the page's files.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
