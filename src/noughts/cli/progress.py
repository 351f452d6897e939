"""Long work: its cost, its progress, and its early end.

A line on standard error shows the progress of the work. On a terminal, the line appears after a
second, so quick work shows nothing, and the line is cleared at the end. If standard error is not a
terminal, the line is written once, after five seconds, and stays, so that a log shows where the
time goes.

Before work that needs much memory or disk space, a command states the cost and asks for
confirmation (`agree`). A command can finish the current step before it obeys a signal to end, so
that finished work is kept (`stopping`).
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from noughts.core.rules import Rules
from noughts.solver.tables.table import TABLE_CELLS, has_table, table
from noughts.system.progress import Reporter

CLEAR = "\r\x1b[K"  # go back to the beginning of the line, and clear it
WIDTH = 79  # of the line, on a screen of 80 columns or more
SECONDS = 1.0  # until the line appears on a terminal
LOGGED = 5.0  # until the line is written elsewhere


def line_width() -> int:
    """The greatest length of a status line. A longer one would wrap, and could not be cleared."""
    from shutil import get_terminal_size  # here, so that it does not delay the start

    return min(WIDTH, get_terminal_size().columns - 1)


@contextmanager
def status_line(since: float | None = None) -> Iterator[Callable[[str], None]]:
    """A function that shows a text as the status line, until the block ends.

    `since` is the `monotonic` time at which the user began to wait, if that was before the block.
    """
    watched = sys.stderr.isatty()
    begin = monotonic() if since is None else since
    appears = begin + (SECONDS if watched else LOGGED)
    written = False

    def say(text: str) -> None:
        nonlocal written
        if monotonic() < appears:
            return
        if watched:
            click.echo(CLEAR + text[: line_width()], nl=False, err=True)
        elif not written:
            click.echo(text, err=True)
        written = True

    try:
        yield say
    finally:
        if watched and written:
            click.echo(CLEAR, nl=False, err=True)


def above(text: str) -> None:
    """Print a line in place of the progress line, which then appears again below."""
    if sys.stderr.isatty():
        click.echo(CLEAR, nl=False, err=True)
    click.echo(text)


@contextmanager
def progress(doing: str, since: float | None = None) -> Iterator[Reporter]:
    """A function to call with the amount of work done and the total amount (0 if it is unknown).

    `since` is as for `status_line`.
    """
    begin = monotonic()
    with status_line(since) as say:

        def show(done: int, total: int) -> None:
            if not total:  # as for input from a pipe
                say(f"{doing}: {done:,} so far")
                return
            spent = monotonic() - begin
            # The time of the first hundredth is a poor estimate for the rest.
            known = done and 100 * done >= total
            left = f", {time_text(spent * (total - done) / done)} left" if known else ""
            say(f"{doing}: {done / total:.0%}{left}")

        yield show


@contextmanager
def steps(doing: str, total: int, wanted: bool = True) -> Iterator[Callable[[int], None]]:
    """A function to call with the size of each finished step. Unless `wanted`, it shows nothing."""
    done = 0
    with progress(doing) as show:

        def advance(step: int) -> None:
            nonlocal done
            done += step
            if wanted:
                show(done, total)

        yield advance


def prepare(rules: Rules) -> None:
    """Solve a board in advance, if its table takes a second or more."""
    if TABLE_CELLS - 2 < rules.cells <= TABLE_CELLS and has_table(rules):
        with progress(f"Solving {rules}") as show:
            table(rules, show)


def time_text(seconds: float) -> str:
    """A duration in words for people, in whole numbers.

    >>> [time_text(seconds) for seconds in (0.2, 59, 90, 5000)]
    ['1 s', '59 s', '2 min', '1 h 24 min']
    """
    if seconds < 60:
        return f"{max(seconds, 1):.0f} s"
    minutes = -(-seconds // 60)
    hours, rest = divmod(int(minutes), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


DISK = 1_000_000_000  # bytes; above these limits, a command asks first
MEMORY = 1 << 30

yes_option = click.option(
    "--yes", is_flag=True, help="Do not ask before taking more than 1 GB of memory or disk."
)


def agree(
    what: str, yes: bool, *, memory: int, disk: int = 0, seconds: float | None = None
) -> None:
    """State the cost of a large request, and end the command unless the user agrees to the cost.

    `what` is the subject of the sentence that states the cost, such as "A table of 5,5,4"; `memory`
    and `disk` are in bytes. If `yes` is true, the user is not asked.
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


NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has only the first two


@contextmanager
def ending() -> Iterator[None]:
    """Raise `SystemExit` in the block at SIGTERM or SIGHUP, so that it can end child processes."""

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # the status that shells expect after a signal

    with _handling(NAMES[1:], leave):
        yield


@contextmanager
def stopping() -> Iterator[Callable[[], int]]:
    """A function that returns the last signal that asked the work to end, or 0 if none did.

    A signal that is already ignored stays ignored.
    """
    asked = 0

    def ask(number: int, _: object) -> None:
        nonlocal asked
        asked = number

    with _handling(NAMES, ask):
        yield lambda: asked


@contextmanager
def _handling(names: Sequence[str], handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Handle these signals in the block, except for ignored signals."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    usual: dict[int, Any] = {number: signal.getsignal(number) for number in numbers}
    before = {number: each for number, each in usual.items() if each != signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, each in before.items():
            signal.signal(number, each)
