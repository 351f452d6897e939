"""`noughts dataset`: writes a table of a board's positions, with all that is known about them."""

from __future__ import annotations

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.output_files import check_folder, written_whole
from noughts.cli.progress import prepare
from noughts.core.rules import Rules
from noughts.system.extras import require


@command(
    "dataset",
    "noughts dataset -o tictactoe.parquet",
    "noughts dataset --classes -o classes.arrow",
    "noughts dataset 2,3,3 -o small.parquet",
)
@board_argument("of up to 12 cells")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="Where the table goes: FILE.parquet, or FILE.arrow for Arrow's own format.",
)
@click.option("--classes", is_flag=True, help="Write one position for each symmetry class.")
def dataset(board: Rules, output: str, classes: bool) -> None:
    """Each row describes a position that play can reach. The row has the position's text,
    bitboards, ply, turn and outcome, its value, remoteness and best moves, its symmetry class, and
    its code in every codec of positions. Every program that reads Parquet or Arrow, such as pandas,
    Polars or DuckDB, can open the table.
    """
    require("parquet", "tables in files")
    from noughts.datasets import dataset as made
    from noughts.datasets.columns import check_name, write_table

    check_name(output)
    check_folder(output)
    prepare(board)
    rows = made(board, classes)
    table = rows.to_arrow()
    with written_whole(output) as part, open(part, "wb") as file:
        write_table(table, file, output)
    what = "classes" if classes else "positions"
    click.echo(f"{rows.rows:,} {what} of {board}, {len(rows)} columns, in {output}")
