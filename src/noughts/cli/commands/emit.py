"""`noughts emit`: writes the rules of a board in another language."""

from __future__ import annotations

import click

from noughts import __version__
from noughts.cli.arguments import boards_option
from noughts.cli.command import command, listed
from noughts.cli.output_files import output_option, write_folder, write_text
from noughts.core.rules import Rules
from noughts.emit import LANGUAGES, module
from noughts.emit import language as written_in
from noughts.emit.module import HOLDINGS
from noughts.emit.packages import package
from noughts.emit.packages.boards import NAME


def languages() -> dict[str, str]:
    """The name of every language, with a description."""
    return {name: kind.about for name, kind in LANGUAGES.items()}


@command(
    "emit",
    "noughts emit c -o noughts.h",
    "noughts emit javascript --board 4,4,4 --bits base4",
    "noughts emit rust --board 3x3x3,3",
    "noughts emit javascript --package rules --board 3,3,3 --board 6,7,4,gravity",
    listing=("Languages", languages),
)
@click.argument("language", shell_complete=listed)
@boards_option()
@click.option(
    "--bits",
    "holding",
    type=click.Choice(list(HOLDINGS)),
    default="pair",
    show_default=True,
    help="Hold a position in a bitboard for each player (pair), or in one int with two bits for "
    "each cell (base4).",
)
@click.option(
    "--prefix",
    default="",
    metavar="NAME",
    help="Begin each name in a C header with NAME, so that a program can use two boards.",
)
@click.option(
    "--package",
    "folder",
    metavar="FOLDER",
    help="Make a package in a new FOLDER, with a module for each --board: for npm (javascript), "
    "Cargo (rust), or CMake and pkg-config (c).",
)
@click.option(
    "--name",
    metavar="NAME",
    help=f"The name of the package.  [default: {NAME}]",
)
@output_option("the module")
def emit(
    language: str,
    board: tuple[Rules, ...],
    holding: str,
    prefix: str,
    folder: str | None,
    name: str | None,
    output: str,
) -> None:
    """The command writes a module with functions for the legal cells, the lines and the side to
    move, and with functions that turn a position into one number and back. All of them are
    generated from the functions that this program itself runs.
    """
    if folder is None:
        if name:
            raise click.UsageError("--name names a package; make one with --package FOLDER")
        if len(board) > 1:
            raise click.UsageError("a module holds one --board; --package takes several")
        write_text(output, [written_in(language, prefix).write(module(board[0], holding))])
        return
    if output != "-" or prefix or holding != "pair":
        raise click.UsageError("--package excludes --output, --prefix and --bits")
    write_folder(folder, package(language, board, __version__, name or NAME))
