"""How far a long computation is, on a line of its own that is gone at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

CLEAR = "\r\x1b[K"  # back to the line's beginning, and all of it away


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """A function to be called with what is done and how much there is, while the block lasts.

    It writes to standard error, and only where that is a terminal.
    """
    shown = sys.stderr.isatty()

    def show(done: int, total: int) -> None:
        if shown:
            click.echo(f"{CLEAR}{done / total:.0%}", nl=False, err=True)

    try:
        yield show
    finally:
        if shown:
            click.echo(CLEAR, nl=False, err=True)
