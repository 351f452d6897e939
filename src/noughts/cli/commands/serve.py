"""`noughts serve`: serves the browser game with live play, and keeps the games."""

from __future__ import annotations

from contextlib import suppress

import click

from noughts.cli.arguments import board_of
from noughts.cli.command import command
from noughts.cli.output_files import text_file, written_whole
from noughts.core.game import Game
from noughts.core.rules import Rules
from noughts.system.extras import require

DATABASE = "noughts-live.db"


@command(
    "serve",
    "noughts serve",
    "noughts serve --database school.db --port 8000",
    "noughts serve --export 3,3,3",
    "noughts serve --statistics 3,3,3",
    context_settings={"auto_envvar_prefix": "NOUGHTS_SERVE"},
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on.  [default: as for noughts web]",
)
@click.option("--host", is_flag=True, help="Also serve every device in this machine's network.")
@click.option(
    "--name",
    multiple=True,
    metavar="NAME",
    help="A host name by which others reach this server, such as play.example.org.",
)
@click.option(
    "--database",
    default=DATABASE,
    show_default=True,
    metavar="FILE|URL",
    help="The file that keeps the games, or postgresql://... for several servers.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 1_000_000),
    default=50,
    show_default=True,
    help="The maximum number of requests per second from one client; 0 for no limit.",
)
@click.option(
    "--days",
    type=click.FloatRange(0, 36_500),
    default=30,
    show_default=True,
    help="Keep an unfinished game for this many days after its last change; 0 keeps it for ever.",
)
@click.option("--lobby", is_flag=True, help="Show everybody the games that await a player.")
@click.option(
    "--log", is_flag=True, help="Write a line of JSON to standard error for each request."
)
@click.option(
    "--export",
    callback=lambda _, __, text: text and board_of(text),
    metavar="BOARD",
    help="Serve nothing, but print the finished games on a board, as noughts pack reads them.",
)
@click.option(
    "--statistics",
    callback=lambda _, __, text: text and board_of(text),
    metavar="BOARD",
    help="Serve nothing, but print an HTML page about the games on a board.",
)
@click.option(
    "--parquet",
    callback=text_file,
    metavar="FILE",
    help="Serve nothing, but write all finished games to FILE, as a Parquet table.",
)
def serve(
    port: int | None,
    host: bool,
    name: tuple[str, ...],
    database: str,
    rate: float,
    days: float,
    lobby: bool,
    log: bool,
    export: Rules | None,
    statistics: Rules | None,
    parquet: str | None,
) -> None:
    """The command serves the browser game with live play: start a game in the browser, and send
    the link of that game to a friend.

    An environment variable may give any option, as NOUGHTS_SERVE_DATABASE gives --database.
    """
    require("live", "live games")
    if export or statistics or parquet:
        return tell_of_games(database, export, statistics, parquet)
    from noughts.live.log import write_lines
    from noughts.live.server import server
    from noughts.web.addresses import EVERYWHERE, HOST, listen, network_address

    if log:
        write_lines()
    network = (network_address(),) if host else ()
    serves = server(database, (*network, *name), rate, days, lobby)
    listener = listen(port, EVERYWHERE if host else HOST)
    number = listener.getsockname()[1]
    for address in (HOST, *network):
        click.echo(f"noughts is at http://{address}:{number}/ (Ctrl-C ends it)")
    with listener, suppress(KeyboardInterrupt):
        serves.run(sockets=[listener])
    return None


def tell_of_games(
    where: str, export: Rules | None, statistics: Rules | None, parquet: str | None
) -> None:
    """Print or write the finished games, in each form that the options ask for."""
    from noughts.live.database import Database
    from noughts.live.game import ON_THE_BOARD

    database = Database(where)
    if export:
        for kept in database.stream(str(export)):
            if kept.why == ON_THE_BOARD:
                click.echo(str(Game(export, kept.moves)))
    if statistics:
        from noughts.live.statistics import Statistics, page

        for line in page(Statistics(statistics, database.stream(str(statistics)))):
            click.echo(line)
    if parquet:
        from noughts.live.parquet import write

        with written_whole(parquet) as part:
            write(part, database.stream())
    database.close()
