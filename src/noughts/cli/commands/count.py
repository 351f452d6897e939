"""`noughts count`: positions and classes by ply, games by length and result."""

from __future__ import annotations

import json

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.curves import check_picture, draw_counts
from noughts.cli.progress import progress
from noughts.core.rules import Rules
from noughts.system.extras import require

DRAWN = ("paths", "positions", "classes")


@command(
    "count",
    "noughts count",
    "noughts count 4,4,4 --json",
    "noughts count 4,4,4 --plot growth.svg",
)
@board_argument("of up to 25 cells")
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw the counts by ply into FILE.svg, FILE.pdf or FILE.png.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def count(board: Rules, plot: str | None, as_json: bool) -> None:
    """The command counts each ply, and the games by length and result. It plays no game: it counts
    positions by the sets of stones that fit together. 5x4 takes a moment, and 5x5 some
    seconds. Classes are positions up to symmetry. For the first moves of any board, use noughts
    perft --depth.
    """
    if plot is not None:
        check_picture(plot)
    require("fast", "counts of every position")
    from noughts.solver.counting.positions import counts  # late: NumPy

    with progress(f"Counting {board}") as show:
        rows = list(counts(board, show))
    if plot is not None:
        drawn = {name: [getattr(row, name) for row in rows] for name in DRAWN}
        draw_counts(plot, f"{board}, by ply", drawn)
    x_wins, o_wins, draws = (sum(column) for column in [*zip(*rows, strict=True)][-3:])
    positions, classes = (sum(column) for column in [*zip(*rows, strict=True)][2:4])
    games = x_wins + o_wins + draws
    if as_json:
        totals = {"positions": positions, "classes": classes, "games": games}
        results = {"x_wins": x_wins, "o_wins": o_wins, "draws": draws}
        plies = [row._asdict() for row in rows]
        click.echo(json.dumps({"board": str(board), **totals, **results, "plies": plies}))
        return
    titles = [field.replace("_", " ") for field in rows[0]._fields]
    columns = zip(titles, *([f"{number:,}" for number in row] for row in rows), strict=True)
    widths = [max(map(len, column)) + 2 for column in columns]
    for texts in (titles, *([f"{number:,}" for number in row] for row in rows)):
        click.echo("".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True)))
    click.echo(
        f"\n{positions:,} positions, {classes:,} up to symmetry\n"
        f"{games:,} games: {x_wins:,} x wins, {o_wins:,} o wins, {draws:,} draws"
    )
