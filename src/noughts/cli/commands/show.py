"""`noughts show`: prints a position, each of its representations bit by bit, and its value."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from noughts.cli.arguments import (
    board_of,
    board_option,
    boards_apart,
    moves_joined,
    position_in,
)
from noughts.cli.codes import CODEC_LIST, parse_code, refuse_options
from noughts.cli.command import command, listed_option
from noughts.cli.progress import prepare
from noughts.cli.text.board import check_screen
from noughts.cli.text.show import draw
from noughts.cli.text.show_facts import facts
from noughts.codecs import codec
from noughts.codecs.codec_base import position_of
from noughts.core.message_text import shortened
from noughts.core.rules import Rules
from noughts.errors import NotationError


def read(text: str, source: str | None, rules: Rules) -> Any:
    """Decode an argument: a code of the codec `source` or, if that is None, a position as text.

    >>> read("88", "base3", Rules(3, 3, 3))
    Position.parse('XO./.X./...')

    Raises `NoughtsError` for any other text.
    """
    if source is not None:
        return codec(source, rules).decode(parse_code(text))
    try:
        parse_code(text)
    except NotationError:
        return position_in(text, rules)
    raise NotationError(f"{shortened(text)} is a code; name its codec, as in --from pair")


# Click takes the code -1 for an unknown option.
@command(
    "show",
    "noughts show XO./.X./...",
    "noughts show --from base3 88",
    "noughts show 4,4,4 X.../.O../..../....",
    "noughts show 2x3x2,2 X./../..//.O/../..",
    listing=CODEC_LIST,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("what", nargs=-1, required=True, metavar="[BOARD] POSITION|CODE")
@listed_option("--from", "source", "CODEC", "Read a code of this codec.")
@board_option()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(what: tuple[str, ...], source: str | None, board: Rules, as_json: bool) -> None:
    """Write a position as its rows from the top (XO./.X./...), or as the moves that lead to it (b2
    a1). Write a code in decimal or with 0x, 0b or 0o, and name its codec with --from.
    """
    refuse_options(what)
    sys.set_int_max_str_digits(0)  # the codes of a large board are long numbers
    boards, others = boards_apart(what)
    others = moves_joined(others)
    if len(others) != 1 or len(boards) > 1:
        raise click.UsageError("give one position or code, and at most one board")
    rules = board_of(boards[0]) if boards else board
    check_screen(rules)
    value = read(others[0], source, rules)
    prepare(position_of(value).rules)
    told = facts(value)
    if as_json:
        click.echo(json.dumps(told))
    else:
        for line in draw(told):
            click.echo(line)
