"""`noughts pack`: lines of text, bare numbers or a Parquet table into a store."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from noughts.cli.codes import value_for
from noughts.cli.commands.convert import REMEMBERED, Converter
from noughts.cli.files import PARQUET, part_of
from noughts.cli.progress import steps
from noughts.codecs import GAME_CODECS, Codec, codec
from noughts.codecs.packing import Packing
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.store import Writer

TEXT = "text"  # what is a position or a game as people write it
AT_ONCE = 1 << 16  # the lines, or codes, that are taken together

Advance = Callable[[int], None]


@click.command()
@click.argument("store", type=click.Path(dir_okay=False))
@click.argument("source", metavar="[INPUT]", type=click.Path(dir_okay=False), default="-")
@click.option("--to", "target", metavar="CODEC", help="What the store holds.")
@click.option("--from", "form", metavar="CODEC|text", help="What INPUT holds; by default as --to.")
@click.option("--board", metavar="BOARD", help="As 4,4,4; by default 3,3,3.")
@click.option("--plain", is_flag=True, help="Exactly the codec's bits a code, no mixed radix.")
@click.option("--raw", is_flag=True, help="INPUT is bare numbers, little-endian.")
@click.option("--append", is_flag=True, help="Add to the end of a store that is there.")
def pack(
    store: str,
    source: str,
    target: str | None,
    form: str | None,
    board: str | None,
    plain: bool,
    raw: bool,
    append: bool,
) -> None:
    """Pack codes or positions into a store, a file of few bits a code.

    INPUT, or else standard input, holds a code a line: decimal, 0x, 0b or 0o. With --from text a
    line is a position, XO./.X./..., or for record and record_class a game, b2 a1 c3. With --raw
    there are no lines but numbers of as many bytes, 1, 2, 4 or 8, as the codec needs. INPUT whose
    name ends in .parquet is a table, with columns x and o, or code.

    Where something is wrong with INPUT it is named, and no store is written or added to.
    """
    from noughts import store as stores

    if append and (target or board or plain):
        raise click.UsageError("a store that is there says itself what it holds")
    if not append and target is None:
        raise click.UsageError("say what the store shall hold, as in --to canonical")
    if not append and Path(store).exists():
        raise click.UsageError(f"{store} is there already; --append adds to it")
    rules, name, packing = Rules.parse(board or "3,3,3"), str(target), None
    if plain:
        packing = Packing.plain(codec(name, rules).bits)
    if append:
        there = stores.read(store).form
        rules, name, packing = there.rules, there.name, there.packing
    with part_of(store) as part:
        with stores.create(part, name, rules, packing) as writer:
            _fill(writer, source, form, raw)
        if not append:
            os.replace(part, os.path.realpath(store))
            return
        with stores.append(store) as writer:
            if writer.dropped:
                click.echo(f"note: {writer.dropped}", err=True)
            for codes in stores.read(part).in_blocks():
                writer.write_codes(codes)


def _fill(writer: Writer, source: str, form: str | None, raw: bool) -> None:
    if source.endswith(PARQUET):
        from noughts.store import parquet

        with steps("Packing", parquet.rows(source)) as advance, _refused_in_input():
            for codes in parquet.read(source, writer.form.name, writer.form.rules, form):
                writer.write_codes(codes)
                advance(len(codes))
        return
    fill = _fill_raw if raw else _fill_text
    form = form or writer.form.name
    if source == "-":
        fill(writer, sys.stdin.buffer, form, lambda _: None)
        return
    with open(source, "rb") as file, steps("Packing", os.stat(source).st_size) as advance:
        fill(writer, file, form, advance)


@contextmanager
def _refused_in_input() -> Iterator[None]:
    """What is wrong with INPUT is no wrong use of the command."""
    try:
        yield
    except NoughtsError as error:
        raise click.ClickException(str(error)) from None


def _fill_text(writer: Writer, file: BinaryIO, form: str, advance: Advance) -> None:
    code = code_reader(form, writer.form.codec)
    number = 0
    while lines := list(islice(file, AT_ONCE)):
        codes = []
        for line in lines:
            number += 1
            try:
                codes.append(code(line.strip()))
            except NoughtsError as error:
                raise click.ClickException(f"line {number}: {error}") from None
        writer.write_codes(writer.form.codes_of(codes))
        advance(sum(map(len, lines)))


def _fill_raw(writer: Writer, file: BinaryIO, form: str, advance: Advance) -> None:
    import numpy as np

    from noughts.arrays.coding.api import code_dtype
    from noughts.arrays.coding.converting import converted, counted_from

    held = writer.form
    dtype = code_dtype(form, held.rules).newbyteorder("<")
    converted(np.empty(0, dtype), form, held.name, held.rules)  # refuses codecs that do not go
    number = 0
    while data := file.read(AT_ONCE * dtype.itemsize):
        if over := len(data) % dtype.itemsize:
            raise click.ClickException(
                f"{over} byte{'s are' if over > 1 else ' is'} left over at the end; "
                f"each {form} code has {dtype.itemsize}"
            )
        with _refused_in_input(), counted_from(number):
            codes = np.frombuffer(data, dtype)
            writer.write_codes(converted(codes, form, held.name, held.rules))
        number += len(codes)
        advance(len(data))


def code_reader(form: str, target: Codec[Any]) -> Callable[[bytes], int]:
    """What reads a line as a code of `target`: a code of the codec `form`, or text.

    >>> code_reader("text", codec("canonical"))(b"XO./.X./...")
    31

    It raises `NoughtsError` for a line that is none.
    """
    if form != TEXT:
        return lru_cache(REMEMBERED)(Converter(codec(form, target.rules), target).code)

    def code(line: bytes) -> int:
        text = line.decode(errors="replace")
        games = target.name in GAME_CODECS
        value = Game.parse(text) if games else Position.parse(text, target.rules)
        return target.encode(value_for(target, value))

    return lru_cache(REMEMBERED)(code)
