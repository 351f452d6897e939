"""`noughts pack`: packs lines of text, bare numbers or a Parquet table into a store."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from noughts.cli.arguments import board_option
from noughts.cli.codes import CODEC_LIST, parse_code
from noughts.cli.command import command, listed_option
from noughts.cli.commands.convert import REMEMBERED
from noughts.cli.input_lines import bunches
from noughts.cli.output_files import PARQUET, written_whole
from noughts.cli.progress import steps
from noughts.codecs import Codec, Converter, Packing, codec
from noughts.codecs.converting import check_convertible, parsed
from noughts.codecs.registry import TEXT, names
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import NoughtsError, StoreError
from noughts.system.files import naming

if TYPE_CHECKING:
    from noughts.kernels.dtypes import Codes
    from noughts.store import Header, Writer

AT_ONCE = 1 << 16  # codes in one part of the input
IN_MEMORY = 1 << 26  # bytes of codes held in memory until INPUT ends; further codes go to a file

Advance = Callable[[int], None]


@command(
    "pack",
    "noughts pack classes.noughts codes.txt --to canonical",
    "noughts pack games.noughts games.txt --to record --from text",
    "noughts pack classes.noughts more.txt --append",
    listing=CODEC_LIST,
)
@click.argument("store", type=click.Path(dir_okay=False))
@click.argument("given", metavar="[INPUT]", type=click.Path(dir_okay=False), default="-")
@listed_option("--to", "target", "CODEC", "The codec of the store.")
@listed_option(
    *("--from", "source", "CODEC|text"),
    "The codec of INPUT, or text.  [default: the codec of the store]",
)
@board_option(default=None)
@click.option(
    "--plain", is_flag=True, help="Pack each code in the codec's bits, without mixed radix."
)
@click.option("--raw", is_flag=True, help="Read bare numbers from INPUT, little-endian.")
@click.option("--append", is_flag=True, help="Add to the end of an existing store.")
def pack(
    store: str,
    given: str,
    target: str | None,
    source: str | None,
    board: Rules | None,
    plain: bool,
    raw: bool,
    append: bool,
) -> None:
    """Each line of INPUT, or of standard input, is a code, in decimal or with 0x, 0b or 0o. With
    --from text, each line is a position such as XO./.X./... or, if the store holds games, a game
    such as b2 a1 c3. With --raw there are no lines: INPUT holds bare numbers of 1, 2, 4 or 8 bytes
    each, as the codec needs. An INPUT whose name ends in .parquet is a table with the columns x and
    o, or with the column code.

    If INPUT has an error, the message names the line or item, and the command neither writes nor
    changes a store.
    """
    from noughts import store as stores

    if append:
        if target or board or plain:
            raise click.UsageError("--append excludes --to, --board and --plain")
        header = stores.read(store).header
        _add(store, header, _codes(given, header, source, raw))
        return
    if target is None:
        known = names(board or TICTACTOE)
        exact = next(name for name in ("ordinal", "base3", "pair") if name in known)
        raise click.UsageError(
            f"name the codec of the store: --to {exact} keeps each position, and the codecs are in "
            "--help; where each line is a position or a game, not a number, add --from text"
        )
    if Path(store).exists():
        raise click.UsageError(
            f"{store} exists already; --append adds to it, and to start anew, remove the file first"
        )
    rules = board or TICTACTOE
    packing = Packing.plain(codec(target, rules).bits) if plain else None
    try:
        with (
            written_whole(store, new=True) as part,
            stores.create(part, target, rules, packing) as writer,
        ):
            _write(writer, _codes(given, writer.header, source, raw))
    except FileExistsError:
        raise StoreError(f"another process has made {store} meanwhile; it stays as it is") from None


def _add(store: str, header: Header, codes: Iterator[Codes]) -> None:
    """Append the codes to a store with this header. At Ctrl-C, say how many of them were added."""
    from noughts import store as stores

    before = None
    whole = _all_of(codes, header, os.path.dirname(store))
    try:
        with naming(store), whole as parts, stores.append(store) as writer:
            if (writer.header.name, writer.header.rules) != (header.name, header.rules):
                raise StoreError(
                    f"{store} is now another store, of {writer.header.name} codes of "
                    f"{writer.header.rules}; INPUT was read for {header.name} codes of "
                    f"{header.rules}, and nothing is added"
                )
            if writer.dropped:
                click.echo(f"note: {writer.dropped}", err=True)
            before = len(writer)
            _write(writer, parts)
    except KeyboardInterrupt:
        added = 0 if before is None else len(stores.read(store)) - before
        click.echo(f"interrupted: the first {added:,} codes of INPUT were added", err=True)
        raise


def _write(writer: Writer, parts: Iterator[Codes]) -> None:
    for codes in parts:
        writer.write_codes(codes)


@contextmanager
def _all_of(parts: Iterator[Codes], header: Header, folder: str) -> Iterator[Iterator[Codes]]:
    """The codes of `parts`, once all have been read, so that no error in a code changes the store.

    Until all codes have been read, they are held in memory or, if there are many, in an unnamed
    file in `folder`, the folder of the store; the disk there needs space for the codes. After that,
    they are packed once, straight into the store.
    """
    import numpy as np

    one = header.shown(header.empty(1))
    with SpooledTemporaryFile(IN_MEMORY, dir=folder or None) as held:
        for codes in parts:
            held.write(np.ascontiguousarray(codes, one.dtype).data)
        held.seek(0)
        length = AT_ONCE * one.nbytes
        yield (
            np.frombuffer(data, one.dtype).reshape(-1, *one.shape[1:])
            for data in iter(lambda: held.read(length), b"")
        )


def _codes(given: str, header: Header, source: str | None, raw: bool) -> Iterator[Codes]:
    """The contents of INPUT, converted to codes of the store's codec, part by part."""
    if given.endswith(PARQUET):
        from noughts.store import parquet

        with steps("Packing", parquet.rows(given)) as advance, _refused_in_input():
            for codes in parquet.read(given, header.name, header.rules, source):
                yield codes
                advance(len(codes))
        return
    read = _raw_codes if raw else _text_codes
    source = source or header.name
    if given == "-":
        with steps("Packing", 0, wanted=not sys.stdin.isatty()) as advance:
            yield from read(sys.stdin.buffer, header, source, advance)
        return
    with open(given, "rb") as file, steps("Packing", os.stat(given).st_size) as advance:
        yield from read(file, header, source, advance)


@contextmanager
def _refused_in_input() -> Iterator[None]:
    """Report an error as an error in INPUT, not as a usage error."""
    try:
        yield
    except NoughtsError as error:
        raise click.ClickException(str(error)) from None


def _text_codes(file: BinaryIO, header: Header, source: str, advance: Advance) -> Iterator[Codes]:
    code = code_reader(source, header.codec)
    number = 0
    for lines in bunches(file):
        codes = []
        for line in lines:
            number += 1
            try:
                codes.append(code(line.strip()))
            except NoughtsError as error:
                hint = ""
                with suppress(NoughtsError):
                    code_reader(TEXT, header.codec)(line.strip())
                    hint = "; --from text reads it"
                raise click.ClickException(f"line {number}: {error}{hint}") from None
        yield header.codes_of(codes)
        advance(sum(map(len, lines)))


def _raw_codes(file: BinaryIO, header: Header, source: str, advance: Advance) -> Iterator[Codes]:
    import numpy as np

    from noughts.arrays.coding.api import code_dtype
    from noughts.arrays.coding.converting import converted, counted_from

    dtype = code_dtype(source, header.rules).newbyteorder("<")
    check_convertible(codec(source, header.rules), header.codec)
    number = 0
    while data := file.read(AT_ONCE * dtype.itemsize):
        if over := len(data) % dtype.itemsize:
            raise click.ClickException(
                f"{over} byte{'s are' if over > 1 else ' is'} left over at the end; "
                f"each {source} code has {dtype.itemsize}"
            )
        codes = np.frombuffer(data, dtype)
        with _refused_in_input(), counted_from(number):
            codes = converted(codes, source, header.name, header.rules)
        yield codes
        number += len(codes)
        advance(len(data))


def code_reader(source: str, target: Codec[Any]) -> Callable[[bytes], int]:
    """A function that turns a line (a code of the codec `source`, or text) into a code of `target`.

    >>> code_reader("text", codec("canonical"))(b"XO./.X./...")
    31

    The function raises `NoughtsError` for a line that it cannot read.
    """
    if source == TEXT:

        def code(line: bytes) -> int:
            return target.encode(parsed(line.decode(errors="replace"), target))
    else:
        convert = Converter(codec(source, target.rules), target)

        def code(line: bytes) -> int:
            return convert(parse_code(line))

    return lru_cache(REMEMBERED)(code)
