"""`noughts classic`: a game held in one 32-bit word, with output specified byte for byte.

Only the screen goes to standard output, so a script can check this output. The trace, and the word
from which the game can be resumed, go to standard error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import click

from noughts.cli.codes import parse_code
from noughts.cli.command import command
from noughts.cli.input_lines import typed
from noughts.codecs import word
from noughts.codecs.codec_base import INVALID
from noughts.codecs.word import HIGHEST, LOWEST, Word, WordCodec
from noughts.core.rules import TICTACTOE, X
from noughts.errors import CodeError, NotationError

SCREEN_MARKS = (" ", "x", "o")
FIELDS = "       word  result  error  input       turn  cells from 8 to 0"
ENDINGS = {1: "Player 1 wins!", 2: "Player 2 wins!", 3: "Tie game!"}

# The leading zeros stay outside the group of digits, so no line makes `int` read a huge number.
NUMBER = re.compile(rb"([+-]?)0*([0-9]{1,10})")


class EndOfInputError(Exception):
    """The input ended before the game did; `word` is the state of the game."""

    def __init__(self, word: Word) -> None:
        super().__init__(f"the input ended before the game; resume with the word {word:d}")
        self.word = word


def play(
    now: Word, lines: Iterator[bytes], write: Callable[[str], None], trace: Callable[[Word], None]
) -> Word:
    """Play a game on a screen, starting from a word. Returns the word of the finished game.

    `write` gets the text for the screen, and `trace` gets every word. Raises `EndOfInputError` if
    the input ends before the game does.
    """
    trace(now)
    while not now.result:
        player = 1 if now.turn == X else 2
        write("Invalid!\n" * now.error + f"Player {player} , Enter position (1-9) \n")
        line = next(lines, None)
        if line is None:
            raise EndOfInputError(now)
        number = parse_number(line)
        now = word.refuse(now) if number is None else word.step(now, number)
        trace(now)
        if not now.error:
            write(screen(now))
    write(ENDINGS[now.result] + "\n")
    return now


def parse_number(line: bytes) -> int | None:
    r"""The number on a line of input, or None if the line is not a signed 32-bit number.

    >>> parse_number(b"-1\r\n"), parse_number(b" 5\n"), parse_number(b"2147483648")
    (-1, None, None)
    """
    if line.endswith(b"\n"):
        line = line[:-1].removesuffix(b"\r")
    match = NUMBER.fullmatch(line)
    if not match:
        return None
    number = int(match[1] + match[2])
    return number if LOWEST <= number <= HIGHEST else None


def screen(now: Word) -> str:
    r"""The grid as the screen shows it.

    >>> print(screen(Word(786441)).replace(" ", "_"))
    x|o|_
    -+-+-
    _|_|_
    -+-+-
    _|_|_
    <BLANKLINE>
    """
    marks = [SCREEN_MARKS[now.cells >> 2 * cell & INVALID] for cell in range(TICTACTOE.cells)]
    rows = ["|".join(marks[start : start + 3]) + "\n" for start in (0, 3, 6)]
    return "-+-+-\n".join(rows)


def fields(now: Word) -> str:
    r"""A word with its fields, under `FIELDS`.

    >>> print(FIELDS, fields(Word(786441)), sep="\n")
           word  result  error  input       turn  cells from 8 to 0
         786441      00      0  0000000001     1  00 00 00 00 00 00 00 10 01
    """
    bits = f"{now & (1 << 32) - 1:032b}"
    cells = " ".join(bits[at : at + 2] for at in range(14, 32, 2))
    return f"{now:>11d}{bits[:2]:>8}{bits[2]:>7}  {bits[3:13]}{bits[13]:>6}  {cells}"


def resumed(code: int) -> Word:
    """The word to resume from. Raises `CodeError` for an invalid word or a finished game."""
    now = WordCodec().decode(code)
    if now.result:
        raise CodeError(f"the game of {code} is over: {ENDINGS[now.result]}")
    return now


@command("classic", "noughts classic", "noughts classic --resume 786441 --trace")
@click.option("--resume", metavar="WORD", help="Resume the game from this word.")
@click.option("--trace", is_flag=True, help="Print each word with its fields on standard error.")
def classic(resume: str | None, trace: bool) -> None:
    """Every version of noughts prints the same screen, byte for byte, so scripts can rely on it. If
    the input ends before the game does, the command prints a word on standard error. To resume the
    game, give this word to --resume.
    """
    try:
        start = word.new() if resume is None else resumed(parse_code(resume))
    except (CodeError, NotationError) as error:
        raise click.BadParameter(str(error), param_hint="'--resume'") from None
    screen_bytes = sys.stdout.buffer

    def write(text: str) -> None:
        screen_bytes.write(text.encode())  # bytes, so that no system changes the line ends
        screen_bytes.flush()

    def tell(now: Word) -> None:
        if trace:
            click.echo(fields(now), err=True)

    if trace:
        click.echo(FIELDS, err=True)
    try:
        play(start, typed(), write, tell)
    except EndOfInputError as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None
