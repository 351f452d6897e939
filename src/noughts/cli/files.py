"""What the commands on large files share: a file is complete, or does not exist."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from noughts.system.files import replacing

PARQUET = ".parquet"  # how the name of a Parquet file ends


@contextmanager
def written_whole(path: str, new: bool = False) -> Iterator[Path]:
    """A path to write to; its file replaces `path` when the block ends without an error.

    Then it is on the disk. A `new` file replaces none: it raises `FileExistsError` if there is one.
    """
    target = Path(path).resolve()  # for a link, its target
    if not target.parent.is_dir():
        raise click.UsageError(f"{path} cannot be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        yield target  # write straight to a device or a pipe: a file must not replace it
        return
    with cleaned_up(), replacing(target, sync=True, new=new) as part:
        yield part


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
