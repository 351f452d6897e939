"""`noughts puzzle`: asks for the only good move in a position; each day has a new puzzle."""

from __future__ import annotations

import json
import random
import shlex
import sys
from datetime import date

import click

from noughts.cli.arguments import as_given, board_option
from noughts.cli.command import command
from noughts.cli.input_lines import asker
from noughts.cli.terminal.puzzle import Asked, Solving
from noughts.core.rules import Rules
from noughts.puzzles import LEVELS, daily, pick
from noughts.puzzles.daily_collection import as_day

SEEDS = 1_000_000  # the range of seeds from which one is drawn if the user gives none


@command(
    "puzzle",
    "noughts puzzle",
    "noughts puzzle --level hard",
    "noughts puzzle --board 5,5,4 --date 2026-11-24",
    "noughts puzzle --board 4,3,3,gravity --seed 7",
    "noughts puzzle --json",
)
@board_option(default=None, otherwise="by day")
@click.option(
    "--level", type=click.Choice(list(LEVELS)), help="How hard the puzzle is.  [default: by day]"
)
@click.option("--date", "day", metavar="DATE", help="The puzzle of this day, as in 2026-11-24.")
@click.option("--seed", type=int, help="Choose a puzzle by this number, not by the day.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle and its solution as JSON.")
def puzzle(
    board: Rules | None, level: str | None, day: str | None, seed: int | None, as_json: bool
) -> None:
    """In a puzzle, exactly one move wins, or exactly one does not lose. Everybody gets the same
    puzzle on the same day. Without --board and --level, it is easy on Mondays and Tuesdays, hard at
    the weekend, and medium on other days. Type a move to try it, or ? for the other commands. At
    the end, the command prints a text to share, which does not reveal the answer.

    Without --board, the puzzle is on one of sixteen boards. For any other board, and for a level
    that has no puzzle on the given board, the command makes a puzzle, which takes some seconds. In
    JSON, cells are counted from 0, and `remoteness` counts the moves of both sides.
    """
    if day is not None and seed is not None:
        raise click.UsageError("give --date or --seed, not both")
    asked = _asked(board, level, None if seed is not None else as_day(day), seed)
    if as_json:
        click.echo(_as_object(asked, None if seed is not None else as_day(day), seed))
        return
    ask, status, solving = asker(), 0, None
    try:
        while True:
            solving = Solving(asked, ask)
            if not solving.run():
                break
            seed = random.randrange(SEEDS) if seed is None else seed + 1
            asked = _asked(board, level, None, seed)
            click.echo()
    except EOFError:
        click.echo()
    except KeyboardInterrupt:
        click.echo()
        status = 130  # what shells expect of a program that Ctrl-C ended
    if not solving or not solving.is_over:
        click.echo(f"Goodbye. To go on with this puzzle:\n  {asked.command}")
    sys.exit(status)


def _asked(board: Rules | None, level: str | None, day: date | None, seed: int | None) -> Asked:
    """The puzzle for a day or a seed, its title, and a command that asks for the same puzzle."""
    words = ["noughts", "puzzle"]
    if board:
        words += ["--board", as_given(board)]
    if level:
        words += ["--level", level]
    if day:
        found, number = daily(day, board, level), day.isoformat()
        words += ["--date", number]
    else:
        found, number = pick(seed, board, level), str(seed)
        words += ["--seed", number]
    title = f"Puzzle {number}, {found.level}, on {found.rules}"
    return Asked(found, title, shlex.join(words))


def _as_object(asked: Asked, day: date | None, seed: int | None) -> str:
    found = asked.puzzle
    return json.dumps(
        {
            "date": day and day.isoformat(),
            "seed": seed,
            "board": str(found.rules),
            "position": str(found.position),
            "task": found.task,
            "level": found.level,
            "value": found.value,
            "remoteness": found.remoteness,
            "answer": found.answer,
            "line": found.line,
        }
    )
