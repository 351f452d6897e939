"""`noughts repair`: mends a store that a killed writer or a bad disk has damaged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli.command import command
from noughts.cli.output_files import written_whole
from noughts.cli.progress import steps
from noughts.errors import StoreError

if TYPE_CHECKING:
    from noughts.store import Store


@command(
    "repair",
    "noughts repair classes.noughts",
    "noughts repair classes.noughts kept.noughts",
)
@click.argument("store", type=click.Path(dir_okay=False))
@click.argument("new", required=False, type=click.Path(dir_okay=False))
def repair(store: str, new: str | None) -> None:
    """The command cuts off the unfinished end that a killed writer left in STORE, and writes a
    damaged copy of its commit again. No finished code is lost.

    If codes are damaged or missing, the command names them and leaves STORE as it is. With NEW, it
    writes all other codes, in order, into the new store NEW. The exit status is 1 if a code is
    lost, even if NEW has all the other codes; otherwise it is 0.
    """
    from noughts import store as stores

    reader = stores.read(store)
    if new is not None and Path(new).exists():
        raise click.UsageError(f"{new} exists already; name a new file")
    if new is not None:
        raise SystemExit(_keep(reader, new))
    with steps("Reading", reader.blocks) as advance:
        lost = []
        for found in reader.lost():
            lost += [found] if found else []
            advance(1)
    if lost:
        click.echo("\n".join(lost), err=True)
        raise StoreError(
            f"{store} has lost codes, and stays as it is; "
            f"to keep the others: noughts repair {store} NEW"
        )
    with stores.append(store) as writer:
        done = {"written again": reader.damaged_copy, "cut off": writer.dropped}
    told = [f"{what}: {part}" for what, part in done.items() if part]
    click.echo("\n".join(told or [f"{store} is whole"]))


def _keep(reader: Store, new: str) -> int:
    """Write the undamaged codes into a new store. Returns 1 if any codes are left out, else 0."""
    from noughts import store as stores

    header, lost = reader.header, [reader.missing] if reader.missing else []
    form = reader.codec, reader.rules, header.packing, header.full
    with (
        written_whole(new, new=True) as part,
        steps("Copying", reader.there) as advance,
        stores.create(part, *form) as writer,
    ):
        for start in range(0, reader.there, header.full):
            stop = min(start + header.full, reader.there)
            try:
                codes = reader[start:stop]
            except StoreError as error:
                lost.append(str(error))
            else:
                writer.write_codes(codes)
            advance(stop - start)
    kept = len(writer)
    for each in lost:
        click.echo(each, err=True)
    click.echo(f"{new} has {kept:,} of {len(reader):,} codes")
    return 1 if lost else 0
