"""`noughts convert`: converts a stream of codes from one codec to another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import click

from noughts.cli.arguments import board_option
from noughts.cli.codes import BASES, CODEC_LIST, base_option, parse_code, refuse_options
from noughts.cli.command import command, listed_option
from noughts.cli.input_lines import lines_of
from noughts.codecs import Converter, codec
from noughts.core.rules import Rules
from noughts.errors import NoughtsError

# A stream of positions on 3x3, however long, has at most 6046 different positions.
REMEMBERED = 1 << 13


class LineConverter:
    r"""Converts lines, each with one code, from the source codec of `convert` to its target codec.

    `base`, a key of `BASES`, is the base of the converted codes.

    >>> convert = LineConverter(Converter(codec("base3"), codec("pair")), "bin")
    >>> convert(b"88")
    (b'0b10000010001\n', None)
    """

    def __init__(self, convert: Converter, base: str = "dec") -> None:
        self._convert, self._base = convert, BASES[base]
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._converted)

    def __call__(self, text: bytes) -> tuple[bytes, str | None]:
        """The converted line and, if there is one, a remark on the conversion.

        Raises `NoughtsError` for a line that is not a number, for a number that is not a code of
        the source, and for a position that the target cannot encode.
        """
        return self._remembered(text.strip())

    def _converted(self, text: bytes) -> tuple[bytes, str | None]:
        code, note = self._convert.with_note(parse_code(text))
        return b"%b\n" % format(code, self._base).encode(), note


def convert_lines(
    lines: Iterable[bytes],
    converter: LineConverter,
    write: Callable[[bytes], object],
    report: Callable[[int, str], None],
) -> bool:
    """Convert line by line, and return whether all went well.

    `write` gets each converted line. `report` gets the number of a line, counted from 1, and the
    error in the line or the remark on its conversion. A bad line is left out, and the other lines
    are still converted.
    """
    good = True
    for number, line in enumerate(lines, 1):
        try:
            converted, remark = converter(line)
        except NoughtsError as error:
            good = False
            report(number, str(error))
            continue
        write(converted)
        if remark:
            report(number, f"note: {remark}")
    return good


# Click takes the code -1 for an unknown option.
@command(
    "convert",
    "noughts convert --from base3 --to pair 88",
    "noughts convert --from pair --to canonical --base hex 1041 0x411",
    "noughts convert --board 3x3x3,3 --from pair --to balanced 1 0x10000001",
    listing=CODEC_LIST,
    context_settings={"ignore_unknown_options": True},
)
@listed_option("--from", "source", "CODEC", "The codec of the codes that you give.", required=True)
@listed_option("--to", "target", "CODEC", "The codec to convert them to.", required=True)
@base_option
@board_option()
@click.argument("codes", nargs=-1, metavar="[CODE]...")
def convert(source: str, target: str, base: str, board: Rules, codes: tuple[str, ...]) -> None:
    """Give the codes as arguments or as lines of standard input, in decimal or with 0x, 0b or 0o.
    If a code cannot be converted, the command reports the error, with the number of the argument or
    line, on standard error, converts the other codes, and exits with status 1.
    """
    refuse_options(codes)
    sys.set_int_max_str_digits(0)  # the codes of a large board are long numbers
    converter = LineConverter(Converter(codec(source, board), codec(target, board)), base)
    kind = "argument" if codes else "line"

    def report(number: int, message: str) -> None:
        click.echo(f"{kind} {number}: {message}", err=True)

    lines = _arguments(codes) if codes else lines_of(sys.stdin.buffer)
    out = sys.stdout.buffer

    def answer(line: bytes) -> None:
        out.write(line)
        out.flush()  # a person who types waits for the line; a stream is faster in large pieces

    good = convert_lines(lines, converter, answer if sys.stdin.isatty() else out.write, report)
    out.flush()
    if not good:
        raise SystemExit(1)


def _arguments(codes: tuple[str, ...]) -> Iterator[bytes]:
    return (code.encode(errors="surrogateescape") for code in codes)
