"""`noughts solve`: what a position of a small board is worth."""

from __future__ import annotations

import json

import click

from noughts.app.arguments import board_and_position
from noughts.app.board import board
from noughts.notation import cell_name
from noughts.rules import MARK_NAMES
from noughts.solve.table import table

WORDS = {1: "wins", 0: "draws", -1: "loses"}


@click.command()
@click.argument("arguments", nargs=-1, metavar="[BOARD] [POSITION]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def solve(arguments: tuple[str, ...], as_json: bool) -> None:
    """Print the value, remoteness and best moves of a position.

    The empty position is solved where none is given; on 3x3, or on BOARD: '4,3,3', 'XO./.X./..O'.
    """
    position = board_and_position(arguments)
    solved = table(position.rules)
    value, remoteness = solved[position]
    moves, best = solved.moves(position), solved.best_moves(position)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "position": str(position),
                    "value": value,
                    "remoteness": remoteness,
                    "best_moves": best,
                    "moves": [move._asdict() for move in moves],
                }
            )
        )
        return
    click.echo(board(position, moves) + "\n")
    if position.outcome:
        click.echo(f"The game is over: {position.outcome}.")
        return
    plies = "ply" if remoteness == 1 else "plies"
    click.echo(f"{MARK_NAMES[position.turn]} to move {WORDS[value]} in {remoteness} {plies}.")
    click.echo(f"Best moves: {' '.join(cell_name(cell, position.rules) for cell in best)}")
    line = " ".join(cell_name(cell, position.rules) for cell in solved.best_line(position))
    click.echo(f"Best play:  {line}")
