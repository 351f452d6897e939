"""`noughts table`: solves every position of a board, and keeps the answers in a file."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.output_files import check_folder, cleaned_up
from noughts.cli.progress import agree, progress, yes_option
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.tables.cost_estimate import Cost, cost
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_file import RETROGRADE_CELLS, StoredTable, path_of
from noughts.solver.tables.table_folder import Plan, TableFolder
from noughts.system.extras import require
from noughts.system.folders import Folder
from noughts.system.progress import Reporter

FINDINGS = {1: "is won by X", 0: "is drawn", -1: "is lost for X"}


@command(
    "table",
    "noughts table 4,4,4",
    "noughts table 4,4,3,misere -o misere.table",
    "noughts table 4,4,4 --to shards --cluster local",
)
@board_argument("of up to 25 cells")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.  [default: the board's file in the cache folder]",
)
@click.option(
    "--to",
    metavar="FOLDER",
    help="Keep the table in a folder of shards, which needs little memory. After an interruption, "
    "the same command continues.",
)
@click.option(
    "--cluster",
    metavar="CLUSTER",
    help="The workers that make the shards: local, local:N or the address of a scheduler, such as "
    "tcp://host:8786.",
)
@yes_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def table(
    board: Rules,
    output: Path | None,
    to: str | None,
    cluster: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Once the file exists, the commands solve, play and show use its answers. They look for the
    file in the folder $NOUGHTS_CACHE or, if this variable is not set, in the folder noughts of your
    cache folder.

    A table of 4x4 takes 1.4 MB of disk and a tenth of a second, one of 5x4 takes 188 MB and some
    seconds, and one of 5x5 takes 20 GB of disk and 14 GB of memory. Before the command makes a
    large table, it states the cost and asks for confirmation.

    With --to, the table is kept in a folder of shards. Give the folder as a path, or as a URL such
    as s3://bucket/554. The command then needs little memory, and makes only the shards that the
    folder does not have yet. With --output as well, the command also writes the table as one file.
    """
    require("fast", "tables of every position")
    if output:
        check_folder(output)
    if to is not None:
        place, size = _in_shards(board, to, cluster, output, yes)
    elif cluster is not None:
        raise click.UsageError(f"--cluster {quoted(cluster)} needs --to FOLDER, for the shards")
    else:
        place, size = _in_a_file(board, output or path_of(board), yes)
    solved = Table(board, place)
    stored = solved.scores
    assert isinstance(stored, StoredTable)  # since the table has a place
    positions, classes = sum(stored.positions), sum(stored.classes)
    value, remoteness = solved[Position(rules=board)]
    if as_json:
        about = {"board": str(board), "positions": positions, "classes": classes}
        worth = {"value": value, "remoteness": remoteness}
        click.echo(json.dumps({**about, **worth, "bytes": size, "file": str(output or place)}))
        return
    plies = "ply" if remoteness == 1 else "plies"
    click.echo(f"{board} {FINDINGS[value]}, in {remoteness} {plies}.")
    click.echo(f"{positions:,} positions, {classes:,} up to symmetry, in {size:,} bytes:")
    click.echo(str(output or place))


def _in_a_file(board: Rules, path: Path, yes: bool) -> tuple[Path, int]:
    """Make the table as one file. Returns the file's path and size."""
    from noughts.solver.tables.retrograde import write_table  # late: NumPy and Numba

    if board.cells <= RETROGRADE_CELLS:  # `write_table` refuses any other board
        takes = cost(board)
        _agree(board, yes, takes.memory, takes)
    with cleaned_up(), _shown(board) as show:
        write_table(board, path, show)
    return path, path.stat().st_size


def _in_shards(
    board: Rules, to: str, cluster: str | None, output: Path | None, yes: bool
) -> tuple[Path | Folder, int]:
    """Make the table as a folder of shards and, if `output` is given, also as this file."""
    from noughts.cluster.folders import folder_of  # late: NumPy and Numba
    from noughts.cluster.tables import write_shards_on
    from noughts.solver.tables.sharding import assemble, write_shards

    folder = folder_of(to)
    if board.cells <= RETROGRADE_CELLS:
        takes = cost(board)
        _agree(board, yes, Plan(board).memory(), takes, files=2 if output else 1)
    with cleaned_up(), _shown(board) as show:
        if cluster is None:
            write_shards(board, folder, progress=show)
        else:
            write_shards_on(cluster, board, folder, progress=show)
    if output:
        with cleaned_up(), progress(f"Writing {output}") as show:
            assemble(TableFolder(folder, board), output, show)
        return folder, output.stat().st_size
    return folder, sum(folder.sizes().values())


def _shown(board: Rules) -> AbstractContextManager[Reporter]:
    return progress(f"Solving every position of {board}")


def _agree(board: Rules, yes: bool, memory: int, takes: Cost, files: int = 1) -> None:
    agree(f"A table of {board}", yes, memory=memory, disk=files * takes.file, seconds=takes.seconds)
