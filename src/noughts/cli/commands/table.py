"""`noughts table`: every position of a board solved, and kept in a file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.consent import agree, yes_option
from noughts.cli.files import check_folder, cleaned_up
from noughts.cli.progress import progress
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.tables.cost import cost
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_file import RETROGRADE_CELLS, TableFile, path_of
from noughts.system.extras import require

WORDS = {1: "is won by X", 0: "is drawn", -1: "is lost for X"}


@command("table", "noughts table 4,4,4", "noughts table 4,4,3,misere -o misere.table")
@board_argument("of up to 25 cells")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.  [default: the board's own in the cache folder]",
)
@yes_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def table(board: Rules, output: Path | None, yes: bool, as_json: bool) -> None:
    """From then on solve, play and show use the answers. They look for the file in the cache
    folder: $NOUGHTS_CACHE, or noughts in your own cache folder.

    4x4 takes 1.4 MB and a tenth of a second, 5x4 takes 188 MB and some seconds, and 5x5 takes 20 GB
    and needs 14 GB of memory. Before it makes a large table, the command says what it takes, and
    asks.
    """
    require("fast", "tables of every position")
    from noughts.solver.tables.retrograde import write_table  # late: NumPy and Numba

    if output:
        check_folder(output)
    path = output or path_of(board)
    if board.cells <= RETROGRADE_CELLS:  # `write_table` refuses any other board
        takes = cost(board)
        agree(
            f"A table of {board}",
            yes,
            memory=takes.memory,
            disk=takes.file,
            seconds=takes.seconds,
        )
    with cleaned_up(), progress(f"Solving every position of {board}") as show:
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
