"""The output of `noughts solve`, for a result from a table or from a search."""

from __future__ import annotations

import json
import sys

import click

from noughts.cli.progress import LOGGED, line_width
from noughts.cli.text.board import board
from noughts.core.cell_names import move_name
from noughts.core.position import Position
from noughts.players import Judgement
from noughts.solver.search.limits import Progress, Solution
from noughts.solver.tables.table import has_table

PROVED = {
    (1, 1): "wins",
    (0, 0): "draws",
    (-1, -1): "loses",
    (0, 1): "wins or draws; it is not known which",
    (-1, 0): "draws or loses; it is not known which",
    (-1, 1): "wins, draws or loses; nothing was proved",
}
COMPILING = "Compiling the search; this is done once on this machine ..."


class ProgressLine:
    """Overwrites one line of standard error on a terminal; elsewhere, writes each kind once."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._written = False
        self._logged: set[bool] = set()  # the kinds of lines already written: compiling, or not

    def __call__(self, progress: Progress) -> None:
        """Write how far the search has come."""
        if self._watched:
            said = COMPILING if progress.compiling else searched(progress)
            width = line_width()
            self._write("\r" + said[:width].ljust(width))
        elif (progress.compiling or progress.seconds >= LOGGED) and (
            progress.compiling not in self._logged
        ):
            self._logged.add(progress.compiling)
            self._write((COMPILING if progress.compiling else searched(progress)) + "\n")

    def clear(self) -> None:
        """Clear the line on the terminal."""
        if self._watched and self._written:
            self._write("\r" + " " * line_width() + "\r")
            self._written = False

    def _write(self, text: str) -> None:
        click.echo(text, nl=False, err=True)
        self._written = True


def searched(progress: Progress) -> str:
    """How far a search has come."""
    bounds = PROVED[progress.lower, progress.upper].partition(";")[0]
    return (
        f"{progress.nodes:,} nodes, {progress.depth} deep, {progress.seconds:.0f} s; "
        f"so far: {bounds}"
    )


def as_object(position: Position, found: Solution) -> str:
    """One JSON object, with the same names for a table and a search.

    For a search, a field is null if its fact was not asked for, was not proved, or is one that only
    a table gives. For a table, `nodes` and `seconds`, the cost of a search, are null.
    """
    by_search = not has_table(position.rules)
    return json.dumps(
        {
            "position": str(position),
            "board": str(position.rules),
            "value": found.value,
            "lower": found.lower,
            "upper": found.upper,
            "remoteness": found.remoteness,
            "best_moves": found.best_moves,
            "line": found.line,
            "moves": None if found.moves is None else [move._asdict() for move in found.moves],
            "nodes": found.nodes if by_search else None,
            "seconds": round(found.seconds, 3) if by_search else None,
        }
    )


def as_text(position: Position, found: Solution) -> str:
    """The board, and what is known of the position; for a search, also the cost of the search."""

    def names(moves: list[int]) -> str:
        return " ".join(move_name(move, position.rules) for move in moves)

    said = [board(position, [Judgement(*move) for move in found.moves or []]), ""]
    if position.outcome:
        return "\n".join([*said, f"The game is over: {position.outcome}."])
    verdict = f"{position.turn} to move {PROVED[found.lower, found.upper]}"
    by_search = not has_table(position.rules)
    if found.remoteness is not None:
        verdict += f" in {found.remoteness} {'ply' if found.remoteness == 1 else 'plies'}"
    said.append(f"{verdict}.")
    if found.best_moves is not None:
        said.append(f"Best moves: {names(found.best_moves)}")
    if found.line is not None:
        said.append(f"{'Good' if found.remoteness is None else 'Best'} play:  {names(found.line)}")
    if by_search:
        plural = "" if found.nodes == 1 else "s"
        said.append(f"{found.nodes:,} node{plural} in {found.seconds:.2f} s.")
    return "\n".join(said)
