"""The common part of commands on large files: a file is complete, or does not exist."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import click

from noughts.system.files import naming, replacing

AGAIN = 0.05  # seconds after which a signal that was lost comes again
PARQUET = ".parquet"  # how the name of a Parquet file ends


@contextmanager
def written_whole(path: str, new: bool = False) -> Iterator[Path]:
    """A path to write to; its file replaces `path` when the block ends without an error.

    The file is then on the disk. With `new`, `FileExistsError` is raised if `path` exists already.
    """
    check_folder(path)
    target = Path(path).resolve()  # for a link, its target
    if target.exists() and not target.is_file():
        with naming(path):
            yield target  # write straight to a device or a pipe: a file must not replace it
        return
    with cleaned_up(), replacing(path, sync=True, new=new) as part:
        yield part


def text_file(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    """The path of an option, after a check of its folder: the work may take much time."""
    if path is not None and path != "-":
        check_folder(path)
    return path


def output_option(what: str) -> Callable[[Any], Any]:
    """The option -o: where a text goes, for `write_text`."""
    return click.option(
        "-o",
        "--output",
        callback=text_file,
        default="-",
        metavar="FILE",
        help=f"Where {what} goes.  [default: standard output]",
    )


def write_text(path: str, parts: Iterable[str]) -> None:
    """Write a text to a file, whole or not at all, or to standard output, which is `-`."""
    if path == "-":
        sys.stdout.writelines(parts)
        return
    with written_whole(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(parts)


def write_folder(path: str, files: Mapping[str, str]) -> None:
    """Write texts by their paths in a new folder, whole or not at all."""
    if Path(path).exists():
        raise click.UsageError(f"{path} exists already; name a new folder")
    with cleaned_up(), replacing(path) as part:
        for name, text in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_text(text, encoding="utf-8", newline="\n")


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuse a file to write whose folder does not exist: its name is likely to be misspelt."""
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise click.UsageError(f"{os.fspath(path)} cannot be written: there is no folder {folder}")


@contextmanager
def cleaned_up() -> Iterator[None]:
    """End the block at SIGTERM, or at a terminal's SIGHUP, as at Ctrl-C.

    So unfinished files are removed, and a second signal does not interrupt this. A signal that is
    already handled or ignored stays as it is.

    An exception that arises in a finalizer, or while C calls Python, as LLVM does when it compiles,
    is lost; Python only reports it. Then the signal is repeated until it takes effect.
    """
    ending: tuple[int, SystemExit] | None = None  # the signal, and what it raised
    heard, deaf = Event(), False
    unheard = sys.unraisablehook

    def end(number: int, _: object) -> None:
        nonlocal ending
        if deaf or heard.is_set():  # what is raised while Python tells of a loss is lost, too
            return
        heard.set()
        ending = number, SystemExit(128 + number)  # as in a shell
        raise ending[1]

    def lost(what: sys.UnraisableHookArgs) -> None:
        nonlocal deaf
        if ending is None or what.exc_value is not ending[1]:
            unheard(what)
            return
        deaf = True
        heard.clear()
        Thread(target=remind, args=[ending[0]], daemon=True).start()
        deaf = False

    def remind(number: int) -> None:
        while not heard.wait(AGAIN):
            os.kill(os.getpid(), number)  # which wakes the main thread

    names = ("SIGTERM", "SIGHUP")  # Windows has only the first
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    sys.unraisablehook = lost
    try:
        yield
    finally:
        heard.set()
        sys.unraisablehook = unheard
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
