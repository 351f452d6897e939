"""`noughts web`: the browser game, served from this machine to itself."""

from __future__ import annotations

import mimetypes
import os
import socket
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from noughts.app.page import FOLDER
from noughts.errors import MissingExtraError

if TYPE_CHECKING:
    from starlette.applications import Starlette

HOST = "127.0.0.1"  # this machine alone
PORT = 8273  # any would do; 273 is the diagonal a1 b2 c3
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
    try:
        import uvicorn  # noqa: F401 - to say at once that it is missing
        from starlette.applications import Starlette
        from starlette.responses import Response
        from starlette.routing import Mount
        from starlette.staticfiles import StaticFiles
    except ImportError as error:
        raise MissingExtraError(
            f"noughts web needs {error.name}, which is not installed; pip install 'noughts[web]'"
        ) from error

    class Page(StaticFiles):
        def file_response(self, *args: Any, **options: Any) -> Response:
            response = super().file_response(*args, **options)
            response.headers.update(HEADERS)
            return response

    # A system may have told Python otherwise, and a browser runs no module of another type.
    mimetypes.add_type("text/javascript", ".js")
    return Starlette(routes=[Mount("/", Page(directory=FOLDER, html=True))])


def listen(port: int | None) -> socket.socket:
    """A socket on this port, or on the usual one or any free one where none was asked for."""
    try:
        return socket.create_server((HOST, PORT if port is None else port))
    except OSError as error:
        if port is None:
            return socket.create_server((HOST, 0))
        raise click.ClickException(
            f"port {port} cannot be used ({os.strerror(error.errno or 0)}); "
            "without --port a free one is found"
        ) from error


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Where to listen.  [default: {PORT}, or a free one where that is taken]",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def web(port: int | None, no_open: bool) -> None:
    """Play in the browser, and see the bits; Ctrl-C ends it."""
    app = application()
    import uvicorn

    # It listens before the browser is told, so that the first request waits instead of failing.
    listener = listen(port)
    url = f"http://{HOST}:{listener.getsockname()[1]}/"
    click.echo(f"noughts is at {url} (Ctrl-C ends it)")
    if not no_open:
        webbrowser.open(url)
    config = uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    with listener, suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
