"""Reads lines of standard input and of files as they arrive, and refuses lines that are too long.

Every command that reads lines reads them here, so an endless line never fills the memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from typing import Any, cast

import click

LONGEST_LINE = 1 << 16  # bytes; a position on the largest board that has codes takes a third
GAME_LINES = 10_000  # the most lines of input that a game reads, unless a person types them


def bunches(file: Any) -> Iterator[list[bytes]]:
    r"""Yield the lines of a binary file, newlines included, in lists, each list once it is read.

    >>> list(bunches(BytesIO(b"1041\n0x411")))
    [[b'1041\n'], [b'0x411']]

    Raises `ClickException` for a line of more than `LONGEST_LINE` bytes.
    """
    number, rest = 0, b""
    while data := file.read1(LONGEST_LINE):
        lines = BytesIO(rest + data).readlines()
        for at, line in enumerate(lines):
            if len(line) > LONGEST_LINE:
                yield lines[:at]
                raise click.ClickException(
                    f"line {number + at + 1} of the input is too long; lines of up to "
                    f"{LONGEST_LINE:,} bytes are read"
                )
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        number += len(lines)
        if lines:
            yield lines
    if rest:
        yield [rest]


def lines_of(file: Any) -> Iterator[bytes]:
    """The lines of a file, one by one."""
    for bunch in bunches(file):
        yield from bunch


def typed() -> Iterator[bytes]:
    """The lines of standard input for a game.

    Raises `ClickException` if a program writes more than `GAME_LINES` lines.
    """
    for number, line in enumerate(lines_of(sys.stdin.buffer)):
        if number == GAME_LINES and not sys.stdin.isatty():
            raise click.ClickException(
                f"a game reads up to {GAME_LINES:,} lines of input, and there are more"
            )
        yield line


def asker() -> Callable[[str], str]:
    """A function that shows a prompt and returns the next line, from a person, a file or a pipe.

    A byte that cannot be decoded becomes a replacement character, and does not end the input.
    """
    if sys.stdin.isatty():
        cast(TextIOWrapper, sys.stdin).reconfigure(errors="replace")
        with suppress(ImportError):  # on Windows, the terminal itself lets people edit lines
            import readline  # lets people edit the line of `input`, and recall earlier lines

            readline.parse_and_bind("set enable-bracketed-paste off")  # it writes escape sequences
        return input
    lines = typed()

    def read(prompt: str) -> str:
        click.echo(prompt, nl=False)
        for line in lines:
            text = line.decode(errors="replace")
            click.echo(text.strip())  # so that the output reads like a session on a screen
            return text
        raise EOFError

    return read
