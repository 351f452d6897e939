"""`noughts info`: describes a store, from its header and the headers of its blocks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from noughts.cli.command import command
from noughts.cli.progress import steps

if TYPE_CHECKING:
    from noughts.store import Store


@command("info", "noughts info classes.noughts", "noughts info --check classes.noughts")
@click.argument("store", type=click.Path(dir_okay=False))
@click.option("--check", is_flag=True, help="Read every block, and report damage.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def info(store: str, check: bool, as_json: bool) -> None:
    """The exit status is 1 if codes are missing. With --check, the command reads the whole store,
    and the exit status is also 1 if anything is damaged.
    """
    from noughts import store as stores

    reader = stores.read(store)
    damaged = _damaged(reader) if check else None
    told = facts(reader, damaged)
    if as_json:
        click.echo(json.dumps(told))
    else:
        for line in lines(told):
            click.echo(line)
    if damaged or reader.missing:
        raise SystemExit(1)


def facts(reader: Store, damaged: list[str] | None) -> dict[str, Any]:
    """The facts to print; `damaged` is None if the blocks were not checked."""
    header = reader.header
    return {
        "codec": reader.codec,
        "board": str(reader.rules),
        "codes": len(reader),
        "packing": {
            "items": header.packing.items,
            "bytes": header.packing.length,
            "bits_each": round(float(header.packing.bits_each), 3),
        },
        "blocks": reader.blocks,
        "codes_a_block": header.full,
        "bytes": reader.size,
        "version": header.version,
        "dropped": reader.dropped,
        "missing": reader.missing,
        "damaged": damaged,
    }


def lines(told: dict[str, Any]) -> list[str]:
    """The same facts for people."""
    packing, count, damaged = told["packing"], told["codes"], told["damaged"]
    each = f", {8 * told['bytes'] / count:.4g} bits per code" if count else ""
    rows = [
        ("codes", f"{count:,} of {told['codec']}, board {told['board']}"),
        (
            "packing",
            f"{packing['items']} in {packing['bytes']} bytes, {packing['bits_each']:g} bits each",
        ),
        ("blocks", f"{told['blocks']:,} of up to {told['codes_a_block']:,} codes"),
        ("size", f"{told['bytes']:,} bytes{each}"),
    ]
    rows += [(name, told[name]) for name in ("dropped", "missing") if told[name]]
    if damaged is not None:
        rows += [("damaged", each) for each in damaged] or [("damaged", "none")]
    return [f"{name:10}{value}" for name, value in rows]


def _damaged(reader: Store) -> list[str]:
    found = []
    with steps("Checking", reader.blocks) as advance:
        for damage in reader.damage():
            found += [damage] if damage else []
            advance(1)
    return found
