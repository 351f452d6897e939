"""`noughts table`: every position of a board solved, and kept in a file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from noughts.cli.arguments import board_argument
from noughts.cli.files import cleaned_up
from noughts.cli.progress import progress
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels.installed import require
from noughts.solver.tables.file import TableFile, path_of
from noughts.solver.tables.table import Table

WORDS = {1: "is won by X", 0: "is drawn", -1: "is lost for X"}


@click.command()
@board_argument("of up to 25 cells")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, if not the board's own in the cache folder.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def table(board: Rules, output: Path | None, as_json: bool) -> None:
    """Solve every position of a board, and keep the answers in a file.

    From then on solve, play and show know the board: they look for its file in the cache folder,
    which is NOUGHTS_CACHE or noughts in your own.

    4x4 takes 1.4 MB and a tenth of a second, 5x4 188 MB and some seconds, and 5x5 20 GB, for which
    14 GB of memory are needed.
    """
    require("tables of every position")
    from noughts.solver.tables.retrograde import write_table  # late: NumPy and Numba

    path = output or path_of(board)
    with cleaned_up(), progress() as show:
        write_table(board, path, show)
    stored = TableFile(path, board)
    positions, classes = sum(stored.positions), sum(stored.classes)
    value, remoteness = Table(board, path)[Position(rules=board)]
    size = path.stat().st_size
    if as_json:
        about = {"board": str(board), "positions": positions, "classes": classes}
        worth = {"value": value, "remoteness": remoteness}
        click.echo(json.dumps({**about, **worth, "bytes": size, "file": str(path)}))
        return
    plies = "ply" if remoteness == 1 else "plies"
    click.echo(f"{board} {WORDS[value]}, in {remoteness} {plies}.")
    click.echo(f"{positions:,} positions, {classes:,} up to symmetry, in {size:,} bytes:")
    click.echo(str(path))
