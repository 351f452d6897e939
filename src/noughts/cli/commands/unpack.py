"""`noughts unpack`: writes a store as lines of text, bare numbers or a Parquet table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli.codes import BASES, CODEC_LIST, base_option
from noughts.cli.command import command, listed_option
from noughts.cli.commands.pack import Advance
from noughts.cli.output_files import PARQUET, written_whole
from noughts.cli.progress import steps
from noughts.codecs.converting import check_convertible
from noughts.codecs.registry import TEXT, codec
from noughts.core.message_text import quoted
from noughts.errors import StoreError

if TYPE_CHECKING:
    from noughts.kernels.dtypes import Codes
    from noughts.store import Store

AT_ONCE = 1 << 20  # codes in one part
TABLES = (".arrow", ".csv", ".feather", ".json", ".npy", ".npz")  # formats that are not lines


@command(
    "unpack",
    "noughts unpack classes.noughts",
    "noughts unpack classes.noughts --to text --only 0:10",
    "noughts unpack classes.noughts classes.parquet",
    listing=CODEC_LIST,
)
@click.argument("store", type=click.Path(dir_okay=False))
@click.argument("output", metavar="[OUTPUT]", type=click.Path(dir_okay=False), default="-")
@listed_option(
    *("--to", "target", "CODEC|text"),
    "The codec to write, or text.  [default: the codec of the store]",
)
@base_option
@click.option("--raw", is_flag=True, help="Write bare numbers, little-endian.")
@click.option("--only", metavar="START:STOP", help="Write only these codes, counted from 0.")
@click.option("--skip-damaged", is_flag=True, help="Leave out damaged blocks, and go on.")
def unpack(
    store: str,
    output: str,
    target: str | None,
    base: str,
    raw: bool,
    only: str | None,
    skip_damaged: bool,
) -> None:
    """Each line of OUTPUT, or of standard output, is a code. With --to text, each line is a
    position or, if the store holds games, a game. With --raw there are no lines: OUTPUT gets bare
    numbers of 1, 2, 4 or 8 bytes each, as the codec needs. An OUTPUT whose name ends in .parquet is
    a table with the columns x and o. With --to CODEC, or if the store holds games or words, the
    table has the column code instead.

    If a block is damaged, the command stops, and the file OUTPUT is not written. With
    --skip-damaged, the command reports the damaged blocks and writes all the others. In both cases,
    the exit status is 1.
    """
    from noughts import store as stores

    reader = stores.read(store)
    if output != "-" and Path(output).exists() and Path(output).samefile(store):
        raise click.UsageError(f"{output} is the store to read; name another file")
    if output.endswith(TABLES) and not raw:
        raise click.UsageError(
            f"{output} would be lines and no {Path(output).suffix}; name it .txt, or .parquet for "
            "a table"
        )
    if target not in (None, TEXT):
        check_convertible(reader.header.codec, codec(str(target), reader.rules))
    if reader.dropped:
        click.echo(f"note: {reader.dropped}", err=True)
    damaged: list[StoreError] = []

    def report(error: StoreError) -> None:
        if not skip_damaged:
            raise error
        damaged.append(error)
        click.echo(error, err=True)

    start, stop = _part(only, len(reader))
    # A progress line would get mixed up with lines of output on the same screen.
    wanted = output != "-" or not sys.stdout.isatty()
    with steps("Unpacking", max(stop - start, 0), wanted) as advance:
        blocks = _blocks(reader, start, stop, report, advance)
        if output == "-":
            out = sys.stdout.buffer
            out.writelines(_pieces(reader, blocks, target, base, raw))
            out.flush()
        else:
            with written_whole(output) as part:
                if output.endswith(PARQUET):
                    from noughts.store import parquet

                    parquet.write(part, blocks, reader.codec, reader.rules, target)
                else:
                    with open(part, "wb") as file:
                        file.writelines(_pieces(reader, blocks, target, base, raw))
    if damaged:
        raise SystemExit(1)


def _part(only: str | None, count: int) -> tuple[int, int]:
    found = re.fullmatch("(-?[0-9]{1,18})?:(-?[0-9]{1,18})?", only or ":")
    if not found:
        raise click.UsageError(f"{quoted(only)} names no codes; write START:STOP, as in 0:1000")
    start, stop = (int(number) if number else None for number in found.groups())
    first, behind, _ = slice(start, stop).indices(count)
    return first, behind


def _blocks(
    reader: Store, start: int, stop: int, report: Callable[[StoreError], None], advance: Advance
) -> Iterator[Codes]:
    """The codes from `start` up to but not including `stop`, in parts of blocks.

    Each damaged block is reported once. Missing codes, if any, are reported at the end.
    """
    full = reader.header.full
    while start < stop:
        block_end = min((start // full + 1) * full, stop)
        end = min(start + AT_ONCE, block_end)
        try:
            codes = reader[start:end]
        except StoreError as error:
            report(error)
            end = stop if start >= reader.there else block_end
        else:
            yield codes
        advance(end - start)
        start = end


def _pieces(
    reader: Store, blocks: Iterator[Codes], target: str | None, base: str, raw: bool
) -> Iterator[bytes]:
    """The output for each block."""
    import numpy as np

    from noughts.arrays.coding.api import decode
    from noughts.arrays.coding.converting import converted, positions_of
    from noughts.arrays.games import Games
    from noughts.arrays.packing import ints_of

    name, rules = reader.codec, reader.rules
    for codes in blocks:
        if target == TEXT:
            # Convert each distinct code once: on a small board, many codes are equal.
            distinct, which = np.unique(codes, return_inverse=True, axis=0)
            values = decode(distinct, name, rules)
            held = values if isinstance(values, Games) else positions_of(values)
            lines = [f"{value}\n" for value in held]
            yield "".join(lines[number] for number in which.tolist()).encode()
            continue
        if target not in (None, name):
            codes = converted(codes, name, target, rules)
        if raw:
            yield codes.astype(codes.dtype.newbyteorder("<")).tobytes()
        else:
            yield "".join(f"{code:{BASES[base]}}\n" for code in ints_of(codes)).encode()
