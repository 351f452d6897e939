"""`noughts web`: serves the browser game to this machine or to its network."""

from __future__ import annotations

import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from noughts.cli.command import command
from noughts.core.message_text import quoted
from noughts.errors import ServerError
from noughts.web.addresses import EVERYWHERE, HOST, PORT, listen, network_address
from noughts.web.server import server


@command("web", "noughts web", "noughts web --port 8000 --no-open")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port to listen on.  [default: {PORT}, or a free one if that is taken]",
)
@click.option("--host", is_flag=True, help="Also serve every device in this machine's network.")
@click.option(
    "--site",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Serve the site of the documentation, which `make docs` builds, with lessons that run.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def web(port: int | None, host: bool, site: Path | None, no_open: bool) -> None:
    """The command serves the page of the game, by default to this machine alone, and opens the page
    in your browser.
    """
    if site and not (site / "index.html").is_file():
        raise ServerError(
            f"there is no index.html in {quoted(str(site))}; "
            "`make docs`, in a folder with the sources, builds the site in build/site/html"
        )
    network = network_address() if host else None
    serves = server(network, site)
    # The server listens before the browser opens, so the first request waits instead of failing.
    listener = listen(port, EVERYWHERE if host else HOST)
    url = f"http://{HOST}:{listener.getsockname()[1]}/"
    click.echo(f"noughts is at {url} (Ctrl-C ends it)")
    if host:
        shared = url.replace(HOST, f"{network}")
        click.echo(f"Any device in this machine's network, such as a phone, can open it: {shared}")
        click.echo("Devices get this site, and nothing else of this machine.")
        url = shared  # so that others can open the links of the page
    if not no_open:
        webbrowser.open(url)
    with listener, suppress(KeyboardInterrupt):
        serves.run(sockets=[listener])
