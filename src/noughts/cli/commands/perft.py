"""`noughts perft`: counts move paths by length."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from math import perm
from time import monotonic

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command
from noughts.cli.progress import agree, progress, yes_option
from noughts.core.rules import Rules
from noughts.solver.counting.perft import PlyCount
from noughts.solver.counting.perft import perft as counts_by_ply

TITLES = [field.replace("_", " ") for field in PlyCount._fields]
WIDEST = 24  # characters of a column, with the two spaces before it; 4,4,4 needs 20


@command("perft", "noughts perft", "noughts perft 3x3x3,3 --depth 3")
@board_argument()
@click.option("--depth", type=click.IntRange(min=0), help="Stop at paths of this length.")
@yes_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def perft(board: Rules, depth: int | None, yes: bool, as_json: bool) -> None:
    """The command prints the numbers of paths, positions and finished games at each ply as soon as
    it has counted them. After Ctrl-C, it prints the totals of the plies that are complete.
    """
    deepest = board.cells if depth is None else min(depth, board.cells)
    # The rows are printed one by one, so the columns get the width of the largest possible count:
    # all orders of the moves. On a large board, a few moves already give the greatest width.
    orders = perm(board.cells, min(deepest, WIDEST))
    width = min(max(14, 2 + len(f"{orders:,}")), WIDEST)
    if not as_json:
        click.echo("".join(f"{title:>{width}}" for title in TITLES))
    rows: list[PlyCount] = []
    try:
        for row in islice(_watched(board, yes), deepest + 1):
            rows.append(row)
            if not as_json:
                click.echo("".join(f"{number:{width},}" for number in row))
    except BaseException:  # such as Ctrl-C, or a "no" to a ply that takes much memory
        depth = max(len(rows) - 1, 0)
        raise
    finally:
        click.echo(_as_object(board, rows) if as_json else _totals(rows, depth))


def _as_object(board: Rules, rows: list[PlyCount]) -> str:
    paths, plies = [row.paths for row in rows], [row._asdict() for row in rows]
    return json.dumps({"board": str(board), "perft": paths, "plies": plies})


def _totals(rows: list[PlyCount], depth: int | None) -> str:
    """The numbers of games by result, as text; with `depth`, of games of up to `depth` moves."""
    totals = [sum(row[column] for row in rows) for column in (3, 4, 5)]
    within = "" if depth is None else f" of up to {depth} move{'s' * (depth != 1)}"
    results = [f"{total:,} {title}" for total, title in zip(totals, TITLES[3:], strict=True)]
    games = f"{sum(totals):,} finished game{'s' * (sum(totals) != 1)}"
    return f"{games}{within}: {', '.join(results)}"


def _watched(rules: Rules, yes: bool) -> Iterator[PlyCount]:
    """The counts of each ply. A line shows the progress of a ply, and is cleared when the ply ends.

    The delay before the line appears is counted from the start of the first ply, since many short
    plies also make a long wait.
    """

    def allow(ply: int, memory: int) -> None:
        agree(f"Counting ply {ply} of {rules}", yes, memory=memory)

    rows = counts_by_ply(rules, lambda done, total: show(done, total), allow)
    begin, ply = monotonic(), 0
    while True:
        with progress(f"Counting ply {ply}", begin) as show:
            row = next(rows, None)
        if row is None:
            return
        yield row
        ply += 1
