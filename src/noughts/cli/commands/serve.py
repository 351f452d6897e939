"""`noughts serve`: the browser game with live play, on a server that keeps the games."""

from __future__ import annotations

from contextlib import suppress

import click

from noughts.cli.command import command
from noughts.cli.commands.web import EVERYWHERE
from noughts.system.extras import require

DATABASE = "noughts-live.db"


@command("serve", "noughts serve", "noughts serve --database school.db --port 8000")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on.  [default: as of noughts web]",
)
@click.option("--host", is_flag=True, help="Serve every device in this machine's network, too.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name under which others reach this server, such as play.example.org.",
)
@click.option(
    "--database",
    default=DATABASE,
    show_default=True,
    metavar="FILE",
    help="The file that keeps the games.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 1_000_000),
    default=50,
    show_default=True,
    help="How many requests a second one client may make; 0 for any number.",
)
def serve(port: int | None, host: bool, names: tuple[str, ...], database: str, rate: float) -> None:
    """The command serves the page with live play: make a game, and send the link to a friend."""
    require("live", "live games")
    from noughts.live.server import server
    from noughts.web.server import HOST, listen, network_address

    network = (network_address(),) if host else ()
    serves = server(database, (*network, *names), rate)
    listener = listen(port, EVERYWHERE if host else HOST)
    number = listener.getsockname()[1]
    for address in (HOST, *network):
        click.echo(f"noughts is at http://{address}:{number}/ (Ctrl-C ends it)")
    with listener, suppress(KeyboardInterrupt):
        serves.run(sockets=[listener])
