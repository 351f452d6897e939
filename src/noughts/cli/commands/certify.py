"""`noughts certify`: writes and checks proofs that a side wins, or never loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import BinaryIO

import click

from noughts.cli.arguments import board_and_position
from noughts.cli.certificates import certificate, cite, write
from noughts.cli.command import command
from noughts.cli.input_lines import lines_of
from noughts.cli.output_files import output_option
from noughts.cli.progress import prepare, steps
from noughts.core.position import Position
from noughts.core.rules import X
from noughts.errors import ProofError
from noughts.players.registry import MARKS
from noughts.solver.certificates.any_form import check as verdict
from noughts.solver.tables.table import has_table, table


@command(
    "certify",
    "noughts certify -o proof.txt",
    "noughts certify --check proof.txt",
    "noughts certify 4,3,3 --side x",
    "noughts certify 6,6,5 -o 665.txt",
    "noughts certify XO./.X./..O",
)
@click.argument("arguments", nargs=-1, metavar="[BOARD] [POSITION]")
@click.option(
    "--side",
    type=click.Choice(list(MARKS)),
    help="Write a strategy for this side.  [default: see above]",
)
@output_option("the proof")
@click.option("--check", type=click.File("rb"), metavar="FILE", help="Check a proof instead.")
def certify(
    arguments: tuple[str, ...], side: str | None, output: str, check: BinaryIO | None
) -> None:
    """The proof is about POSITION on BOARD or, without POSITION, about the empty board. BOARD is
    3,3,3 unless you give one. Write a position as its rows, or as the moves that lead to it.

    The proof is a strategy with an answer to every move of the opponent. The checker (--check)
    trusts nothing in the proof, and shares no code with the rest of this program.

    If the command writes a proof to a file, or checks a file, it also prints the SHA-256 of this
    file, for citations.

    For a board of up to 12 cells, or one for which noughts table has made a file, the command looks
    up the value in a table. For any other board of up to 64 cells, it searches for the value,
    without a time limit.

    Without --side, the proof is the winner's strategy or, for a draw, a strategy for each side. For
    an empty board that is a draw, there are two exceptions: if the value is from a table, the proof
    is x's strategy alone; if it is from a search, the strategy-stealing argument, where it holds,
    takes the place of x's strategy.
    """
    if check:
        if arguments or side:
            raise click.UsageError(
                "--check reads the board and the side from the file; leave out both"
            )
        digest = sha256()
        try:
            click.echo(f"Proved: {verdict(_lines(check, digest.update), table)}.")
            cite(digest.hexdigest())
        except ProofError as error:
            raise click.ClickException(f"{check.name} proves nothing: {error}") from error
        return
    position = board_and_position(arguments)
    write(certificate(position, _wanted(position, side)), output)


def _wanted(position: Position, side: str | None) -> int | None:
    """The side that --side gives; else X if, by a table, the empty board is a draw; else None."""
    if side:
        return MARKS[side]
    rules = position.rules
    if position.ply or not has_table(rules):
        return None
    prepare(rules)
    return None if table(rules)[position].value else X


def _lines(file: BinaryIO, hear: Callable[[bytes], None]) -> Iterator[str]:
    """The text lines of a certificate, ending in newlines; `hear` gets the bytes of the file."""
    with steps("Checking lines", 0) as advance:
        for line in lines_of(file):
            hear(line)
            yield line.decode(errors="replace").replace("\r\n", "\n")
            advance(1)
