"""`noughts values`: lists the values of empty boards, as far as they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from noughts.cli.command import command
from noughts.cli.progress import steps
from noughts.cli.text.values import as_grids, as_object, as_rows
from noughts.core.rules import Rules
from noughts.solver.known.small_boards import small_boards, value_of
from noughts.solver.known.value_list import LONGEST, SHORTEST, BoardValue, play_of
from noughts.solver.known.value_list import values as known_values
from noughts.solver.tables.table import TABLE_CELLS


def _boards(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> list[Rules]:
    return [Rules.parse(text) for text in texts]


def _values(boards: Sequence[Rules]) -> Iterator[BoardValue]:
    """The values of the boards, each board once; without `boards`, the whole list of values."""
    if not boards:
        yield from known_values()
    with steps("Solving", len(boards)) as step:
        for rules in dict.fromkeys(boards):
            yield value_of(rules)
            step(1)


@command(
    "values",
    "noughts values --k 5 --normal",
    "noughts values 7,7,5 8,8,5 9,4,4",
    "noughts values --misere --json",
    "noughts values --gravity",
    "noughts values --game wild",
    "noughts values 3,3,3,notakto 4,3,3,breaker",
)
@click.argument("boards", nargs=-1, metavar="[BOARD]...", callback=_boards)
@click.option(
    "--k", type=click.IntRange(SHORTEST, LONGEST), help="List only boards with this many in a row."
)
@click.option("--normal", "play", flag_value="normal", help="List only boards in normal play.")
@click.option("--misere", "play", flag_value="misere", help="List only misère boards.")
@click.option("--gravity", "play", flag_value="gravity", help="List only boards where stones fall.")
@click.option(
    "--game",
    metavar="WORDS",
    help=f"List boards of up to {TABLE_CELLS} cells in a game, such as wild or gravity,misere.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def values(
    boards: list[Rules], k: int | None, play: str | None, game: str | None, as_json: bool
) -> None:
    """The list of values has every flat board of up to 64 cells with 3 to 8 in a row, whether its
    value is known or not. For gravity, the list has the boards of 4x4 and larger, with 4 in a row,
    that the search accepts. Without BOARD, the command prints a grid for each game and each k.
    Otherwise it prints a row for each BOARD: the value, the nodes and seconds of the search, the
    length of the checked certificate in lines of text, and who published the value.

    The values in the list come from earlier searches and tables. To search again, use noughts
    solve; to write a proof, use noughts certify. A board of up to 12 cells that is not in the list
    is solved while you wait, if its game has a table.
    """
    if game and (boards or play):
        raise click.UsageError("--game says which boards; leave out BOARD, --normal and the like")
    found = [
        value
        for value in _values(small_boards(game, k) if game else boards)
        if k in (None, value.rules.k) and play in (None, play_of(value.rules))
    ]
    shown = as_object if as_json else as_rows if boards else as_grids
    click.echo(shown(found))
