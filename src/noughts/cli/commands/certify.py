"""`noughts certify`: proofs that a side never loses or wins, written and checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, TextIO

import click

from noughts.cli.arguments import board_argument, output_option
from noughts.cli.certificates import certificate, write
from noughts.cli.command import command
from noughts.cli.lines import lines_of
from noughts.cli.progress import steps
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.errors import ProofError
from noughts.solver.proof.certificate import check as verdict
from noughts.solver.tables.table import table

SIDES = {"x": X, "o": O}


@command(
    "certify",
    "noughts certify -o proof.txt",
    "noughts certify --check proof.txt",
    "noughts certify 4,3,3 --side x",
    "noughts certify 6,6,5 -o 665.txt",
)
@board_argument(default=None)
@click.option(
    "--side", type=click.Choice(list(SIDES)), help="Whose strategy.  [default: x, or o if x loses]"
)
@output_option("the proof")
@click.option("--check", type=click.File("rb"), metavar="FILE", help="Check one instead.")
def certify(board: Rules | None, side: str | None, output: TextIO, check: BinaryIO | None) -> None:
    """The proof is a strategy with an answer to every reply. The checker takes nothing in it on
    trust, and shares no code with the rest of this program.

    A board of up to 12 cells, or one with a file made by noughts table, is looked up. Any other
    board of up to 64 cells is searched, for as long as that takes; without --side, a drawn one is
    proved to be a draw.
    """
    if check:
        if board or side:
            raise click.UsageError("--check takes the board and the side from the file alone")
        try:
            click.echo(f"Proved: {verdict(_lines(check), table)}.")
        except ProofError as error:
            raise click.ClickException(f"{check.name} proves nothing: {error}") from error
        return
    proof = certificate(board or TICTACTOE, SIDES[side] if side else None)
    write(proof, output)  # which opens the file only now


def _lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a certificate, however their ends are written."""
    with steps("Checking lines", 0) as advance:
        for line in lines_of(file):
            yield line.decode(errors="replace").replace("\r\n", "\n")
            advance(1)
