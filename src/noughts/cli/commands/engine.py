"""`noughts engine`: a gomoku program for managers of the Gomocup protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import click

from noughts import __version__
from noughts.cli.command import command, listed_option
from noughts.cli.input_lines import lines_of
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.core.rules import Rules
from noughts.players import Player, Strong
from noughts.players.engines.gomocup_brain import Brain

BOARD = Rules(20, 20, 5)  # every engine of the protocol has to play this board


@command(
    "engine",
    "noughts engine",
    "noughts engine --player hard",
    listing=PLAYER_LIST,
)
@listed_option(
    *("--player", "name", "PLAYER"),
    "The player that moves, one of the players below. strong keeps to the time limits of the "
    "manager.  [default: strong]",
)
@click.option("--seed", type=int, help="Make the player's choices repeatable.")
def engine(name: str | None, seed: int | None) -> None:
    """A manager such as Piskvork starts this program, under a name that begins with pbrain-, and
    sends START, TURN and other commands to its standard input. The program plays by rule 0 (five or
    more in a row win) or by rule 1 (exactly five win), on square and other rectangular boards.
    """
    about = f'name="noughts", version="{__version__}", author="the noughts developers"'
    brain = Brain(_maker(name, seed), about)
    for line in lines_of(sys.stdin.buffer):
        for answer in brain.answers(line.decode(errors="replace")):
            click.echo(answer)
            sys.stdout.flush()
        if brain.ended:
            break


def _maker(name: str | None, seed: int | None) -> Callable[[float], Player]:
    """A function from the seconds per move to the player; only `strong` uses the seconds."""
    if name is None or name == "strong":
        return partial(Strong, seed=seed)
    player = player_of(name, BOARD, seed)
    return lambda _: player
