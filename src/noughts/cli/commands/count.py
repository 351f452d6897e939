"""`noughts count`: positions and classes by ply, games by length and result."""

from __future__ import annotations

import json
from itertools import islice

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.curves import check_picture, draw_counts
from noughts.cli.progress import agree, progress, yes_option
from noughts.core.rules import Rules
from noughts.system.extras import require

DRAWN = ("paths", "positions", "classes")


@command(
    "count",
    "noughts count",
    "noughts count 4,4,4 --json",
    "noughts count 4,4,4 --plot growth.svg",
    "noughts count 6,7,4,gravity --depth 8",
)
@board_argument("of up to 25 cells")
@click.option("--depth", type=click.IntRange(min=0), help="Stop after this many plies.")
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw the counts by ply into FILE.svg, FILE.pdf or FILE.png.",
)
@yes_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def count(board: Rules, depth: int | None, plot: str | None, yes: bool, as_json: bool) -> None:
    """The command counts positions and symmetry classes by ply, and games by length and result. It
    plays no game, but counts the sets of stones that fit together. 5x4 takes a moment, and 5x5 some
    seconds. To count the first moves on any board, use noughts perft --depth.

    If the order of the stones matters, as with gravity, the command walks from ply to ply, on
    boards of up to 63 cells. Before a ply that takes much memory, it says how much, and asks.
    """
    if plot is not None:
        check_picture(plot)
    require("fast", "counts of every position")
    from noughts.solver.counting.positions import counts  # late: NumPy

    def allow(ply: int, memory: int) -> None:
        agree(f"Counting ply {ply} of {board}", yes, memory=memory)

    with progress(f"Counting {board}") as show:
        rows = list(islice(counts(board, show, allow), None if depth is None else depth + 1))
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
    within = "" if depth is None else f" of up to {depth} move{'s' * (depth != 1)}"
    titles = [field.replace("_", " ") for field in rows[0]._fields]
    columns = zip(titles, *([f"{number:,}" for number in row] for row in rows), strict=True)
    widths = [max(map(len, column)) + 2 for column in columns]
    for texts in (titles, *([f"{number:,}" for number in row] for row in rows)):
        click.echo("".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True)))
    click.echo(
        f"\n{positions:,} positions, {classes:,} up to symmetry\n"
        f"{games:,} games{within}: {x_wins:,} x wins, {o_wins:,} o wins, {draws:,} draws"
    )
