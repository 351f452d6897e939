"""What `noughts solve` says of boards too large for a table, which are searched."""

from __future__ import annotations

import json
import sys

import click

from noughts.cli.text.board import board
from noughts.core.notation import cell_name
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES
from noughts.solver.search.api import Limits, Progress, Solution, solve

PROVED = {
    (1, 1): "wins",
    (0, 0): "draws",
    (-1, -1): "loses",
    (0, 1): "wins or draws; which, is not known",
    (-1, 0): "draws or loses; which, is not known",
    (-1, 1): "wins, draws or loses; nothing was proved",
}


def searched(position: Position, limits: Limits, line: bool, moves: bool, as_json: bool) -> None:
    """Search a position and print what was proved, its progress meanwhile on a terminal."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    found = solve(
        position,
        limits=limits,
        progress=show if watched else None,
        line=line,
        best_moves=moves,
    )
    if watched:
        click.echo("\r" + " " * WIDTH + "\r", nl=False, err=True)
    click.echo(as_object(position, found) if as_json else as_text(position, found))


WIDTH = 72  # of the progress line


def show(progress: Progress) -> None:
    """Write the progress line over the one before."""
    bounds = PROVED[progress.lower, progress.upper].partition(";")[0]
    said = (
        f"{progress.nodes:,} nodes, {progress.depth} deep, {progress.seconds:.0f} s; "
        f"so far: {bounds}"
    )
    click.echo("\r" + said[:WIDTH].ljust(WIDTH), nl=False, err=True)


def as_object(position: Position, found: Solution) -> str:
    """One JSON object of the names that a table's answer has, too.

    It has null for what was not asked for or not proved, and for what only a table knows.
    """
    return json.dumps(
        {
            "position": str(position),
            "value": found.value,
            "lower": found.lower,
            "upper": found.upper,
            "remoteness": None,
            "best_moves": found.best_moves,
            "line": found.line,
            "moves": None,
            "nodes": found.nodes,
            "seconds": round(found.seconds, 3),
        }
    )


def as_text(position: Position, found: Solution) -> str:
    """The board, what was proved, and what it took."""

    def names(cells: list[int]) -> str:
        return " ".join(cell_name(cell, position.rules) for cell in cells)

    said = [board(position), ""]
    if position.outcome:
        return "\n".join([*said, f"The game is over: {position.outcome}."])
    said.append(f"{MARK_NAMES[position.turn]} to move {PROVED[found.lower, found.upper]}.")
    if found.best_moves is not None:
        said.append(f"Best moves: {names(found.best_moves)}")
    if found.line is not None:
        said.append(f"Good play:  {names(found.line)}")
    plural = "" if found.nodes == 1 else "s"
    said.append(f"{found.nodes:,} node{plural} in {found.seconds:.2f} s.")
    return "\n".join(said)
