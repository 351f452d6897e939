"""What the commands on large files share: a file is whole or not there."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from noughts.system.files import replacing

PARQUET = ".parquet"  # the end of a name that says what the file is


@contextmanager
def written_whole(path: str) -> Iterator[Path]:
    """A path to write to, which takes the place of `path` when the block ends without an error."""
    target = Path(path).resolve()  # of a link, what it leads to
    if not target.parent.is_dir():
        raise click.UsageError(f"{path} cannot be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        yield target  # a device or a pipe is written to as it is: a file must not take its place
        return
    with cleaned_up(), replacing(target) as part:
        yield part


@contextmanager
def cleaned_up() -> Iterator[None]:
    """A request to end, by SIGTERM or a terminal's SIGHUP, ends the block as Ctrl-C does.

    So what it has begun is put away. A signal that somebody else takes or ignores is left to them.
    """

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # as a shell has it

    names = ("SIGTERM", "SIGHUP")  # of which Windows has one
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
