"""`noughts web`: the browser game, served from this machine to itself."""

from __future__ import annotations

import webbrowser
from contextlib import suppress

import click

from noughts.cli.command import command
from noughts.web.server import HOST, PORT, listen, server


@command("web", "noughts web", "noughts web --port 8000 --no-open")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port to listen on.  [default: {PORT}, or a free one if that is taken]",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def web(port: int | None, no_open: bool) -> None:
    """The command serves the page to this machine alone, and opens it in your browser."""
    serves = server()
    # It listens before the browser opens, so the first request waits instead of failing.
    listener = listen(port)
    url = f"http://{HOST}:{listener.getsockname()[1]}/"
    click.echo(f"noughts is at {url} (Ctrl-C ends it)")
    if not no_open:
        webbrowser.open(url)
    with listener, suppress(KeyboardInterrupt):
        serves.run(sockets=[listener])
