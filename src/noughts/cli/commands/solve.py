"""`noughts solve`: prints the value of a position, from the board's table or by a search."""

from __future__ import annotations

import click

from noughts.cli.arguments import Seconds, board_and_position
from noughts.cli.certificates import certificate, searched, write
from noughts.cli.command import command
from noughts.cli.output_files import cleaned_up, text_file
from noughts.cli.progress import prepare
from noughts.cli.text.solve import ProgressLine, as_object, as_text
from noughts.core.message_text import quoted
from noughts.solver.certificates.strategy_certificate import require_checkable
from noughts.solver.gravity.search import search_of
from noughts.solver.search import api as search
from noughts.solver.search.limits import MOST_THREADS, UNLIMITED, Limits
from noughts.solver.tables.table import has_table


@command(
    "solve",
    "noughts solve XO./.X./..O",
    "noughts solve b2 a1",
    "noughts solve 4,3,3",
    "noughts solve 2x2x2,2,misere",
    "noughts solve 6,6,5 --time 10 --line",
    "noughts solve 6,6,5 --certificate 665.txt",
    "noughts solve 6,6,5 --cluster local:1 --resume 665.search",
)
@click.argument("arguments", nargs=-1, metavar="[BOARD] [POSITION]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
@click.option("--moves", is_flag=True, help="If the command searches, also find all best moves.")
@click.option(
    "--line", is_flag=True, help="If the command searches, also find a line of best play."
)
@click.option("--time", "seconds", type=Seconds(), help="Search for at most this many seconds.")
@click.option("--nodes", type=click.IntRange(min=0), help="Search at most this many positions.")
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    help="Use at most this many MiB for the search's table.  [default: 256]",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    help="Search in this many threads. The value is the same, but the node count varies.  "
    "[default: 1]",
)
@click.option(
    "--certificate",
    "file",
    callback=text_file,
    metavar="FILE",
    help="Write a proof of the value, for noughts certify --check.",
)
@click.option(
    "--cluster",
    metavar="CLUSTER",
    help="The workers that search: local, local:N or the address of a scheduler, such as tcp://host:8786.",
)
@click.option(
    "--resume",
    "kept",
    callback=text_file,
    metavar="FILE",
    help="With --cluster: keep the search in this file, and continue it if the file exists.",
)
def solve(
    arguments: tuple[str, ...],
    as_json: bool,
    moves: bool,
    line: bool,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    threads: int,
    file: str | None,
    cluster: str | None,
    kept: str | None,
) -> None:
    """The command solves POSITION on BOARD or, without POSITION, the empty board. BOARD is 3,3,3
    unless you give one. Write a position as its rows (XO./.X./...), or as the moves that lead to it
    (b2 a1).

    For a board of up to 12 cells, or one for which noughts table has made a file, the command looks
    up the value in a table. For any other board of up to 64 cells, it searches until the value is
    proved, a limit is reached, or you press Ctrl-C, and then prints what it has proved. The first
    long search on a machine compiles code for some seconds, which do not count towards the limits.

    With --cluster, workers search parts of the search tree; each worker has a table of --memory
    MiB. With --resume, an interrupted search continues where it stopped, and --time and --nodes
    count from there.

    The fields of --json have the same names for a table and a search. If the value is known, the
    fields lower and upper are equal. A field is null if you did not ask for it, if it is not known,
    or if it is about a search and a table gave the value. In JSON, cells are counted from 0.
    """
    position = board_and_position(arguments)
    prepare(position.rules)
    if cluster is not None:
        _check_cluster(threads, file)
    elif kept is not None:
        raise click.UsageError(f"--resume {quoted(kept)} needs --cluster, whose search it keeps")
    limits = Limits(seconds, nodes, UNLIMITED.memory if memory is None else memory, threads)
    progress = ProgressLine()
    searching = None
    try:
        if cluster is not None and not has_table(position.rules):
            from noughts.cluster.searches import solve as solve_on  # here, since it needs an extra

            with cleaned_up():
                found = solve_on(
                    position,
                    cluster,
                    limits=limits,
                    progress=progress,
                    line=line,
                    best_moves=moves,
                    file=kept,
                )
        elif file and not has_table(position.rules):
            require_checkable(position)
            searching = search_of(position, limits, progress)
            found = searching.solution(line, moves)
        else:
            found = search.solve(
                position, limits=limits, progress=progress, line=line, best_moves=moves
            )
        progress.clear()
        click.echo(as_object(position, found) if as_json else as_text(position, found))
        if file:
            write(searched(searching) if searching else certificate(position), file)
    finally:
        progress.clear()


def _check_cluster(threads: int, file: str | None) -> None:
    """Refuse the options that a search on a cluster cannot honour."""
    if threads != 1:
        raise click.UsageError(
            f"--threads {threads} is for a search in one process; with --cluster each worker has "
            "its own threads"
        )
    if file:
        raise click.UsageError(
            f"--certificate {quoted(file)} needs a search in one process, whose table holds the "
            "proof; with --cluster the workers keep the parts"
        )
