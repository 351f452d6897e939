"""`noughts count`: counts positions and symmetry classes by ply, and games by length and result."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

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
@click.option(
    "--positions",
    "only_positions",
    is_flag=True,
    help="Where stones fall, count only positions, to the end, on boards as large as 6x7.",
)
@yes_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def count(
    board: Rules,
    depth: int | None,
    plot: str | None,
    only_positions: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """The command counts positions and symmetry classes by ply, and games by length and result. It
    plays no games: it counts the pairs of sets, one of x's stones and one of o's, that are
    positions. 5x4 takes a moment, and 5x5 takes some seconds. To count only the first plies, on a
    board of any size, use noughts perft --depth.

    If the order of the stones matters, as with gravity, the command enumerates the positions ply by
    ply, on boards of up to 63 cells. Before a ply that takes much memory, it states the cost and
    asks for confirmation. With --positions, on boards where stones fall, it makes no list of the
    positions, and can count all positions of Connect Four.
    """
    if plot is not None:
        check_picture(plot)
    require("fast", "counts of every position")

    def allow(ply: int, memory: int) -> None:
        agree(f"Counting ply {ply} of {board}", yes, memory=memory)

    with progress(f"Counting {board}") as show:
        every = _counts(only_positions)(board, show, allow)
        rows = list(islice(every, None if depth is None else depth + 1))
    named = [name for name in rows[0]._fields if name not in ("ply", "paths")]
    totals = {name: sum(getattr(row, name) for row in rows) for name in named}
    if plot is not None:
        drawn = {
            name: [getattr(row, name) for row in rows] for name in DRAWN if name in rows[0]._fields
        }
        draw_counts(plot, f"{board}, by ply", drawn)
    if not only_positions:
        results = {name: totals.pop(name) for name in ("x_wins", "o_wins", "draws")}
        totals |= {"games": sum(results.values()), **results}
    if as_json:
        plies = [row._asdict() for row in rows]
        click.echo(json.dumps({"board": str(board), **totals, "plies": plies}))
        return
    within = "" if depth is None else f" of up to {depth} move{'s' * (depth != 1)}"
    titles = [field.replace("_", " ") for field in rows[0]._fields]
    columns = zip(titles, *([f"{number:,}" for number in row] for row in rows), strict=True)
    widths = [max(map(len, column)) + 2 for column in columns]
    for texts in (titles, *([f"{number:,}" for number in row] for row in rows)):
        click.echo("".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True)))
    click.echo(
        f"\n{totals['positions']:,} positions, {totals['lined']:,} of them with a line"
        if only_positions
        else f"\n{totals['positions']:,} positions, {totals['classes']:,} up to symmetry\n"
        f"{totals['games']:,} games{within}: {totals['x_wins']:,} x wins, "
        f"{totals['o_wins']:,} o wins, {totals['draws']:,} draws"
    )


def _counts(only_positions: bool) -> Callable[..., Iterator[Any]]:
    from noughts.solver.counting import counts, diagram  # late: NumPy

    return diagram.positions_by_ply if only_positions else counts.counts
