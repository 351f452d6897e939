"""How commands write files: a file is complete, or it does not exist."""

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

AGAIN = 0.05  # seconds after which a lost signal is sent again
PARQUET = ".parquet"  # the suffix of a Parquet file


@contextmanager
def written_whole(path: str, new: bool = False) -> Iterator[Path]:
    """The path of a temporary file, which replaces `path` if the block ends without an error.

    The file is also synced to disk. If `path` is a device or a pipe, the block writes to it
    directly. With `new`, raises `FileExistsError` if `path` exists when the block ends.
    """
    check_folder(path)
    target = Path(path).resolve()  # the target, if `path` is a link
    if target.exists() and not target.is_file():
        with naming(path):
            yield target  # write straight to a device or a pipe, which a file must not replace
        return
    with cleaned_up(), replacing(path, sync=True, new=new) as part:
        yield part


def text_file(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    """The path given to an option. A missing folder is refused now, before any long work begins."""
    if path is not None and path != "-":
        check_folder(path)
    return path


def output_option(what: str) -> Callable[[Any], Any]:
    """The option -o, which says where `write_text` writes."""
    return click.option(
        "-o",
        "--output",
        callback=text_file,
        default="-",
        metavar="FILE",
        help=f"Where {what} goes.  [default: standard output]",
    )


def write_text(path: str, parts: Iterable[str]) -> None:
    """Write a text to the file `path`, atomically, or to standard output if `path` is `-`."""
    if path == "-":
        sys.stdout.writelines(parts)
        return
    with written_whole(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(parts)


def write_folder(path: str, files: Mapping[str, str]) -> None:
    """Write a new folder, atomically, with a file for each path in `files`."""
    if Path(path).exists():
        raise click.UsageError(f"{path} exists already; name a new folder")
    with cleaned_up(), replacing(path) as part:
        for name, text in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_text(text, encoding="utf-8", newline="\n")


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuse a file whose folder does not exist, since its name is probably misspelt."""
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise click.UsageError(f"{os.fspath(path)} cannot be written: there is no folder {folder}")


@contextmanager
def cleaned_up() -> Iterator[None]:
    """End the block at SIGTERM, or at a terminal's SIGHUP, as at Ctrl-C.

    The block can still remove its unfinished files, and a second signal does not interrupt the
    removal. A signal that is ignored, or that already has a handler, is left alone.

    Python merely reports an exception that is raised in a finalizer, or in a callback from C, such
    as one that LLVM calls during compilation. The exception is then lost, so the signal is sent
    again until it takes effect.
    """
    ending: tuple[int, SystemExit] | None = None  # the signal, and the exception that it raised
    heard, deaf = Event(), False
    unheard = sys.unraisablehook

    def end(number: int, _: object) -> None:
        nonlocal ending
        if deaf or heard.is_set():  # an exception raised while Python reports a loss is lost, too
            return
        heard.set()
        ending = number, SystemExit(128 + number)  # the status that shells expect
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
            os.kill(os.getpid(), number)  # the signal wakes the main thread

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
