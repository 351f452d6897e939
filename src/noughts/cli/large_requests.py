"""What a large request costs is said before any of it is spent, and the user is asked."""

from __future__ import annotations

import sys

import click

from noughts.cli.progress import time_text

DISK = 1_000_000_000  # bytes; above these, a command asks first
MEMORY = 1 << 30

yes_option = click.option(
    "--yes", is_flag=True, help="Do not ask before taking more than 1 GB of memory or disk."
)


def agree(
    what: str, yes: bool, *, memory: int, disk: int = 0, seconds: float | None = None
) -> None:
    """Say what a large request takes, in bytes and seconds, and end unless the user agrees.

    `what` is the subject of the sentence, "A table of 5,5,4". With `yes` it is said, and nobody is
    asked.
    """
    if memory < MEMORY and disk < DISK:
        return
    takes = f"{disk / 1e9:,.0f} GB of disk, " * bool(disk) + f"{memory / 1e9:,.0f} GB of memory"
    if seconds is not None:
        takes += f" and, as a rough guess, {time_text(seconds)}"
    click.echo(f"{what} takes {takes}.", err=True)
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError("give --yes to go on: there is no terminal to ask on")
    click.confirm("Go on?", abort=True, err=True)
