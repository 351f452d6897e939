"""`noughts convert`: codes of one codec into codes of another, in a stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import click

from noughts.cli.arguments import board_option
from noughts.cli.codes import BASES, parse_code, position_of, refuse_options, value_for
from noughts.codecs import GAME_CODECS, Codec, codec
from noughts.codecs.dense.reachable import reachable
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import CodeError, NoughtsError

# A stream of positions of 3x3 meets at most 6046 different ones, whatever its length.
REMEMBERED = 1 << 13


class Converter:
    r"""Codes of `source` into lines of `target`'s, in a base of `BASES`.

    >>> convert = Converter(codec("base3"), codec("pair"), "bin")
    >>> convert(b"88")
    (b'0b10000010001\n', None)

    Raises `CodeError` where the one cannot hold what the other needs.
    """

    def __init__(self, source: Codec[Any], target: Codec[Any], base: str = "dec") -> None:
        if target.name in GAME_CODECS and source.name not in GAME_CODECS:
            raise CodeError(
                f"{target.name} needs every move of a game, and {source.name} does not hold them; "
                f"it can be converted from {' or '.join(GAME_CODECS)}"
            )
        self._source, self._target, self._base = source, target, BASES[base]
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._convert)

    def __call__(self, text: bytes) -> tuple[bytes, str | None]:
        """The converted line, and what there is to remark on it, if anything.

        Raises `NoughtsError` for what is no number, or no code, or cannot be encoded.
        """
        return self._remembered(text.strip())

    def code(self, text: bytes) -> int:
        """The target's code of a line, as a number. Raises as a call does."""
        return self._code(self._source.decode(parse_code(text)))

    def _code(self, value: Any) -> int:
        return self._target.encode(value_for(self._target, value))

    def _convert(self, text: bytes) -> tuple[bytes, str | None]:
        value = self._source.decode(parse_code(text))
        converted = format(self._code(value), self._base)
        return b"%b\n" % converted.encode(), _remark(position_of(value))


def _remark(position: Position) -> str | None:
    if position.rules == TICTACTOE and position.x | position.o << 9 in reachable():
        return None
    reason = position.unreachable
    return reason and f"play cannot reach {position}: {reason}"


def convert_lines(
    lines: Iterable[bytes],
    converter: Converter,
    write: Callable[[bytes], object],
    report: Callable[[int, str], None],
) -> bool:
    """Convert line by line; whether all went well.

    `write` gets each converted line. `report` gets the number of a line, from 1, and what is
    wrong with it or remarkable about it; a wrong one writes nothing, and the rest go on.
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


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a code
@click.option("--from", "source", required=True, metavar="CODEC", help="What the codes are.")
@click.option("--to", "target", required=True, metavar="CODEC", help="What they become.")
@click.option(
    "--base", type=click.Choice(list(BASES)), default="dec", show_default=True, help="Base out."
)
@board_option()
@click.argument("codes", nargs=-1, metavar="[CODE]...")
def convert(source: str, target: str, base: str, board: Rules, codes: tuple[str, ...]) -> None:
    """Convert codes from one codec to another.

    The codes are arguments, or else the lines of standard input: decimal, 0x, 0b or 0o. A bad
    one is reported on standard error with its number, the rest go on, and the exit status is 1.

    The codecs are pair, flags, base4, base4_msb, base3, word, balanced, ordinal, canonical,
    record and record_class.
    """
    refuse_options(codes)
    sys.set_int_max_str_digits(0)  # the codes of a large board are long numbers
    converter = Converter(codec(source, board), codec(target, board), base)
    kind = "argument" if codes else "line"

    def report(number: int, message: str) -> None:
        click.echo(f"{kind} {number}: {message}", err=True)

    lines = _arguments(codes) if codes else sys.stdin.buffer
    # Who types waits for the answer, past all buffers; a stream does better in large pieces.
    buffer: Any = sys.stdout.buffer
    out = buffer.raw if sys.stdin.isatty() else buffer
    good = convert_lines(lines, converter, out.write, report)
    out.flush()
    if not good:
        raise SystemExit(1)


def _arguments(codes: tuple[str, ...]) -> Iterator[bytes]:
    return (code.encode(errors="surrogateescape") for code in codes)
