"""`noughts versus`: prints the exact results of players against each other."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import isfinite
from typing import Any

import click

from noughts.cli.arguments import board_option, limits_of, time_options
from noughts.cli.command import command, listed
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.cli.progress import ending, prepare, progress
from noughts.core.clock import TimeLimits
from noughts.core.message_text import quoted
from noughts.core.rules import Rules
from noughts.errors import PlayerError, TooLargeError
from noughts.players import Player, Result, Tournament, tournament
from noughts.players import versus as exact_results
from noughts.players.tournaments import MOST_WORKERS
from noughts.system.processors import processors

ENDS = ("win", "draw", "loss")


@command(
    "versus",
    "noughts versus perfect random",
    "noughts versus graded:1/2 minimax --board 3,3,3,misere",
    "noughts versus perfect random --board 3,3,3,torus",
    "noughts versus easy medium hard --games 100 --seed 1",
    "noughts versus 'exec:python3 bot.py' random --games 10 --records games.jsonl",
    listing=PLAYER_LIST,
)
@click.argument("names", metavar="A B [C]...", nargs=-1, required=True, shell_complete=listed)
@board_option()
@click.option(
    "--games",
    type=int,
    metavar="N",
    help="Play N games between each pair: for a player that does not state its probabilities, or "
    "on a large board.",
)
@click.option("--seed", type=int, help="Make the games repeatable.")
@time_options("with --games", "programs and for players of a module")
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="The number of processes that play.  [default: one for each processor]",
)
@click.option(
    "--records",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Append each game to FILE, as a line of JSON or, in NAME.pgn, as in the PGN of chess. "
    "After an interruption, the same command continues.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def versus(
    names: tuple[str, ...],
    board: Rules,
    games: int | None,
    seed: int | None,
    move_time: float | None,
    game_time: float | None,
    workers: int | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Without --games, the command does not play games: it computes the results from the
    probabilities of the players' moves. A score is the share of wins plus half the share of draws.
    The results are exact fractions, unless a player states its probabilities as floats. For more
    than two players, the command prints a cross table.

    With --games, a player that takes too long, fails or makes an illegal move loses the game in
    which it does so, and the other games go on.
    """
    if len(names) < 2:
        raise click.UsageError("give two players or more, such as perfect random; one given")
    settings = {
        "--seed": seed,
        "--move-time": move_time,
        "--game-time": game_time,
        "--workers": workers,
        "--records": records,
    }
    for flag, given in settings.items():
        if given is not None and games is None:
            raise click.UsageError(
                f"{flag} is for games that are played; give their number with --games"
            )
    players = [player_of(name, board) for name in names]
    prepare(board)
    for player in players:
        player.check(board)
    with ending():
        if len(names) == 2 and games is None:
            with _or_games():
                _show_pair(players[0], players[1], board, as_json)
            return
        field = dict(zip(names, players, strict=True))
        if len(field) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise click.UsageError(f"{quoted(twice)} is given twice")
        if games is None:
            with _or_games(), progress(f"Following every game on {board}") as show:
                result = tournament(field, rules=board, exact=True, progress=show)
        else:
            limits = limits_of(move_time, game_time)
            result = _play(field, board, games, seed, limits, workers, records)
    click.echo(json.dumps(_plain_table(result)) if as_json else result)


@contextmanager
def _or_games() -> Iterator[None]:
    """Add a hint to an error about exact results: --games N plays games instead."""
    try:
        yield
    except (PlayerError, TooLargeError) as error:
        raise type(error)(f"{error}; here --games N plays games") from error


def _play(
    field: dict[str, Player],
    board: Rules,
    games: int,
    seed: int | None,
    limits: TimeLimits,
    workers: int | None,
    records: str | None,
) -> Tournament:
    """Let all pairs play. After Ctrl-C, say how to continue."""
    try:
        with progress(f"Playing on {board}") as show:
            return tournament(
                *(field, games, seed),
                rules=board,
                exact=False,
                progress=show,
                limits=limits,
                workers=workers or processors(),
                records=records,
            )
    except KeyboardInterrupt:
        if records is None:
            raise
        click.echo(f"{records} has the games so far; the same command goes on.", err=True)
        sys.exit(130)  # what shells expect of a program that Ctrl-C ended


def _show_pair(one: Player, other: Player, board: Rules, as_json: bool) -> None:
    with progress(f"Following every game on {board}") as show:
        results = exact_results(one, other, board, show)
    if as_json:
        sides = {"first": _plain(results.first), "second": _plain(results.second)}
        score = str(results.score)
        click.echo(
            json.dumps(
                {"a": one.name, "b": other.name, "board": str(board), "score": score} | sides
            )
        )
        return
    click.echo(f"{one.name} against {other.name} on {board}, exactly\n")
    click.echo(f"{'':6}{'moving first':>28}{'moving second':>28}")
    for end in (*ENDS, "score"):
        shares = (getattr(side, end) for side in (results.first, results.second))
        click.echo(f"{end:6}" + "".join(f"{_share(share):>28}" for share in shares))
    click.echo(f"\nScore, both sides equally often: {_share(results.score)}")
    click.echo("\nLength of the game")
    for moves in sorted({*results.first.lengths, *results.second.lengths}):
        shares = (side.lengths.get(moves, Fraction(0)) for side in (results.first, results.second))
        click.echo(f"{moves:6}" + "".join(f"{_share(share):>28}" for share in shares))


def _share(share: Fraction | float) -> str:
    """A share as a percentage, preceded by its exact fraction if it has one that is short."""
    text = f"{share}"
    short = isinstance(share, Fraction) and len(text) <= 16 and share.denominator > 1
    return f"{text} = {float(share):.2%}" if short else f"{float(share):.2%}"


def _plain(result: Result) -> dict[str, Any]:
    ends = {end: str(getattr(result, end)) for end in (*ENDS, "score")}
    return ends | {"lengths": {str(n): str(share) for n, share in sorted(result.lengths.items())}}


def _plain_table(result: Tournament) -> dict[str, Any]:
    rows = []
    for standing in result.standings:
        name, _, score, interval = standing
        others = [each.name for each in result.standings if each.name != name]
        against = {
            other: {end: str(getattr(result.between(name, other), end)) for end in (*ENDS, "score")}
            for other in others
        }
        range_of_elo = interval and [_finite(end) for end in interval.elo]
        rows.append(
            {
                "player": name,
                "score": str(score),
                "interval": interval,
                "elo": _finite(standing.elo),
                "elo_interval": range_of_elo,
                "against": against,
            }
        )
    return {
        "board": str(result.rules),
        "exact": result.exact,
        "games": result.pairings[0].games,
        "seed": result.seed,
        "rows": rows,
        "faults": [fault._asdict() for fault in result.faults],
    }


def _finite(number: float) -> float | None:
    """The number, or None (null in JSON) if it is not finite: JSON has only finite numbers."""
    return number if isfinite(number) else None
