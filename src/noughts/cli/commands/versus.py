"""`noughts versus`: exact results of one player against another."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from noughts.cli.arguments import board_option
from noughts.cli.command import command, listed
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.cli.progress import prepare, progress
from noughts.core.rules import Rules
from noughts.players import Result
from noughts.players import versus as exact_results

ENDS = ("win", "draw", "loss")


@command(
    "versus",
    "noughts versus perfect random",
    "noughts versus graded:1/2 minimax --board 3,3,3,misere",
    "noughts versus perfect random --board 3,3,3,torus",
    listing=PLAYER_LIST,
)
@click.argument("a", metavar="A", shell_complete=listed)
@click.argument("b", metavar="B", shell_complete=listed)
@board_option()
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def versus(a: str, b: str, board: Rules, as_json: bool) -> None:
    """Nothing is sampled: the results follow from the probabilities of the players' choices. A
    score is wins and half of the draws, as a share of the games. The results are fractions, unless
    a player states its chances as floats.
    """
    one, other = player_of(a, board), player_of(b, board)
    prepare(board)
    for player in (one, other):
        player.check(board)
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
    for moves in sorted(results.first.lengths | results.second.lengths):
        shares = (side.lengths.get(moves, Fraction(0)) for side in (results.first, results.second))
        click.echo(f"{moves:6}" + "".join(f"{_share(share):>28}" for share in shares))


def _share(share: Fraction | float) -> str:
    """A share as a percentage, and as an exact fraction if it is one and is short."""
    text = f"{share}"
    short = isinstance(share, Fraction) and len(text) <= 16 and share.denominator > 1
    return f"{text} = {float(share):.2%}" if short else f"{float(share):.2%}"


def _plain(result: Result) -> dict[str, Any]:
    ends = {end: str(getattr(result, end)) for end in (*ENDS, "score")}
    return ends | {"lengths": {str(n): str(share) for n, share in sorted(result.lengths.items())}}
