"""`noughts emit`: the rules of a board in another language."""

from __future__ import annotations

import click

from noughts.cli.arguments import board_option
from noughts.cli.command import command, listed
from noughts.cli.files import output_option, write_text
from noughts.core.rules import Rules
from noughts.emit import LANGUAGES, module
from noughts.emit import language as written_in
from noughts.emit.module import HOLDINGS


def languages() -> dict[str, str]:
    """Every language by its name, with a description."""
    return {name: kind.about for name, kind in LANGUAGES.items()}


@command(
    "emit",
    "noughts emit c -o noughts.h",
    "noughts emit javascript --board 4,4,4 --bits base4",
    "noughts emit rust --board 3x3x3,3",
    listing=("Languages", languages),
)
@click.argument("language", shell_complete=listed)
@board_option()
@click.option(
    "--bits",
    "holding",
    type=click.Choice(list(HOLDINGS)),
    default="pair",
    show_default=True,
    help="A bitboard for each player, or one int with two bits for each cell.",
)
@output_option("the module")
def emit(language: str, board: Rules, holding: str, output: str) -> None:
    """The module has functions for the legal cells, the lines and the turn, and functions that turn
    a position into one number and back. They are recorded from the functions that this program
    itself runs.
    """
    source = written_in(language).write(module(board, holding))
    write_text(output, [source])
