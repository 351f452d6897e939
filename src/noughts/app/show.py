"""`noughts show`: a position, every representation of it with its bits named, and its worth."""

from __future__ import annotations

import json
from typing import Any

import click

from noughts.app.codes import parse_code
from noughts.app.drawing import draw
from noughts.app.facts import facts
from noughts.codecs import codec
from noughts.errors import NotationError, NoughtsError
from noughts.position import Position
from noughts.rules import Rules


def read(text: str, source: str | None, rules: Rules) -> Any:
    """What an argument means: a code of the codec `source`, or else a position as text.

    >>> read("88", "base3", Rules(3, 3, 3))
    Position.parse('XO./.X./...')

    Raises `NoughtsError` where it means nothing.
    """
    if source is not None:
        return codec(source, rules).decode(parse_code(text))
    try:
        parse_code(text)
    except NotationError:
        return Position.parse(text, rules)
    raise NotationError(f"{text} is a code; say of which codec, as in --from pair")


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a code
@click.argument("what", metavar="POSITION|CODE")
@click.option("--from", "source", metavar="CODEC", help="Read a code of this codec.")
@click.option("--board", metavar="BOARD", default="3,3,3", show_default=True, help="As 4,4,4.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(what: str, source: str | None, board: str, as_json: bool) -> None:
    """Show a position bit by bit, in every representation.

    A position is written XO./.X./..., its rows from the top; a code, in decimal, 0x, 0b or
    0o, needs --from with the codec that it is of.

    The codecs are pair, flags, base4, base4_msb, base3, word, balanced, ordinal, canonical,
    record and record_class.
    """
    try:
        told = facts(read(what, source, Rules.parse(board)))
    except NoughtsError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(told))
    else:
        for line in draw(told):
            click.echo(line)
