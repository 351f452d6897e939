"""What the commands on large files share: a file is whole or not there, and a bar shows how far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

PARQUET = ".parquet"  # the end of a name that says what the file is


@contextmanager
def part_of(path: str) -> Iterator[Path]:
    """A path to write to, from where the finished file is moved; what is left there is deleted."""
    target = Path(path).resolve()  # of a link, what it leads to
    if not target.parent.is_dir():
        raise click.UsageError(f"{path} cannot be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        yield target  # a device or a pipe is written to as it is: a file must not take its place
        return
    # In the same folder, so that it is moved and not copied.
    with TemporaryDirectory(prefix=".noughts-", dir=target.parent) as folder:
        yield Path(folder) / target.name


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A function to be told of each step; it moves a bar, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=total, file=sys.stderr) as bar:
        yield bar.update
