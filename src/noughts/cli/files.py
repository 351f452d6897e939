"""What the commands on large files share: a file is complete, or does not exist."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from noughts.system.files import replacing

PARQUET = ".parquet"  # how the name of a Parquet file ends


@contextmanager
def written_whole(path: str) -> Iterator[Path]:
    """A path to write to; its file replaces `path` when the block ends without an error."""
    check_folder(path)
    target = Path(path).resolve()  # for a link, its target
    if target.exists() and not target.is_file():
        yield target  # write straight to a device or a pipe: a file must not replace it
        return
    with cleaned_up(), replacing(target) as part:
        yield part


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuse a file to write whose folder does not exist: its name is likely to be misspelt."""
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise click.UsageError(f"{os.fspath(path)} cannot be written: there is no folder {folder}")


@contextmanager
def cleaned_up() -> Iterator[None]:
    """End the block at SIGTERM, or at a terminal's SIGHUP, as at Ctrl-C.

    So unfinished files are removed. A signal that is already handled or ignored stays as it is.
    """

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # as in a shell

    names = ("SIGTERM", "SIGHUP")  # Windows has only the first
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
