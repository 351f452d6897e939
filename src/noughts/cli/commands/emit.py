"""`noughts emit`: the rules of a board in another language."""

from __future__ import annotations

from typing import TextIO

import click

from noughts.cli.arguments import board_option
from noughts.core.rules import Rules
from noughts.emit.languages import LANGUAGES
from noughts.emit.module import module


@click.command()
@click.argument("language", type=click.Choice(list(LANGUAGES)))
@board_option()
@click.option(
    "--bits",
    "form",
    type=click.Choice(["pair", "base4"]),
    default="pair",
    show_default=True,
    help="A bitboard a player, or one int with two bits a cell.",
)
@click.option("-o", "--output", type=click.File("w", lazy=True), default="-", metavar="FILE")
def emit(language: str, board: Rules, form: str, output: TextIO) -> None:
    """Write the rules of a board as a module in another language.

    It is made from the functions that run here, recorded once: legal cells, lines, turn, and the
    position as one number and back. numba is Python as loops over arrays, ready to be compiled.
    """
    source = LANGUAGES[language]().write(module(board, form))
    output.write(source)
