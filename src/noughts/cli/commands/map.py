"""`noughts map`: draws a picture with a player's answer to every move."""

from __future__ import annotations

import click

from noughts.cli.arguments import board_argument
from noughts.cli.command import command, listed_option
from noughts.cli.output_files import output_option, write_text
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.cli.progress import prepare, progress
from noughts.core.rules import Rules
from noughts.players.maps import strategy_map
from noughts.players.registry import SIDES


@command(
    "map",
    "noughts map -o map.svg",
    "noughts map --side o -o second.svg",
    "noughts map 3,3,3,misere --player perfect:first -o misere.svg",
    listing=PLAYER_LIST,
)
@board_argument(limit="of one layer")
@click.option(
    "--side",
    type=click.Choice(list(SIDES)),
    default="both",
    show_default=True,
    help="The side that follows the map.",
)
@listed_option(
    *("--player", "name", "PLAYER"),
    "The player whose answers are drawn. Of several answers, the likeliest is drawn.",
    default="perfect",
    show_default=True,
)
@output_option("the picture")
def map(board: Rules, side: str, name: str, output: str) -> None:  # noqa: A001 - it is the command's name
    """The picture is an SVG that fits on one page. Each free cell of a board holds a smaller board,
    on which the opponent has taken that cell and the player's answer is bold. If you follow a map
    of the player named perfect, you never lose a game that you could win or draw.
    """
    player = player_of(name, board)
    prepare(board)
    with progress("Drawing boards") as show:
        picture = strategy_map(player, board, SIDES[side], show)
    write_text(output, [picture])
