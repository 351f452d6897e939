"""`noughts solve`: what a position is worth, by a table of its board or, beyond that, by search."""

from __future__ import annotations

import json

import click

from noughts.cli.arguments import board_and_position
from noughts.cli.progress import prepare
from noughts.cli.text.board import board
from noughts.core.notation import cell_name
from noughts.core.rules import MARK_NAMES
from noughts.solver.tables.table import is_within_reach, table

WORDS = {1: "wins", 0: "draws", -1: "loses"}


@click.command()
@click.argument("arguments", nargs=-1, metavar="[BOARD] [POSITION]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@click.option("--moves", is_flag=True, help="In a search: find all best moves, too.")
@click.option("--line", is_flag=True, help="In a search: find a line of good play, too.")
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0), help="Search for at most so many seconds."
)
@click.option("--nodes", type=click.IntRange(min=0), help="Search at most so many positions.")
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    help="Keep at most so many MiB of them in mind.  [default: 256]",
)
def solve(
    arguments: tuple[str, ...],
    as_json: bool,
    moves: bool,
    line: bool,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
) -> None:
    """Print the value, remoteness and best moves of a position.

    The empty position is solved where none is given; on 3x3, or on BOARD: '4,3,3', 'XO./.X./..O'.

    A board of more than 12 cells without a file of 'noughts table' is searched, for as long as it
    takes or as the limits allow; Ctrl-C ends it. What was proved by then is printed.

    --json has the same names for both: bounds are equal where the value is known, and what was not
    asked for or cannot be told is null. Cells are counted from 0.
    """
    position = board_and_position(arguments)
    if not is_within_reach(position.rules):
        from noughts.cli.text.search import searched  # late: compiled code is not always wanted
        from noughts.solver.search.api import MEMORY, Limits

        limits = Limits(seconds, nodes, MEMORY if memory is None else memory)
        searched(position, limits, line, moves, as_json)
        return
    prepare(position.rules)
    solved = table(position.rules)
    value, remoteness = solved[position]
    every, best = solved.moves(position), solved.best_moves(position)
    play = solved.best_line(position)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "position": str(position),
                    "value": value,
                    "lower": value,
                    "upper": value,
                    "remoteness": remoteness,
                    "best_moves": best,
                    "line": play,
                    "moves": [move._asdict() for move in every],
                    "nodes": None,
                    "seconds": None,
                }
            )
        )
        return
    click.echo(board(position, every) + "\n")
    if position.outcome:
        click.echo(f"The game is over: {position.outcome}.")
        return
    plies = "ply" if remoteness == 1 else "plies"
    click.echo(f"{MARK_NAMES[position.turn]} to move {WORDS[value]} in {remoteness} {plies}.")
    click.echo(f"Best moves: {' '.join(cell_name(cell, position.rules) for cell in best)}")
    click.echo(f"Best play:  {' '.join(cell_name(cell, position.rules) for cell in play)}")
